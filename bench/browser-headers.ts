/**
 * The headers that a phone's Chrome sends with each page request, and the people in whose name the benchmark sends
 * requests.
 */

export const CHROME_ENCODINGS = "gzip, deflate, br, zstd";

const CHROME = {
  Accept:
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
  "Accept-Language": "en-NG,en-GB;q=0.9,en;q=0.8",
  "Sec-CH-UA": '"Chromium";v="146", "Google Chrome";v="146", "Not?A_Brand";v="24"',
  "Sec-CH-UA-Mobile": "?1",
  "Sec-CH-UA-Platform": '"Android"',
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-User": "?1",
  "Upgrade-Insecure-Requests": "1",
  "User-Agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36",
};

/** The headers of a page request. `site`: `none` for a typed URL, `same-origin` after a link or a form of ours. */
export const chromeHeaders = (site: "none" | "same-origin", encodings = CHROME_ENCODINGS) => ({
  ...CHROME,
  "Sec-Fetch-Site": site,
  "Accept-Encoding": encodings,
});

const PEOPLE = 60_000;

/** The IP address and the email address of the n-th person. They repeat after 60,000 people. */
export function personOf(n: number): { address: string; email: string } {
  const person = n % PEOPLE;
  return {
    address: `10.${1 + Math.floor(person / 250 / 250)}.${Math.floor(person / 250) % 250}.${1 + (person % 250)}`,
    email: `person${person}@example.com`,
  };
}
