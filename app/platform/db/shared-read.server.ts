/**
 * A read that many requests need at the same moment, such as the list that every open page reloads after a change.
 * While it runs, further requests wait and share the next one. That one begins after each of them asked, so that no
 * request gets a result that is older than itself. Only for reads that give every caller the same result.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "./client.server.ts";

/** A read that hangs delays those who wait for it by no more than this. */
const LONGEST_WAIT_MS = 250;

type Turns<Rows> = { running: Promise<unknown> | null; next: Promise<Rows> | null };

/** Makes a read shared, for each database. Callers must not change the result. */
export function sharedRead<Rows>(read: (db: Db) => Promise<Rows>): (db: Db) => Promise<Rows> {
  const all = new WeakMap<Db, Turns<Rows>>();
  return (db) => {
    const turns = all.get(db) ?? { running: null, next: null };
    all.set(db, turns);
    const begin = () => {
      turns.next = null;
      const rows = read(db);
      const ended = rows.then(over, over);
      function over() {
        if (turns.running === ended) turns.running = null;
      }
      turns.running = ended;
      return rows;
    };
    if (turns.next) return turns.next;
    if (!turns.running) return begin();
    const late = new AbortController();
    const waited = sleep(LONGEST_WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined);
    turns.next = Promise.race([turns.running, waited]).then(() => {
      late.abort();
      return begin();
    });
    return turns.next;
  };
}
