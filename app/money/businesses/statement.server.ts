/** BUSINESS-9: the statement of a business's account: invoices and payments, with the balance after each entry. */
import { sql } from "drizzle-orm";
import { invoiceNumber, type InvoiceKind } from "../../domain/business.ts";
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from "../../domain/payment.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, businessBookings, businessCredits, invoices, payments } from "../../platform/db/schema.ts";

export type BusinessStatementEntry = {
  key: string;
  at: Date;
  text: string;
  /** In kobo. Positive if the entry increases the debt, negative if it reduces the debt. */
  kobo: number;
  /** The debt after this entry. A negative debt is credit. */
  balanceKobo: number;
};

type Row = {
  kind: InvoiceKind | "received" | "reversed" | "in" | "out";
  id: string;
  at: Date;
  year: number | null;
  serial: number | null;
  method: PaymentMethod | null;
  words: string | null;
  kobo: number;
  balance: number;
};

/**
 * Reads the entries of a business, newest first, at most `most`. The newest balance is the unpaid amount of all
 * invoices minus the credit. A payment for a single parcel pays no invoice, and is a separate entry.
 */
export async function readAccountStatement(
  db: Db,
  businessId: string,
  most: number,
): Promise<BusinessStatementEntry[]> {
  const { rows } = await db.execute<Row>(sql`
    select e.*, sum(e.kobo) over (order by e.at, e.rank, e.id)::float8 as balance from (
      select 1 as rank, n.kind, n.id::text, n.at, n.year, n.serial, null::text as method, null::text as words, n.total_kobo::float8 as kobo
      from ${invoices} n where n.business_id = ${businessId}
      union all
      select 2, c.kind, lpad(c.id::text, 20, '0'), c.at, null, null, c.method, c.reference, -c.kobo::float8
      from ${businessCredits} c where c.business_id = ${businessId} and c.kind in ('received', 'reversed')
      union all
      select 3, p.direction, p.id::text, p.at, null, null, p.method, b.tracking_code,
        case p.direction when 'in' then -p.kobo::float8 else p.kobo::float8 end
      from ${businessBookings} bb join ${payments} p on p.booking_id = bb.booking_id join ${bookings} b on b.id = bb.booking_id
      where bb.business_id = ${businessId} and bb.on_account and p.method <> 'account' and p.claim_id is null
    ) e order by e.at desc, e.rank desc, e.id desc limit ${most}`);
  return rows.map((row) => ({
    key: `${row.kind} ${row.id}`,
    at: new Date(row.at),
    text: textOf(row),
    kobo: row.kobo,
    balanceKobo: row.balance,
  }));
}

function textOf({ kind, year, serial, method, words }: Row): string {
  const how = method ? PAYMENT_METHOD_LABELS[method].toLowerCase() : "";
  switch (kind) {
    case "invoice":
    case "credit_note":
      return invoiceNumber(kind, year!, serial!);
    case "received":
      return `Payment by ${how}${words ? `, ${words}` : ""}`;
    case "reversed":
      return "Payment reversed";
    case "in":
      return `Payment for ${readableTrackingCode(words!)}, ${how}`;
    case "out":
      return `Payment for ${readableTrackingCode(words!)} reversed`;
  }
}
