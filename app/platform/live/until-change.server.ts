/** Values that are read from the database once, and cached in memory until a trigger reports a change. */
import { isDatabaseUnavailable, type Db } from "../db/client.server.ts";
import type { Live, Topic } from "./live.server.ts";

type From = Pick<Db, "select">;
type Notices = Pick<Live, "onPageChange" | "subscribe" | "listening">;
type Source = { db: From; live: Notices };
type Cached<Value> = { known: { value: Value } | null; fresh: boolean; changes: number };

/**
 * Returns a function that reads a value, and caches it until a change of `topic` (or of all public pages) is reported.
 * - If a change is reported while the value is read, the next call reads it again.
 * - While this process receives no notifications, each call reads the value.
 * - If the database is unavailable, a call outside a transaction returns the last known value.
 * - A caller inside a transaction must pass the transaction as `tx`, because a second connection for each such caller
 *   could exhaust the pool. A value read in a transaction is not cached, because the transaction may be rolled back.
 */
export function untilChange<Value>(topic: Topic | "all pages", read: (db: From) => Promise<Value>) {
  const caches = new WeakMap<Notices, Cached<Value>>();
  const open = (live: Notices): Cached<Value> => {
    const cached: Cached<Value> = { known: null, fresh: false, changes: 0 };
    const onChange = () => {
      cached.fresh = false;
      cached.changes++;
    };
    if (topic !== "all pages") live.subscribe([topic], onChange);
    else live.onPageChange((topics) => (!topics || topics.includes("all")) && onChange());
    caches.set(live, cached);
    return cached;
  };
  return async ({ db, live }: Source, tx?: From): Promise<Value> => {
    const cached = caches.get(live) ?? open(live);
    if (cached.known && cached.fresh && live.listening()) return cached.known.value;
    if (tx) return read(tx);
    const before = cached.changes;
    try {
      const value = await read(db);
      cached.known = { value };
      cached.fresh = cached.changes === before;
      return value;
    } catch (error) {
      if (cached.known && isDatabaseUnavailable(error)) return cached.known.value;
      throw error;
    }
  };
}
