/** SETTLE-3: pays out debts to payees. Rows are added, never changed. Nothing is paid out twice. */
import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { payableOf } from "../../domain/settlement.ts";
import { freeReference } from "../payments/payment-entries.server.ts";
import { addCollectionReversal } from "../payments/collection-entries.server.ts";
import { payees, settlementEntries } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";
import { payeeMeanwhile } from "./newest-entry.server.ts";
import { maskedOf } from "./payees.server.ts";
import { freezePaidBack, lockFrozenClaims } from "./freeze.server.ts";
import { entryReversalForm, payoutForm } from "./settlement-forms.ts";

const payee = z.object({ id: z.string().max(40) });

async function lockPayee({ tx }: Work<unknown>, { id }: z.infer<typeof payee>) {
  const [row] = isUuid(id) ? await tx.select().from(payees).where(eq(payees.id, id)).for("update") : [];
  return row ?? refuse("not_found", "unknown_payee");
}

/**
 * Records a transfer of kobo to a payee's bank account, with a log row. If the payee has an entry that the page did not
 * show, first asks for a confirmation. Refuses more than is owed, more than riders have paid in (CASH-3), a reference
 * that is already recorded, a payee without a bank account, and a bank account that changed after the page was loaded.
 */
export const payOut = operation({
  name: "settlements.pay_out",
  by: staff("payOut"),
  act: "paid_out",
  input: payoutForm.extend(payee.shape),
  on: lockPayee,
  meanwhile: payeeMeanwhile,
  run: async ({ tx, actor, at, act }, { id, amount: kobo, reference, accountSince }, found) => {
    const paidTo = maskedOf(found);
    if (!paidTo) return refuse("conflict", "no_account");
    if (found.accountSince?.toISOString() !== accountSince) return refuse("conflict", "changed_meanwhile");
    if (kobo > found.owedKobo) return refuse("invalid", "more_than_owed", { owedKobo: found.owedKobo });
    const payableKobo = payableOf(found);
    if (kobo > payableKobo) return refuse("invalid", "more_than_payable", { payableKobo });
    const [made] = await tx
      .insert(settlementEntries)
      .values({
        payeeId: id,
        kind: "paid_out",
        method: "transfer",
        grossKobo: -kobo,
        reference: await freeReference(tx, settlementEntries, "transfer", reference),
        paidTo,
        actId: await act.id(),
        at,
        ...act.by,
      })
      .onConflictDoNothing({ target: [settlementEntries.method, settlementEntries.reference] })
      .returning({ id: settlementEntries.id });
    if (!made) return refuse("conflict", "reference_recorded");
    await recordActivity(tx, actor, at, {
      action: "pay_out",
      // The bank and the reference may name the payee, and log rows cannot be changed. So this text names neither.
      description: `Paid out ${formatNaira(kobo)}`,
      entityType: "payee",
      entityId: id,
    });
    return { ok: true };
  },
});

/**
 * Reverses a payout that the bank returned. The amount is owed again. The part for a parcel with an open claim is
 * frozen (CLAIM-3). Refuses a reversed payout.
 */
export const reversePayout = operation({
  name: "settlements.reverse_payout",
  by: staff("payOut"),
  act: "payout_reversed",
  input: entryReversalForm.extend(payee.shape),
  on: async (work, input) => {
    // The rows of claims are locked before the payee's row, in the same order as when a claim is decided.
    if (isUuid(input.id)) await lockFrozenClaims(work.tx, input.id);
    return lockPayee(work, input);
  },
  run: async ({ tx, actor, at, act }, { id: payeeId, entryId, reversalReason: note }) => {
    const [entry] = await tx
      .select()
      .from(settlementEntries)
      .where(and(eq(settlementEntries.id, entryId), eq(settlementEntries.payeeId, payeeId)));
    if (entry?.kind !== "paid_out") return refuse("not_found", "unknown_payout");
    const { method, grossKobo, paidTo } = entry;
    const reversal = { payeeId, method, grossKobo: -grossKobo, reverses: entryId, paidTo, note };
    if (!(await addCollectionReversal({ tx, act }, reversal)))
      return refuse("conflict", "payout_reversed_before");
    await freezePaidBack(tx, payeeId);
    await recordActivity(tx, actor, at, {
      action: "reverse_payout",
      description: `Reversed a payout of ${formatNaira(-grossKobo)}`,
      entityType: "payee",
      entityId: payeeId,
    });
    return { ok: true };
  },
});
