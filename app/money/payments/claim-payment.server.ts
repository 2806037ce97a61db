/** CLAIM-5: payments to a sender for a claim. Such payments do not count as payments of the booking's price. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Acting } from "../../platform/operations/act.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { payments } from "../../platform/db/schema.ts";
import { freeReference } from "./payment-entries.server.ts";

type ClaimPayment = { bookingId: string; claimId: string; kobo: number; reference: string };

/**
 * Adds a transfer in kobo to the sender. The caller must first lock the booking's row. Returns false for a reference
 * that is already recorded.
 */
export async function addClaimPayment(
  { tx, act }: Acting,
  { reference, ...payment }: ClaimPayment,
): Promise<boolean> {
  const [made] = await tx
    .insert(payments)
    .values({
      ...payment,
      method: "transfer",
      direction: "out",
      reference: await freeReference(tx, payments, "transfer", reference),
      actId: await act.id(),
      at: act.at,
      ...act.by,
    })
    .onConflictDoNothing({ target: [payments.method, payments.reference] })
    .returning({ id: payments.id });
  return made !== undefined;
}

const notReversed = sql`not exists (select from ${payments} r where r.reverses = ${payments.id})`;

/** Returns the unreversed payment for a claim, or null. */
export async function claimPaymentOf(tx: Pick<Tx, "select">, claimId: string) {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.claimId, claimId), isNull(payments.reverses), notReversed))
    .orderBy(desc(payments.at), desc(payments.id))
    .limit(1);
  return row ?? null;
}

/**
 * Reverses a claim payment that the bank returned. The caller must lock the booking's row. Null if there is no
 * payment to reverse.
 */
export async function reverseClaimPayment(
  { tx, act }: Acting,
  claimId: string,
  note: string,
): Promise<{ kobo: number } | null> {
  const paid = await claimPaymentOf(tx, claimId);
  if (!paid) return null;
  const { id, bookingId, method, kobo } = paid;
  const [made] = await tx
    .insert(payments)
    .values({
      ...{ bookingId, claimId, method, kobo, direction: "in", reverses: id, note },
      ...{ actId: await act.id(), at: act.at, ...act.by },
    })
    .onConflictDoNothing({ target: payments.reverses })
    .returning({ id: payments.id });
  return made ? { kobo } : null;
}
