/** A read that many requests need at the same moment, such as the list that every open page reloads after a change. */
import { inNextTurn, noTurns, type Turns } from "../next-turn.ts";
import type { Db } from "./client.server.ts";

/**
 * Makes a read shared by the requests that wait for it (next-turn.ts), for each database. Only for reads that give every
 * caller the same rows; callers must not change them.
 */
export function sharedRead<Rows>(read: (db: Db) => Promise<Rows>): (db: Db) => Promise<Rows> {
  const all = new WeakMap<Db, Turns<Rows>>();
  return (db) => {
    const turns = all.get(db) ?? noTurns<Rows>();
    all.set(db, turns);
    return inNextTurn(turns, () => read(db));
  };
}
