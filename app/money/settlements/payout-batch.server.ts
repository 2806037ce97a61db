/** SETTLE-8: pays several payees at once. All payouts of a batch are recorded, or none. */
import { and, desc, inArray, isNotNull, max, sql } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { payableOf } from "../../domain/settlement.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { payees, settlementEntries } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { refuse as refuseFields } from "../../platform/http/result.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";
import { maskedOf } from "./payees.server.ts";
import { payeeField, readSeen, type SeenPayee } from "./payout-batch-form.ts";
import { fromPayees } from "./statement.server.ts";

type Payee = typeof payees.$inferSelect;

/**
 * Pays each ticked payee the whole payable amount (CASH-3). Each payment has an entry and a log row, and all have the
 * same batch number. All payouts are refused if the debt to a payee or a payee's bank account changed after the page
 * was loaded. The refusal names the reason for each of these payees.
 */
export const payOutSeveral = operation({
  name: "settlements.pay_out_several",
  by: staff("payOut"),
  act: "paid_out",
  input: z.object({}).catchall(z.string()),
  on: async ({ tx }, texts) => {
    const seen = readSeen(texts).filter(({ id }) => isUuid(id));
    if (seen.length === 0) return refuse("invalid", "nobody_chosen");
    const ids = seen.map(({ id }) => id);
    // The payees' rows are locked in order of id, so that two people who pay the same payees wait for each other and do
    // not deadlock.
    const rows = await tx
      .select()
      .from(payees)
      .where(inArray(payees.id, ids))
      .orderBy(payees.id)
      .for("update");
    return { seen, rows: new Map(rows.map((row) => [row.id, row])), newest: await newestEntries(tx, ids) };
  },
  run: async ({ tx, actor, at, act }, _, { seen, rows, newest }) => {
    const errors: Record<string, string> = {};
    const paid = seen.flatMap((one) => {
      const row = rows.get(one.id);
      const why = whyNot(one, row, newest.get(one.id) ?? 0);
      if (why) errors[payeeField(one.id)] = why;
      return row && !why ? [row] : [];
    });
    if (paid.length < seen.length) return refuseFields("conflict", errors);
    const batch = await nextBatch(tx);
    const actId = await act.id();
    const made = await tx
      .insert(settlementEntries)
      .values(
        paid.map((row, index) => ({
          payeeId: row.id,
          kind: "paid_out" as const,
          method: "transfer" as const,
          grossKobo: -payableOf(row),
          reference: `PAY${batch}-${index + 1}`,
          paidTo: maskedOf(row),
          batch,
          actId,
          at,
          ...act.by,
        })),
      )
      .onConflictDoNothing({ target: [settlementEntries.method, settlementEntries.reference] })
      .returning({ id: settlementEntries.id });
    if (made.length < paid.length) return refuse("conflict", "batch_reference_recorded", { batch });
    for (const row of paid)
      await recordActivity(tx, actor, at, {
        action: "pay_out",
        description: `Paid out ${formatNaira(payableOf(row))}, file ${batch}`,
        entityType: "payee",
        entityId: row.id,
      });
    return { ok: true, batch, payees: paid.length };
  },
});

/** Returns the reason why a payee cannot be paid with the values of the page, or null. */
function whyNot({ payableKobo, seen, accountSince }: SeenPayee, row: Payee | undefined, newest: number) {
  if (!row || !maskedOf(row)) return "There is no bank account any more.";
  if (row.accountSince?.toISOString() !== accountSince)
    return "The bank account changed while this page was open. Check the new one, then pay again.";
  const now = payableOf(row);
  if (newest === seen && now === payableKobo && payableKobo > 0) return null;
  return now > 0
    ? `What we owe changed while this page was open. We now owe ${formatNaira(now)}.`
    : "We owe nothing any more: someone else paid out meanwhile.";
}

async function newestEntries(tx: Pick<Tx, "select">, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: settlementEntries.payeeId, newest: max(settlementEntries.id) })
    .from(settlementEntries)
    .where(inArray(settlementEntries.payeeId, [...ids]))
    .groupBy(settlementEntries.payeeId);
  return new Map(rows.map(({ id, newest }) => [id, newest ?? 0]));
}

/** Reserves the next batch number. Of two simultaneous batches the second waits here. */
async function nextBatch(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('payout batch'))`);
  const [row] = await tx.select({ newest: max(settlementEntries.batch) }).from(settlementEntries);
  return (row?.newest ?? 0) + 1;
}

/** Lists at most `most` payees that can be paid now, longest owed first, with the values for the form. */
export async function listPayable(db: Pick<Db, "select">, most: number) {
  const rows = await fromPayees(db)
    .where(and(sql`${payees.owedKobo} > greatest(0, ${payees.heldKobo})`, isNotNull(payees.accountNumber)))
    .orderBy(payees.owedSince, payees.id)
    .limit(most);
  const newest = await newestEntries(
    db,
    rows.map(({ payee }) => payee.id),
  );
  return rows.map(({ payee, name, store }) => ({
    id: payee.id,
    name,
    isStore: store !== null,
    account: maskedOf(payee) ?? "",
    payableKobo: payableOf(payee),
    owedSince: payee.owedSince,
    seen: newest.get(payee.id) ?? 0,
    accountSince: payee.accountSince?.toISOString() ?? "",
  }));
}

/** Lists the newest 20 batches with their sums in kobo, including reversed payouts. */
export function listPayoutBatches(db: Pick<Db, "select">) {
  return db
    .select({
      batch: sql<number>`${settlementEntries.batch}`,
      at: sql<Date>`min(${settlementEntries.at})`.mapWith(settlementEntries.at),
      payees: sql<number>`count(*)::int`,
      kobo: sql<number>`-sum(${settlementEntries.grossKobo})::float8`,
    })
    .from(settlementEntries)
    .where(isNotNull(settlementEntries.batch))
    .groupBy(settlementEntries.batch)
    .orderBy(desc(settlementEntries.batch))
    .limit(20);
}
