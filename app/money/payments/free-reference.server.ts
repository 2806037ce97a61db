/** References in a ledger whose rows never change. Reversing a row frees its reference. */
import { sql } from "drizzle-orm";
import { freeSpelling, numbered, type PaymentMethod } from "../../domain/payment.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { payments, settlementEntries } from "../../platform/db/schema.ts";

/**
 * The spelling under which a reference is stored. A reference is unique within a payment method, and rows stay in the
 * ledger. So a reference that is used again after a reversal gets a number at its end.
 */
export async function freeReference(
  tx: Tx,
  ledger: typeof payments | typeof settlementEntries,
  method: PaymentMethod,
  reference: string,
): Promise<string> {
  const { rows } = await tx.execute<{ reference: string }>(sql`
    select entry.reference from ${ledger} entry join ${ledger} reversal on reversal.reverses = entry.id
    where entry.method = ${method} and entry.reference in ${[reference, ...numbered(reference)]}`);
  return freeSpelling(
    reference,
    rows.map((row) => row.reference),
  );
}
