/** BUSINESS-8: the payments of businesses for their invoices, in a bank's file. */
import { isInvoiceNumber } from "../../domain/business.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Admin } from "../../access/actor.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { businessCredits } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { accountsOf } from "../prices/booking-account.server.ts";
import { openCodesOf } from "../businesses/account-bookings.server.ts";
import { allocateCredit } from "../businesses/allocate-credit.server.ts";
import { recordBusiness } from "../businesses/business-events.server.ts";
import { findInvoices } from "../businesses/open-invoices.server.ts";

export type Payee = { id: string; name: string };

/**
 * Locks the money (`lockMoneyOf`) of the businesses whose invoices are among `codes`. Returns these businesses by
 * invoice number (`payees`), and the codes of their unsettled bookings (`open`). The caller must then lock the rows of
 * these bookings.
 */
export async function lockBusinessesOf(
  tx: Tx,
  codes: readonly string[],
): Promise<{ payees: Map<string, Payee>; open: string[] }> {
  const numbers = [...new Set(codes.filter(isInvoiceNumber))];
  const found = numbers.length > 0 ? await findInvoices(tx, numbers) : [];
  const payees = new Map(found.map((one) => [one.number, { id: one.businessId, name: one.business }]));
  const open: string[] = [];
  for (const id of [...new Set([...payees.values()].map((payee) => payee.id))].toSorted())
    open.push(...(await openCodesOf(tx, id)));
  return { payees, open };
}

export type SentToPayee = { payee: Payee; kobo: number; reference: string; note: string };

/**
 * Adds the received money to the ledgers of the businesses. Returns the ids of the new rows, in the order of `sent`.
 */
export async function addSent({ tx, at, act }: Work<Admin>, sent: readonly SentToPayee[]): Promise<number[]> {
  if (sent.length === 0) return [];
  const actId = await act.id();
  const rows = await tx
    .insert(businessCredits)
    .values(
      sent.map(({ payee, kobo, reference, note }) => ({
        ...{ businessId: payee.id, kind: "received" as const, method: "transfer" as const },
        ...{ kobo, reference, note, actId, at, ...act.by },
      })),
    )
    .returning({ id: businessCredits.id });
  return rows.map(({ id }) => id);
}

/** Pays the oldest invoices of each business with the received money, and logs the payments. */
export async function paySent(work: Work<Admin>, sent: readonly SentToPayee[]): Promise<void> {
  for (const [id, own] of Map.groupBy(sent, ({ payee }) => payee.id)) {
    const accounts = await accountsOf(work.tx, await openCodesOf(work.tx, id));
    await allocateCredit(work, id, [...accounts.values()]);
    const kobo = own.reduce((sum, one) => sum + one.kobo, 0);
    const text = `Payment of ${formatNaira(kobo)} by a bank statement`;
    await recordBusiness(work, own[0]!.payee, { action: "business_payment", text });
  }
}
