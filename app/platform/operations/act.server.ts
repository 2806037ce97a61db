/** ACT-1: the act behind the rows that an operation writes to ledgers and histories. */
import type { ActKind, ActSource } from "../../domain/acts.ts";
import type { Tx } from "../db/client.server.ts";
import { acts } from "../db/schema.ts";

/** The author of rows as they show it. */
export type Author = { byUserId: string | null; byName: string };
/** The author of an act, and the door through which the act came. */
export type ActAuthor = { source: ActSource; authorId: string | null; by: Author };

/** What the first row of an act says about the act. */
type First = { occurredAt?: Date | undefined; runId?: string | null | undefined };

export type Act = {
  /** The time at which the server received the act. */
  readonly at: Date;
  readonly by: Author;
  readonly source: ActSource;
  /**
   * The act's number. The act is stored with the first row that asks for the number, so an operation that changes
   * nothing stores no act. Time and run of the act are those of that row.
   */
  id(first?: First): Promise<number>;
  /** The same act, for rows that show another author. */
  as(by: Author): Act;
};

export type NewAct = ActAuthor & { kind: ActKind; at: Date; deedId?: string; takesBack?: number };

/** The transaction and the act of rows that are written. */
export type Acting = { tx: Tx; act: Act };

/** An act that is stored in this transaction with its first row. */
export function beginAct(tx: Tx, { at, by, ...act }: NewAct): Act {
  let stored: Promise<number> | null = null;
  const id = ({ occurredAt, runId }: First = {}) =>
    (stored ??= storeActs(tx, [{ ...act, occurredAt, runId, at }]).then(([one]) => one!));
  const shown = (author: Author): Act => ({ at, by: author, source: act.source, id, as: shown });
  return shown(by);
}

/** Stores the acts of several deeds, which are written together, by one statement. */
export async function beginActs(tx: Tx, all: readonly (NewAct & First)[]): Promise<Act[]> {
  const ids = await storeActs(tx, all);
  return all.map(({ at, by, source }, n) => {
    const shown = (author: Author): Act => ({
      at,
      by: author,
      source,
      id: () => Promise.resolve(ids[n]!),
      as: shown,
    });
    return shown(by);
  });
}

async function storeActs(tx: Tx, all: readonly (Omit<NewAct, "by"> & First)[]): Promise<number[]> {
  const rows = await tx
    .insert(acts)
    .values(all.map(({ at, occurredAt = at, ...act }) => ({ ...act, occurredAt, receivedAt: at })))
    .returning({ id: acts.id });
  return rows.map(({ id }) => id);
}
