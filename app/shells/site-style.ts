/**
 * Gives a browser the style only once. The first page contains the style, which saves a round trip before the first
 * paint. Then a script fetches the style as a file with a permanent cache, and sets a cookie, so that later pages
 * link the file. Without JavaScript, without cookies, or after a new version, a page contains the style again.
 */
import file from "../ui/site.css?url";

export const STYLE_FILE = file;
const COOKIE = "style";
const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** The content hash in the file's name. In development the name has no hash, so every page contains the style. */
const VERSION = /-([\w-]{8})\.css$/.exec(file)?.[1];

/** The cookie of a browser that has fetched this version of the style. */
export const STYLE_COOKIE = `${COOKIE}=${VERSION}`;

/** True if this browser has fetched this version of the style. */
export function keepsStyle(cookies: string | null): boolean {
  return Boolean(VERSION && cookies?.split(/; */).includes(STYLE_COOKIE));
}

/**
 * Returns the style that the document had when it was loaded: its text (null for a linked file) and its name. The
 * result is the same at every call.
 */
export function styleOfDocument(): { css: string | null; of: string | undefined } {
  const element = document.getElementById("site-style");
  return {
    css: element instanceof HTMLLinkElement ? null : (element?.textContent ?? ""),
    of: element?.dataset["of"],
  };
}

let whole: Promise<unknown> | undefined;

/** Adds the whole style directly after the smaller style, because later styles override some of its rules. */
export const loadWholeStyle = (): Promise<unknown> =>
  (whole ??= new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: file });
    // If the style fails to load, the page is shown without it, because the text is still readable.
    link.onload = link.onerror = done;
    document.getElementById("site-style")?.after(link);
  }));

/** Fetches the style's file for later pages. */
export async function fetchStyle(): Promise<void> {
  if (!VERSION || keepsStyle(document.cookie)) return;
  const response = await fetch(file, { priority: "low" });
  if (!response.ok) return;
  await response.arrayBuffer();
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${STYLE_COOKIE}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
