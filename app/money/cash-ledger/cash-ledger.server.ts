/**
 * CASH-1: writes cash accounts. Rows are added, never changed. A trigger updates the balances and marks the
 * collections that were paid in.
 */
import { and, eq } from "drizzle-orm";
import type { CashHolder, CashKind, CashPart, NoteCount } from "../../domain/cash.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { cashAccounts, cashEntries } from "../../platform/db/schema.ts";

export type CashEntry = typeof cashEntries.$inferSelect;

export type NewCash = {
  holder: CashHolder;
  kind: CashKind;
  /** The amount in kobo. Negative if the holder's cash decreases. */
  kobo: number;
  part?: CashPart;
  bookingId?: string | null;
  runId?: string | null;
  /** The time of the act. The default is now. */
  occurredAt?: Date;
  notes?: NoteCount;
  reason?: string;
  reference?: string;
  approvedByName?: string;
  reverses?: number;
};

/**
 * Adds entries to the act in the caller's transaction, and returns their numbers. An entry whose reference is already
 * recorded is left out. The caller must first lock the rows of the bookings. The cash accounts are locked in the order
 * of the entries. To avoid deadlocks, a rider's entry must come before a hub's entry.
 */
export async function addCash({ tx, act }: Acting, entries: readonly NewCash[]): Promise<number[]> {
  const made: number[] = [];
  // The entries are inserted singly, because a trigger locks the row of each entry's cash account.
  for (const { holder, occurredAt = act.at, ...entry } of entries) {
    const actId = await act.id({ occurredAt, runId: entry.runId });
    const row = { holderKind: holder.kind, holderId: holder.id, actId, occurredAt, receivedAt: act.at };
    const [one] = await tx
      .insert(cashEntries)
      .values({ ...entry, ...row, ...act.by })
      .onConflictDoNothing({ target: cashEntries.reference })
      .returning({ id: cashEntries.id });
    if (one) made.push(one.id);
  }
  return made;
}

/**
 * Reverses one cash entry. If the cash moved between two holders, the other holder's entry stays. Returns false if the
 * entry was already reversed.
 */
export async function reverseCash(
  { tx, act }: Acting,
  { id, holderKind, holderId, kobo, bookingId, runId }: CashEntry,
  reason: string | null,
): Promise<boolean> {
  const made = await tx
    .insert(cashEntries)
    .values({
      ...{ holderKind, holderId, kobo: -kobo, bookingId, runId, reason, reverses: id },
      ...{ kind: "reversed", actId: await act.id(), occurredAt: act.at, receivedAt: act.at, ...act.by },
    })
    .onConflictDoNothing({ target: cashEntries.reverses })
    .returning({ id: cashEntries.id });
  return made.length > 0;
}

/**
 * Reverses a cash entry, or does nothing for null. Call this after the row of the booking is locked and before a row
 * is added to the ledger of payments or settlements: every transaction locks these rows in this order.
 */
export async function reverseCashOf(work: Acting, id: number | null, reason: string): Promise<void> {
  if (id === null) return;
  const [entry] = await work.tx.select().from(cashEntries).where(eq(cashEntries.id, id));
  if (entry) await reverseCash(work, entry, reason);
}

/** Locks the row of a holder's cash account, so that the next writer waits. */
export async function lockCash(tx: Tx, { kind: holderKind, id: holderId }: CashHolder): Promise<void> {
  // A holder without an entry has no row to lock, so an empty cash account is stored first.
  await tx.insert(cashAccounts).values({ holderKind, holderId, lastEntry: 0 }).onConflictDoNothing();
  await tx
    .select({ lastEntry: cashAccounts.lastEntry })
    .from(cashAccounts)
    .where(and(eq(cashAccounts.holderKind, holderKind), eq(cashAccounts.holderId, holderId)))
    .for("update");
}
