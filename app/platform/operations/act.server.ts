/** ACT-1: the act of an operation. Every row that the operation writes to a ledger or a history refers to it. */
import { sql } from "drizzle-orm";
import type { ActKind, ActSource } from "../../domain/acts.ts";
import type { ByPhone } from "../../domain/deed-order.ts";
import type { Tx } from "../db/client.server.ts";
import { acts } from "../db/schema.ts";

export type Author = { byUserId: string | null; byName: string };
export type ActAuthor = { source: ActSource; authorId: string | null; by: Author };

/** The time and the run of the first row that refers to an act. The act stores both. */
type First = { occurredAt?: Date | undefined; runId?: string | null | undefined };

export type Act = {
  /** When the server received the act. */
  readonly at: Date;
  readonly by: Author;
  readonly source: ActSource;
  /** The phone that reported the act, and the deed's number on that phone. Null if no phone reported the act. */
  readonly phone: ByPhone | null;
  /**
   * Returns the act's number. The first call stores the act, with the time and run of the row that needs the number. If
   * an operation writes no row, no act is stored.
   */
  id(first?: First): Promise<number>;
  /** Returns the same act with another author, for rows whose author is not the person who runs the operation. */
  as(by: Author): Act;
};

export type DeedOfAct = { deedId: string; phone: ByPhone };
export type NewAct = ActAuthor & { kind: ActKind; at: Date; deed?: DeedOfAct; takesBack?: number };

/** SQL for queries that join `acts`: the phone that reported the act; null if no phone did. */
export const phoneOfAct = sql<ByPhone | null>`case when ${acts.phoneId} is not null
  then json_build_object('id', ${acts.phoneId}, 'number', ${acts.phoneNumber}) end`;

export type Acting = { tx: Tx; act: Act };

/** Begins an act. The act is stored in this transaction when the first row needs its number. */
export function beginAct(tx: Tx, { by, ...act }: NewAct): Act {
  let stored: Promise<number> | null = null;
  const id = ({ occurredAt, runId }: First = {}) =>
    (stored ??= storeActs(tx, [{ ...act, occurredAt, runId }]).then(([one]) => one!));
  return shownAs(act, id)(by);
}

/** Stores the acts of several deeds by one statement. */
export async function beginActs(tx: Tx, all: readonly (NewAct & First)[]): Promise<Act[]> {
  const ids = await storeActs(tx, all);
  return all.map(({ by, ...act }, n) => shownAs(act, () => Promise.resolve(ids[n]!))(by));
}

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
