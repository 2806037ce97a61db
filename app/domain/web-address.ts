/**
 * MAIL-3: detects names that look like web addresses. Mail programs turn them into links, and our mail would carry a
 * stranger's link. The check is narrow, since people write 'Dr.Ngozi' and 'A.B. Okafor'. Names that pass by mistake are
 * defused in the mail itself (platform/mail/unlinked.ts).
 */

/** The characters that browsers accept as a dot in a host name (IDNA), and lookalikes. */
export const DOTS = ".\u3002\uff0e\uff61\u2024\ufe52";

/** Top-level domains that belong to no country. Any two-letter ending counts as a country's. */
const ENDINGS = new Set(
  (
    "com net org info biz edu gov mil int xyz online site website shop store app dev link click live top club vip icu pro " +
    "page web tech space fun blog news media wiki work works today world zone money cash loan loans bank bet casino win " +
    "sale deals gift gifts game games play chat social email mail support help cloud host digital agency expert group " +
    "africa name mobi tel asia zip mov onion"
  ).split(" "),
);
/** Titles. A word after one of these and a dot is a name, not a domain: 'dr.ngozi'. */
const TITLES = new Set(
  "mr mrs miss ms dr prof st chief engr barr arc rev pst hon sir alh alhaji alhaja mallam oba capt col gen".split(
    " ",
  ),
);
const DEGREES = new Set(["b.sc", "m.sc", "b.ed", "m.ed", "h.nd"]);

// A name has at most 100 characters, and a store's at most 120.
const HOST = /([\p{L}\p{N}_-]+)\.(\p{L}[\p{L}\p{N}-]*)(?![\p{L}\p{N}-])(?!\.[\p{L}\p{N}])([/?#:]?)/gu;

/** True if a mail program would turn part of the name into a link. */
export function holdsWebAddress(name: string): boolean {
  const text = name
    .normalize("NFKC")
    .replace(new RegExp(`[${DOTS}]`, "gu"), ".")
    .replace(/\p{Cf}/gu, "");
  // At most 120 characters, as above.
  if (/[a-z][a-z0-9+.-]*:\/\/|\bhttps?:|\bwww\d*\.|\bxn--|\b\d{1,3}(\.\d{1,3}){3}\b/iu.test(text))
    return true;
  for (const [, before = "", ending = "", more] of text.matchAll(HOST)) {
    if (ending.length < 2) continue;
    const small = ending.toLowerCase();
    if (more || ENDINGS.has(small)) return true;
    if (ending.length === 2) {
      if (!DEGREES.has(`${before}.${ending}`.toLowerCase())) return true;
    } else if (ending === small && !TITLES.has(before.toLowerCase())) return true;
  }
  return false;
}

export const NO_WEB_ADDRESS =
  "A name cannot contain a web address. If it is not one, put a space after the dot.";
