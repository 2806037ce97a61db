/**
 * MAIL-3: detects names that look like web addresses. Mail programs turn such a name into a link, and the company's
 * mail would then carry a stranger's link. The check is narrow, since people write 'Dr.Ngozi', 'A.B. Okafor' and
 * 'Iya.Bo Stores'. No name becomes a link: mails (platform/mail/unlinked.ts) and messages (parcels/messages/texts.ts)
 * change a name that looks like a web address.
 */

/** The characters that browsers accept as dots in a host name (IDNA), and characters that look like dots. */
export const DOTS = ".\u3002\uff0e\uff61\u2024\ufe52";

/** Endings of web addresses. No name of a person or store has such an ending. */
const ENDINGS = new Set(
  "com net org info biz edu gov mil int xyz online website dev icu mobi tel app tech onion mov рф 中国 公司 网络".split(
    " ",
  ),
);
/** Endings that are also words: 'Mama.Bank' is a name, 'mama.bank' is a web address. */
const WORDS = new Set(
  (
    "site store shop link click live top club vip pro page web space fun blog news media wiki work works today world zone " +
    "money cash loan loans bank bet casino win sale deals gift gifts game games play chat social email mail support help " +
    "cloud host digital agency expert group africa name asia zip rocks life ninja art design studio express delivery " +
    "market trade review reviews download stream racing date party science webcam men monster bar quest cam beauty hair"
  ).split(" "),
);
/** Country endings that are common in links and do not end a name. Any other ending may be in a name: 'Iya.Bo'. */
const COUNTRIES = new Set("ng uk us eu gh za io ly co me tv cc ru cn tk gg su ai".split(" "));
/** The parts that can stand before a country's ending: 'shop.com.bo'. */
const BEFORE_COUNTRY = new Set("com co net org gov edu ac".split(" "));

// A name has at most 100 characters; a store's name has at most 120.
const HOST = /([\p{L}\p{N}_-]+)\.(\p{L}[\p{L}\p{N}-]*)(?![\p{L}\p{N}-])(?!\.[\p{L}\p{N}])([/?#:]?)/gu;

/** True if a mail program would turn part of the name into a link. */
export function holdsWebAddress(name: string): boolean {
  const text = name
    .normalize("NFKC")
    .replace(new RegExp(`[${DOTS}]`, "gu"), ".")
    .replace(/\p{Cf}/gu, "");
  // A name has at most 120 characters here.
  if (/[a-z][a-z0-9+.-]*:\/\/|\bhttps?:|\bwww\d*\.|\bxn--|\b\d{1,3}(\.\d{1,3}){3}\b/iu.test(text))
    return true;
  for (const [, before = "", ending = "", more = ""] of text.matchAll(HOST))
    if (isAddress(before, ending, more !== "")) return true;
  return false;
}

/** True if a host name with this ending is a web address. `goesOn`: true if a path, a port or a query follows. */
function isAddress(before: string, ending: string, goesOn: boolean): boolean {
  const small = ending.toLowerCase();
  const isSmall = ending === small;
  if (ENDINGS.has(small)) return true;
  if (WORDS.has(small)) return isSmall || goesOn;
  if (ending.length !== 2 || !isSmall) return false;
  return goesOn || COUNTRIES.has(small) || BEFORE_COUNTRY.has(before.toLowerCase());
}

export const NO_WEB_ADDRESS =
  "A name cannot contain a web address. If it is not one, put a space after the dot.";
