/** The URLs whose page is the same for every visitor, with their topics. A page is cached only under this spelling. */
import type { PageTopic } from "../../app/platform/cache/page-cache.server.ts";
import { STORE_CATEGORIES } from "../../app/domain/store-categories.ts";
import { isTrackingCode } from "../../app/domain/tracking-code.ts";

export type CachedAddress = {
  address: string;
  topic: PageTopic;
  /** True if each request for the page counts towards a limit (TRACK-6). */
  counted: boolean;
  /** True if the page is in the language that the visitor chose (TRACK-11). */
  inLanguages: boolean;
  /** True for the pages with which most visits begin. After a while they are stored in the smallest encoding. */
  often: boolean;
};

const plain = (address: string, topic: PageTopic): [string, CachedAddress] => [
  address,
  { address, topic, counted: false, inLanguages: address === "/track", often: true },
];

const FIXED = new Map<string, CachedAddress>([
  plain("/", "stores"),
  plain("/about", "all"),
  plain("/contact", "all"),
  plain("/locations", "all"),
  plain("/book", "all"),
  plain("/booking", "all"),
  plain("/track", "all"),
  plain("/stores", "stores"),
  ...STORE_CATEGORIES.map((category) => plain(`/stores?${new URLSearchParams({ category })}`, "stores")),
]);

const STORE = /^\/stores\/([a-z0-9-]{1,100})$/;
const TRACK = "/track?code=";
/**
 * Pages that a browser may store, with any query. Account forms are left out, because on a shared phone the button
 * 'back' would show the values that another person entered.
 */
const PUBLIC =
  /^\/(?:about|contact|locations|book|booking|book\/purchase|quote|track|stores(?:\/[^/?]+)?)?(?:\?|$)/;

/** Returns the cached page of a URL; null if the URL has none. */
export function cachedAddress(url: string): CachedAddress | null {
  const fixed = FIXED.get(url);
  if (fixed) return fixed;
  const slug = STORE.exec(url)?.[1];
  if (slug) return { address: url, topic: `store/${slug}`, counted: false, inLanguages: false, often: false };
  const code = url.startsWith(TRACK) ? url.slice(TRACK.length) : "";
  return isTrackingCode(code)
    ? { address: url, topic: `booking/${code}`, counted: true, inLanguages: true, often: false }
    : null;
}

/** True for a public page, whether it is cached here or not. A browser without a session may store such a page. */
export const isPublicPage = (url: string): boolean => PUBLIC.test(url);
