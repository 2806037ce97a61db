/** ACT-1: the act behind the rows that an operation writes to ledgers and histories. */
import { sql } from "drizzle-orm";
import type { ActKind, ActSource } from "../../domain/acts.ts";
import type { ByPhone } from "../../domain/deed-order.ts";
import type { Tx } from "../db/client.server.ts";
import { acts } from "../db/schema.ts";

export type Author = { byUserId: string | null; byName: string };
/** The author of an act, and its source. */
export type ActAuthor = { source: ActSource; authorId: string | null; by: Author };

/** The facts of an act that its first row gives. */
type First = { occurredAt?: Date | undefined; runId?: string | null | undefined };

export type Act = {
  /** The time at which the server received the act. */
  readonly at: Date;
  readonly by: Author;
  readonly source: ActSource;
  /** The phone that told of the act, and the number of the deed on it; null for an act that no phone told. */
  readonly phone: ByPhone | null;
  /**
   * The act's number. The act is stored with the first row that asks for the number, so an operation that changes
   * nothing stores no act. Time and run of the act are those of that row.
   */
  id(first?: First): Promise<number>;
  /** The same act, for rows that show another author. */
  as(by: Author): Act;
};

export type DeedOfAct = { deedId: string; phone: ByPhone };
export type NewAct = ActAuthor & { kind: ActKind; at: Date; deed?: DeedOfAct; takesBack?: number };

/** The phone that told of an act, for a query that joins `acts`; null for an act that no phone told. */
export const phoneOfAct = sql<ByPhone | null>`case when ${acts.phoneId} is not null
  then json_build_object('id', ${acts.phoneId}, 'number', ${acts.phoneNumber}) end`;

/** The transaction and the act of rows that are written. */
export type Acting = { tx: Tx; act: Act };

/** An act that is stored in this transaction with its first row. */
export function beginAct(tx: Tx, { by, ...act }: NewAct): Act {
  let stored: Promise<number> | null = null;
  const id = ({ occurredAt, runId }: First = {}) =>
    (stored ??= storeActs(tx, [{ ...act, occurredAt, runId }]).then(([one]) => one!));
  return shownAs(act, id)(by);
}

/** Stores the acts of several deeds, which are written together, by one statement. */
export async function beginActs(tx: Tx, all: readonly (NewAct & First)[]): Promise<Act[]> {
  const ids = await storeActs(tx, all);
  return all.map(({ by, ...act }, n) => shownAs(act, () => Promise.resolve(ids[n]!))(by));
}

/** Returns the act with the author that its rows show. */
function shownAs({ at, source, deed }: Omit<NewAct, "by">, id: Act["id"]): Act["as"] {
  const as = (by: Author): Act => ({ at, by, source, phone: deed?.phone ?? null, id, as });
  return as;
}

async function storeActs(tx: Tx, all: readonly (Omit<NewAct, "by"> & First)[]): Promise<number[]> {
  const rows = await tx
    .insert(acts)
    .values(
      all.map(({ at, occurredAt = at, deed, ...act }) => ({
        ...{ ...act, occurredAt, receivedAt: at },
        ...(deed && { deedId: deed.deedId, phoneId: deed.phone.id, phoneNumber: deed.phone.number }),
      })),
    )
    .returning({ id: acts.id });
  return rows.map(({ id }) => id);
}
