/**
 * CACHE-1: a cache of rendered pages in one process. Each page has one topic. A database trigger reports a topic when
 * the topic's data changes, and all pages of this topic are then removed (docs/decisions/0021-cached-pages.md).
 */
import { LRUCache } from "lru-cache";
import type { Live } from "../live/live.server.ts";

/** The data that a page shows. `all` means only the company's facts. */
export type PageTopic = "stores" | `store/${string}` | `booking/${string}` | "all";

/**
 * A page that is being rendered. `stale` means that the data may have changed since rendering began; the page is then
 * not cached. The page is valid only during `hour`, in which rendering began.
 */
export type PageReading = { topic: PageTopic; stale: boolean; hour: number };

export type PageCache<Page> = {
  /** Returns undefined if the page is not cached, or while this process receives no notifications of changes. */
  get(key: string): Page | undefined;
  /** Begins a page. Must be called before the first read of the page's data. */
  begin(topic: PageTopic): PageReading;
  /**
   * Caches the page, unless its data may have changed since `begin`. The page becomes invalid at `until` (in
   * milliseconds), even if its hour has not ended.
   */
  end(reading: PageReading, key: string, page: Page | null, bytes: number, until?: number): void;
  size(): { pages: number; bytes: number };
};

const MOST_BYTES = 64 * 1024 * 1024;
/** The memory that a cached page needs besides its content and its key. */
const OVERHEAD_BYTES = 2048;
const HOUR_MS = 60 * 60 * 1000;

type Entry<Page> = { page: Page; topic: PageTopic; hour: number; until: number };

export function createPageCache<Page extends object>(
  live: Pick<Live, "listening" | "onPageChange">,
  now: () => Date,
  mostBytes = MOST_BYTES,
): PageCache<Page> {
  const keysOf = new Map<PageTopic, Set<string>>();
  const readings = new Set<PageReading>();
  const entries = new LRUCache<string, Entry<Page>>({
    maxSize: mostBytes,
    dispose({ topic }, key, reason) {
      // A newer page has replaced this page under the same key and topic, so the key stays listed.
      if (reason === "set") return;
      const keys = keysOf.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(topic);
    },
  });

  // Returns the number of the current hour. A page is valid only in its hour, because it shows the year and whether the
  // office is open.
  const hourNow = () => Math.floor(now().getTime() / HOUR_MS);

  live.onPageChange((topics) => {
    const all = topics === null || topics.includes("all");
    for (const reading of readings) if (all || topics.includes(reading.topic)) reading.stale = true;
    if (all) return entries.clear();
    for (const topic of topics)
      for (const key of [...(keysOf.get(topic as PageTopic) ?? [])]) entries.delete(key);
  });

  return {
    get(key) {
      if (!live.listening()) return undefined;
      const entry = entries.get(key);
      return entry?.hour === hourNow() && now().getTime() < entry.until ? entry.page : undefined;
    },
    begin(topic) {
      const reading = { topic, stale: !live.listening(), hour: hourNow() };
      readings.add(reading);
      return reading;
    },
    end(reading, key, page, bytes, until = Infinity) {
      readings.delete(reading);
      if (page === null || reading.stale || !live.listening()) return;
      const { topic, hour } = reading;
      // Rendering began in an earlier hour, so the page may be out of date.
      if (hour !== hourNow()) return;
      entries.set(key, { page, topic, hour, until }, { size: bytes + key.length + OVERHEAD_BYTES });
      // A page that is larger than the whole cache is not stored, so its key is not listed.
      if (entries.has(key)) keysOf.set(topic, (keysOf.get(topic) ?? new Set()).add(key));
    },
    size: () => ({ pages: entries.size, bytes: entries.calculatedSize }),
  };
}
