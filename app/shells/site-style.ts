/**
 * The style is sent once. It is inlined in a browser's first page, which saves a round trip before the first paint; then
 * a script fetches the same style as a file that is kept for ever, and says so in a cookie: later pages link the file.
 * Without scripts, with another version, or when no cookie is kept, each page carries it as before.
 */
import file from "../ui/site.css?url";

export const STYLE_FILE = file;
const COOKIE = "style";
const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** The hash of the content in the name of a built file; in development there is none, and the style stays inlined. */
const VERSION = /-([\w-]{8})\.css$/.exec(file)?.[1];

/** What a browser's Cookie header contains that has fetched this very style. */
export const STYLE_COOKIE = `${COOKIE}=${VERSION}`;

/** Whether the browser of this request has fetched this very style. */
export function keepsStyle(cookies: string | null): boolean {
  return Boolean(VERSION && cookies?.split(/; */).includes(STYLE_COOKIE));
}

/** Where the style of the document that is shown comes from: what it was sent with stays. */
export function styleOfDocument(): { css: string | null } {
  const element = document.getElementById("site-style");
  return { css: element instanceof HTMLLinkElement ? null : (element?.textContent ?? "") };
}

/** Fetches the style's file for the pages to come. */
export async function fetchStyle(): Promise<void> {
  if (!VERSION || keepsStyle(document.cookie)) return;
  const response = await fetch(file, { priority: "low" });
  if (!response.ok) return;
  await response.arrayBuffer();
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${STYLE_COOKIE}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
