/** Single responses as they are on the wire, and the cookies of returning browsers. */
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { CHROME_ENCODINGS, chromeHeaders, personOf } from "./browser-headers.ts";

const BROWSERS = 50;

const style = readdirSync("build/client/assets").find((name) => /^site-[\w-]{8}\.css$/.test(name));
if (!style) throw new Error("the build has no style of the public pages");
/** The cookie of a browser that has fetched the style (app/shells/site-style.ts). */
export const STYLE_COOKIE = `style=${style.slice("site-".length, -".css".length)}`;

export type Page = { body: Buffer; encoding: string; cookies: string[] };
type Wanted = {
  /** The URL to which the request is sent, without the path. */
  url: string;
  /** The product's APP_ORIGIN, which the request names as its host. */
  origin: string;
  path: string;
  cookie?: string | undefined;
  /** The body of a POST, as JSON. */
  json?: string | undefined;
  encodings?: string | undefined;
};

let readers = 0;

/**
 * Sends one request. Each call sends it in the name of another person. Returns the response as it is on the wire.
 * Throws if the status is not 200.
 */
export function read({
  url,
  origin,
  path,
  cookie,
  json,
  encodings = CHROME_ENCODINGS,
}: Wanted): Promise<Page> {
  return new Promise((done, failed) => {
    const headers = {
      ...chromeHeaders(cookie ? "same-origin" : "none", encodings),
      Host: new URL(origin).host,
      "X-Forwarded-For": personOf(readers++).address,
      ...(cookie && { Cookie: cookie }),
      ...(json && { "Content-Type": "application/json" }),
    };
    request(url + path, { method: json ? "POST" : "GET", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", failed);
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        if (response.statusCode !== 200)
          return failed(
            new Error(`${path} answered ${response.statusCode}: ${body.subarray(0, 500).toString()}`),
          );
        done({
          body,
          encoding: response.headers["content-encoding"] ?? "",
          cookies: (response.headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? ""),
        });
      });
    })
      .on("error", failed)
      .end(json);
  });
}

/** The Cookie headers of returning browsers, which have loaded a page of the product and its style. */
export async function browsersOf(wanted: Wanted): Promise<string[]> {
  const cookies: string[] = [];
  for (let n = 0; n < BROWSERS; n++) cookies.push([...(await read(wanted)).cookies, STYLE_COOKIE].join("; "));
  return cookies;
}
