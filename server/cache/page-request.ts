/** Reads the part of a visitor's request that the page cache uses. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { PageForAll } from "../../app/platform/context.ts";
import { chosenLanguage, languageCookie } from "../../app/languages/language-cookie.ts";
import { keepsStyle, STYLE_COOKIE } from "../../app/shells/site-style.ts";
import { chooseEncoding, type Encoding } from "../http/encodings.ts";
import { cachedAddress, type CachedAddress } from "./cached-paths.ts";

/** Our cookies that identify nobody. A visitor with any other cookie gets a page of their own. */
const HARMLESS = new Set(["style", "browser", "__Host-browser", "language"]);

/** The URL of a request, with the facts about the visitor. A cached page may use no other facts. */
export type PageRequest = CachedAddress & {
  key: string;
  encoding: Encoding;
  headers: Record<string, string>;
  forEverybody: PageForAll;
  /** True once the request has counted towards the limit of its page. */
  wasCounted?: true;
};

export type CachedPagesEnv = {
  Bindings: HttpBindings;
  Variables: { nonce: string; pageRequest?: PageRequest };
};

/**
 * Returns null for a visitor who needs a page of their own, and for a request without a socket, because a cached page
 * is written to the socket.
 */
export function pageRequestOf(c: Context<CachedPagesEnv>): PageRequest | null {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming;
  if (!incoming || (incoming.method !== "GET" && incoming.method !== "HEAD")) return null;
  const page = cachedAddress(incoming.url ?? "");
  if (!page) return null;
  const { headers } = incoming;
  if (headers["ona-offline-cache"] !== undefined || !isHarmless(headers.cookie)) return null;
  const style = keepsStyle(headers.cookie ?? null);
  const language = page.inLanguages ? chosenLanguage(headers.cookie) : null;
  const lean = /^on$/i.test(String(headers["save-data"] ?? ""));
  // A parcel's page (`counted`) is requested only once or twice between two changes, so fast compression is best.
  const order = page.counted ? "fastest" : "smallest";
  const encoding = chooseEncoding(headers["accept-encoding"]?.toString(), order);
  const key = `${page.address} ${encoding.name ?? "-"}${style ? " style" : ""}${lean ? " lean" : ""}${language ? ` ${language}` : ""}`;
  const cookies = [
    ...(style ? [STYLE_COOKIE] : []),
    ...(language ? [languageCookie(language)] : []),
    ...(page.counted ? (headers.cookie ?? "").split(/; */).filter((cookie) => /browser=/.test(cookie)) : []),
  ];
  return {
    ...page,
    key,
    encoding,
    headers: {
      ...(cookies.length > 0 && { Cookie: cookies.join("; ") }),
      ...(lean && { "Save-Data": "on" }),
    },
    forEverybody: { formKey: false, loadedAt: 0 },
  };
}

export function isHarmless(cookies: string | undefined): boolean {
  return (cookies ?? "")
    .split(";")
    .every((cookie) => cookie.trim() === "" || HARMLESS.has(cookie.slice(0, cookie.indexOf("=")).trim()));
}
