/** Shares reads of rows that many requests need at once, such as a list that all open pages reload after a change. */
import { coalesce, nothingRunning, type Coalesced } from "../coalesce.ts";
import type { Db } from "./client.server.ts";

/**
 * Shares one read among the requests that wait for it (coalesce.ts). The read must give every caller the same rows.
 * Callers must not change the rows.
 */
export function sharedRead<Rows>(read: (db: Db) => Promise<Rows>): (db: Db) => Promise<Rows> {
  const all = new WeakMap<Db, Coalesced<Rows>>();
  return (db) => {
    const turns = all.get(db) ?? nothingRunning<Rows>();
    all.set(db, turns);
    return coalesce(turns, () => read(db));
  };
}

/**
 * Combines look-ups by a key. The keys that are requested while a read runs are looked up together by the next read.
 * `read` returns a map of the rows that exist. The names in the map are the results of `nameOf`.
 */
export function lookupTogether<Key, Row>(
  read: (db: Db, keys: Key[]) => Promise<ReadonlyMap<string, Row>>,
  nameOf: (key: Key) => string,
): (db: Db, key: Key) => Promise<Row | undefined> {
  type Waiting = { turns: Coalesced<ReadonlyMap<string, Row>>; keys: Map<string, Key> };
  const all = new WeakMap<Db, Waiting>();
  return async (db, key) => {
    const waiting: Waiting = all.get(db) ?? { turns: nothingRunning(), keys: new Map() };
    all.set(db, waiting);
    const name = nameOf(key);
    waiting.keys.set(name, key);
    const rows = await coalesce(waiting.turns, () => {
      const keys = [...waiting.keys.values()];
      waiting.keys = new Map();
      return read(db, keys);
    });
    return rows.get(name);
  };
}
