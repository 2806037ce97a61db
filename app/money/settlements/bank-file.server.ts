/** SETTLE-8: the payouts that were recorded together, for staff and as the file for the bank. */
import { asc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { bankCode } from "../../domain/banks.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { payees, profiles, settlementEntries, stores } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";
import { payeeName } from "./statement.server.ts";

async function payoutsOf(db: Pick<Db, "select">, batch: number) {
  const rows = await db
    .select({
      entry: settlementEntries,
      payee: payees,
      name: payeeName,
      cameBack: sql<boolean>`exists (select from settlement_entries r where r.reverses = ${settlementEntries.id})`,
    })
    .from(settlementEntries)
    .innerJoin(payees, eq(payees.id, settlementEntries.payeeId))
    .leftJoin(stores, eq(stores.id, payees.storeId))
    .leftJoin(profiles, eq(profiles.id, payees.customerId))
    .where(eq(settlementEntries.batch, batch))
    .orderBy(asc(settlementEntries.id));
  return rows.map(({ entry, payee, name, cameBack }) => ({
    name,
    payee,
    at: entry.at,
    byName: entry.byName,
    kobo: -entry.grossKobo,
    reference: entry.reference ?? "",
    paidTo: entry.paidTo,
    cameBack,
    /** True if the payee's bank account was changed or deleted after the payout. */
    changed: !payee.accountSince || payee.accountSince > entry.at,
  }));
}

/** Reads the payouts of a batch, with the last four digits of bank accounts. Null for an unknown batch. */
export async function readPayoutBatch(db: Pick<Db, "select">, batch: number) {
  const payouts = (await payoutsOf(db, batch)).map(({ payee, ...payout }) => ({
    ...payout,
    id: payee.id,
    hasCode: bankCode(payee.bank ?? "") !== null,
  }));
  const [first] = payouts;
  return first ? { batch, at: first.at, byName: first.byName, payouts } : null;
}

/**
 * Returns the rows of the file for the bank, with whole account numbers. A log row names the reader. Reversed payouts
 * are left out. Refuses a batch with a payee whose bank account changed after the payout: staff must reverse this
 * payout first.
 */
export const takeBankFile = operation({
  name: "settlements.take_bank_file",
  by: staff("payOut"),
  keyless: true,
  input: z.object({ batch: z.coerce.number().int().positive().max(2_147_483_647) }),
  on: async ({ tx }, { batch }) => {
    const open = (await payoutsOf(tx, batch)).filter(({ cameBack }) => !cameBack);
    if (open.length === 0) return refuse("not_found", "no_payouts");
    const changed = open.filter((payout) => payout.changed).map(({ name }) => name);
    return changed.length > 0 ? refuse("conflict", "account_changed_since", { names: changed }) : open;
  },
  run: async ({ tx, actor, at }, { batch }, open) => {
    await recordActivity(tx, actor, at, {
      action: "export",
      description: `Took the file for the bank of payouts ${batch}`,
      entityType: "payee",
    });
    const rows = open.map(({ payee, kobo, reference }) => ({
      accountNumber: payee.accountNumber ?? "",
      accountName: payee.accountName ?? "",
      bank: payee.bank ?? "",
      bankCode: bankCode(payee.bank ?? "") ?? "",
      kobo,
      reference,
    }));
    return { ok: true, rows };
  },
});
