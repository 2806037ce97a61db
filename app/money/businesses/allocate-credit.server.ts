/**
 * BUSINESS-8: pays a business's oldest invoices with the money that the business sent. A surplus becomes credit. If a
 * price is lowered after its payment, the difference becomes credit, too.
 */
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { businesses, businessCredits, invoiceLines, payments } from "../../platform/db/schema.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import { addMoneyEvents, type BookingAccount, type MoneyEvent } from "../prices/booking-account.server.ts";

type Part = { account: BookingAccount; kobo: number };

/** Pays invoiced bookings from their business's credit, the oldest invoice first. The caller must lock the bookings. */
export async function allocateCredit(
  work: Acting,
  businessId: string,
  accounts: readonly BookingAccount[],
): Promise<void> {
  const { tx } = work;
  const over = accounts.filter(({ priceKobo, paidKobo }) => paidKobo > (priceKobo ?? 0));
  const back = await takeBackCredit(
    work,
    businessId,
    over,
    ({ priceKobo, paidKobo }) => paidKobo - (priceKobo ?? 0),
  );
  const paidOf = ({ id, paidKobo }: BookingAccount) => paidKobo - (back.get(id) ?? 0);
  let creditKobo = await creditOf(tx, businessId);
  const parts: Part[] = [];
  for (const { account, invoicedKobo } of await invoicedOf(tx, accounts)) {
    const kobo = Math.min(creditKobo, Math.min(invoicedKobo, account.priceKobo ?? 0) - paidOf(account));
    if (kobo <= 0) continue;
    parts.push({ account: { ...account, paidKobo: paidOf(account) }, kobo });
    creditKobo -= kobo;
  }
  await writePayments(work, businessId, parts);
}

async function creditOf(tx: Tx, businessId: string): Promise<number> {
  const [row] = await tx
    .select({ kobo: businesses.creditKobo })
    .from(businesses)
    .where(eq(businesses.id, businessId));
  return row?.kobo ?? 0;
}

/** Reads the invoiced bookings in the order of their invoices, oldest first, with the sum of their invoice lines. */
async function invoicedOf(tx: Tx, accounts: readonly BookingAccount[]) {
  if (accounts.length === 0) return [];
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const rows = await tx
    .select({
      id: invoiceLines.bookingId,
      invoicedKobo: sql<number>`sum(${invoiceLines.kobo})`.mapWith(Number),
    })
    .from(invoiceLines)
    .where(inArray(invoiceLines.bookingId, [...byId.keys()]))
    .groupBy(invoiceLines.bookingId)
    .orderBy(sql`min(${invoiceLines.id})`);
  return rows.map(({ id, invoicedKobo }) => ({ account: byId.get(id)!, invoicedKobo }));
}

async function writePayments(work: Acting, businessId: string, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return;
  const { tx, act } = work;
  const actId = await act.id();
  const made = await tx
    .insert(payments)
    .values(
      parts.map(({ account, kobo }) => ({
        ...{ bookingId: account.id, method: "account" as const, direction: "in" as const, kobo },
        ...{ actId, at: act.at, ...act.by },
      })),
    )
    .returning({ id: payments.id, kobo: payments.kobo });
  await tx.insert(businessCredits).values(
    made.map(({ id, kobo }) => ({
      ...{ businessId, kind: "used" as const, kobo: -kobo, paymentId: id },
      ...{ actId, at: act.at, ...act.by },
    })),
  );
  await addMoneyEvents(
    work,
    parts.map(({ account, kobo }): MoneyEvent => ({
      account,
      kind: "paid",
      before: account.paidKobo,
      after: account.paidKobo + kobo,
    })),
  );
}

/**
 * Reverses payments that were made from the business's credit, the newest of each booking first, until at least
 * `least(booking)` kobo of the booking are reversed. The caller must lock the bookings.
 */
export async function takeBackCredit(
  work: Acting,
  businessId: string,
  accounts: readonly BookingAccount[],
  least: (account: BookingAccount) => number,
): Promise<Map<string, number>> {
  const { tx, act } = work;
  const back = new Map<string, number>();
  if (accounts.length === 0) return back;
  const paid = await tx
    .select({ id: payments.id, bookingId: payments.bookingId, kobo: payments.kobo })
    .from(payments)
    .where(
      and(
        inArray(
          payments.bookingId,
          accounts.map(({ id }) => id),
        ),
        eq(payments.method, "account"),
        eq(payments.direction, "in"),
        sql`not exists (select from ${payments} r where r.reverses = ${payments}.id)`,
      ),
    )
    .orderBy(desc(payments.at), desc(payments.id));
  const wanted = new Map(accounts.map((account) => [account.id, least(account)]));
  const undone = paid.filter(({ bookingId, kobo }) => {
    const before = back.get(bookingId) ?? 0;
    if (before >= wanted.get(bookingId)!) return false;
    back.set(bookingId, before + kobo);
    return true;
  });
  if (undone.length === 0) return back;
  const actId = await act.id();
  const note = "Moved back to the credit of the business";
  const made = await tx
    .insert(payments)
    .values(
      undone.map(({ id, bookingId, kobo }) => ({
        ...{ bookingId, method: "account" as const, direction: "out" as const, kobo, reverses: id, note },
        ...{ actId, at: act.at, ...act.by },
      })),
    )
    .returning({ id: payments.id, kobo: payments.kobo });
  await tx.insert(businessCredits).values(
    made.map(({ id, kobo }) => ({
      ...{ businessId, kind: "returned" as const, kobo, paymentId: id },
      ...{ actId, at: act.at, ...act.by },
    })),
  );
  await addMoneyEvents(
    work,
    accounts
      .filter(({ id }) => back.has(id))
      .map((account): MoneyEvent => ({
        account,
        kind: "paid",
        before: account.paidKobo,
        after: account.paidKobo - back.get(account.id)!,
      })),
  );
  return back;
}
