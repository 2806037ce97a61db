/**
 * BUSINESS-8, BUSINESS-9: calculates the unpaid amount of each invoice. The money received from a business pays the
 * oldest invoice first.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { invoiceNumber, readInvoiceNumber, type InvoiceKind } from "../../domain/business.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookingBalances, businessBookings, businesses, invoices } from "../../platform/db/schema.ts";

/** Kobo received from a business: payments of its bookings on account, its credit, and sums of credit notes. */
export const receivedKobo = sql<number>`(${businesses.creditKobo}
  + coalesce((select sum(m.paid_kobo) from ${businessBookings} bb join ${bookingBalances} m on m.booking_id = bb.booking_id
      where bb.business_id = ${businesses}.id and bb.on_account), 0)
  - coalesce((select sum(n.total_kobo) from ${invoices} n where n.business_id = ${businesses}.id and n.kind = 'credit_note'), 0))::bigint`.mapWith(
  Number,
);

export type ListedInvoice = {
  id: string;
  kind: InvoiceKind;
  number: string;
  issuedOn: string;
  dueOn: string;
  totalKobo: number;
  vatKobo: number;
  /** The unpaid amount. 0 for a credit note. */
  openKobo: number;
};

/** Selects the invoices of businesses with their unpaid amounts. The caller adds conditions on the invoice `i`. */
const openRows = (where: SQL | undefined) => sql`
  select i.*, case when i.kind = 'invoice' then greatest(0, least(i.total_kobo, i.upto - i.received))::float8 else 0 end as open
  from (
    select n.id, n.kind, n.year, n.serial, n.business_id, n.issued_on::text, n.due_on::text, n.total_kobo::float8, n.vat_kobo::float8,
      sum(case when n.kind = 'invoice' then n.total_kobo else 0 end) over (partition by n.business_id order by n.issued_on, n.year, n.serial, n.id) as upto,
      of_business.received
    from ${invoices} n
    join (select ${businesses.id} as id, ${receivedKobo} as received from ${businesses} where ${where ?? sql`true`}) of_business
      on of_business.id = n.business_id
  ) i`;

type Row = {
  id: string;
  kind: InvoiceKind;
  year: number;
  serial: number;
  issued_on: string;
  due_on: string;
  total_kobo: number;
  vat_kobo: number;
  open: number;
};
const shown = (row: Row): ListedInvoice => ({
  id: row.id,
  kind: row.kind,
  number: invoiceNumber(row.kind, row.year, row.serial),
  issuedOn: row.issued_on,
  dueOn: row.due_on,
  totalKobo: row.total_kobo,
  vatKobo: row.vat_kobo,
  openKobo: row.open,
});

/** Lists all invoices and credit notes of a business, newest first. */
export async function listInvoices(db: Db | Tx, businessId: string): Promise<ListedInvoice[]> {
  const { rows } = await db.execute<Row>(
    sql`${openRows(eq(businesses.id, businessId))} order by i.issued_on desc, i.year desc, i.serial desc, i.id`,
  );
  return rows.map(shown);
}

/** Lists the unpaid invoices of all businesses, the earliest due day first. */
export async function listOpenInvoices(db: Db): Promise<ListedInvoice[]> {
  const { rows } = await db.execute<Row>(
    sql`select * from (${openRows(undefined)}) o where open > 0 order by due_on, id`,
  );
  return rows.map(shown);
}

export type OpenInvoice = ListedInvoice & { businessId: string; business: string; openOfBusiness: number };

/**
 * Reads the invoices with these numbers, including paid invoices. Null means all invoices with an open amount, oldest
 * first.
 */
export async function findInvoices(
  db: Pick<Db, "execute">,
  numbers: readonly string[] | null,
): Promise<OpenInvoice[]> {
  const asked = numbers?.map(readInvoiceNumber).filter((one) => one?.kind === "invoice");
  const those = sql`(select n.kind, n.year, n.serial from jsonb_to_recordset(${JSON.stringify(asked ?? [])}::jsonb)
    as n (kind text, year int, serial int))`;
  const among =
    asked &&
    sql`${businesses.id} in (select i.business_id from ${invoices} i where (i.kind, i.year, i.serial) in ${those})`;
  const { rows } = await db.execute<
    Row & { business_id: string; business: string; open_of_business: number }
  >(sql`
    select * from (
      select o.*, b.name as business, sum(o.open) over (partition by o.business_id) as open_of_business
      from (${openRows(among)}) o join ${businesses} b on b.id = o.business_id where o.kind = 'invoice'
    ) all_of_them where ${asked ? sql`(kind, year, serial) in ${those}` : sql`open > 0`}
    order by issued_on, year, serial`);
  return rows.map((row) => ({
    ...shown(row),
    ...{ businessId: row.business_id, business: row.business, openOfBusiness: row.open_of_business },
  }));
}

/** Returns the number of the oldest unpaid invoice that was due before a Lagos day, or null. */
export async function overdueSince(db: Db | Tx, businessId: string, day: string): Promise<string | null> {
  const { rows } = await db.execute<Row>(
    sql`select * from (${openRows(eq(businesses.id, businessId))}) o
      where open > 0 and due_on < ${day} order by due_on, year, serial limit 1`,
  );
  return rows[0] ? shown(rows[0]).number : null;
}

export type AgedBusiness = {
  id: string;
  name: string;
  openKobo: number;
  /**
   * The open amount that is not yet due. `ages` has the overdue amounts: 0–30, 31–60, 61–90, over 90 days overdue.
   */
  notDueKobo: number;
  ages: number[];
};

/** BUSINESS-9: returns the debts of all businesses on a Lagos day, by age, the largest sum first. */
export async function readAgeing(db: Db, day: string): Promise<AgedBusiness[]> {
  const late = sql`(${day}::date - o.due_on::date)`;
  const sum = (when: SQL) => sql`coalesce(sum(o.open) filter (where ${when}), 0)::float8`;
  const { rows } = await db.execute<{
    id: string;
    name: string;
    open: number;
    not_due: number;
    ages: number[];
  }>(sql`
    select b.id, b.name, sum(o.open)::float8 as open, ${sum(sql`${late} < 0`)} as not_due,
      array[${sum(sql`${late} between 0 and 30`)}, ${sum(sql`${late} between 31 and 60`)},
        ${sum(sql`${late} between 61 and 90`)}, ${sum(sql`${late} > 90`)}] as ages
    from (${openRows(undefined)}) o join ${businesses} b on b.id = o.business_id
    where o.open > 0 group by b.id, b.name order by sum(o.open) desc, b.name`);
  return rows.map(({ id, name, open, not_due: notDueKobo, ages }) => ({
    id,
    name,
    openKobo: open,
    notDueKobo,
    ages,
  }));
}

export async function findInvoiceId(db: Db, businessId: string, number: string): Promise<string | null> {
  const read = readInvoiceNumber(number);
  if (!read) return null;
  const [row] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.businessId, businessId),
        eq(invoices.kind, read.kind),
        eq(invoices.year, read.year),
        eq(invoices.serial, read.serial),
      ),
    );
  return row?.id ?? null;
}
