/**
 * Which addresses show the same to every visitor, and what of the database they show. A spelling that is not listed here is
 * answered as always and not cached.
 */
import type { PageTopic } from "../../app/platform/cache/page-cache.server.ts";
import { STORE_CATEGORIES } from "../../app/domain/store-categories.ts";
import { isTrackingCode } from "../../app/domain/tracking-code.ts";

export type CachedAddress = {
  /** Path and query, in the one spelling that is asked for inside. */
  address: string;
  topic: PageTopic;
  /** Whether each look counts against a limit (TRACK-6). */
  counted: boolean;
  /** It is shown in the language that the visitor chose (TRACK-11). */
  inLanguages: boolean;
  /** One of the few pages that most visits begin with: worth the smallest form. */
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
/** Pages for every visitor, whatever they ask for. Not the forms of accounts: 'back' on a shared phone would show what was filled in. */
const PUBLIC =
  /^\/(?:about|contact|locations|book|booking|book\/purchase|quote|track|stores(?:\/[^/?]+)?)?(?:\?|$)/;

/** The page of an address as a request spells it; null for one that is not cached. */
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

/** Whether an address is a public page, cached or not: without a session a browser may store it. */
export const isPublicPage = (url: string): boolean => PUBLIC.test(url);
