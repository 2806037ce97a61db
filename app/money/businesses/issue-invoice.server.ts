/** BUSINESS-6, BUSINESS-7: writes invoices and credit notes, numbered without gaps. */
import { eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import type { Admin, System } from "../../access/actor.ts";
import { invoiceNumber, type InvoiceKind, type InvoiceParty } from "../../domain/business.ts";
import { addDays, lagosDay, middayOf } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { notify } from "../../notifications/notify.server.ts";
import { issuerAt } from "../../platform/company/issuer.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import {
  bookingCharges,
  bookings,
  businessBookings,
  businesses,
  invoiceLines,
  invoiceNumbers,
  invoices,
} from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Act } from "../../platform/operations/act.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { BookingAccount } from "../prices/booking-account.server.ts";
import { lockOpenBookings } from "./account-bookings.server.ts";
import { allocateCredit } from "./allocate-credit.server.ts";
import { recordBusiness } from "./business-events.server.ts";
import { invoiceForm } from "./business-forms.ts";
import { refuse } from "./messages.ts";

export type InvoiceWork = { services: Services; tx: Tx; actor: Admin | System; at: Date; act: Act };
type Line = {
  bookingId: string;
  chargeId: number;
  label: string;
  costCentre: string | null;
  kobo: number;
  vatKobo: number;
};

/**
 * Returns an invoice line for each booking whose price changed before `until` and after the booking's last line. A
 * booking whose lines already add up to its price gets no new line.
 */
async function linesOf(tx: Tx, accounts: readonly BookingAccount[], until: Date): Promise<Line[]> {
  const ids = accounts.map(({ id }) => id);
  const { rows } = await tx.execute<Line & { first: boolean; code: string; lane: string }>(sql`
    select bb.booking_id as "bookingId", c.id::float8 as "chargeId", bb.cost_centre as "costCentre", b.tracking_code as code,
      b.sender_state || ' → ' || b.receiver_state as lane, before.charge_id is null as first,
      (c.total_kobo - coalesce(before.kobo, 0))::float8 as kobo,
      (line_kobo(c.lines, 'vat') - coalesce(before.vat_kobo, 0))::float8 as "vatKobo"
    from ${businessBookings} bb
    join ${bookings} b on b.id = bb.booking_id
    join lateral (select c.id, c.total_kobo, c.lines from ${bookingCharges} c
      where c.booking_id = bb.booking_id and c.at < ${until.toISOString()} order by c.id desc limit 1) c on true
    left join lateral (select sum(l.kobo) as kobo, sum(l.vat_kobo) as vat_kobo, max(l.charge_id) as charge_id
      from ${invoiceLines} l where l.booking_id = bb.booking_id) before on true
    where bb.booking_id = any(${sql.param(ids)}::uuid[]) and c.total_kobo <> coalesce(before.kobo, 0)
      and c.id > coalesce(before.charge_id, 0)
    order by b.created_at, b.id`);
  return rows.map(({ first, code, lane, ...line }) => ({
    ...line,
    label: first ? `${code}, ${lane}` : `${code}, ${lane}: price changed`,
  }));
}

/**
 * Reserves the next invoice or credit note number of a year. The number's row stays locked until the transaction ends,
 * so a rollback leaves no gap.
 */
async function nextSerial(tx: Tx, kind: InvoiceKind, year: number): Promise<number> {
  const [row] = await tx
    .insert(invoiceNumbers)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceNumbers.kind, invoiceNumbers.year],
      set: { last: sql`${invoiceNumbers.last} + 1` },
    })
    .returning({ last: invoiceNumbers.last });
  return row!.last;
}

/** Returns seller and buyer with their data at the time `at`. */
async function partiesOf({ services, tx, at }: InvoiceWork, business: typeof businesses.$inferSelect) {
  const { name, legalName, rcNumber, tin, address } = await issuerAt(tx, await services.company(tx), at);
  const seller: InvoiceParty = { name, legalName, rcNumber, tin, address };
  const buyer: InvoiceParty = {
    ...{ name: business.name, address: business.address },
    ...{ rcNumber: business.rcNumber ?? "", tin: business.tin ?? "" },
  };
  return { seller, buyer };
}

/**
 * Writes an invoice of the charges before `until` that are on no invoice. If their sum is negative, writes a credit
 * note. With `onlyLess`, writes only a credit note for prices that were lowered. Mails the document, and pays an
 * invoice from the business's credit. Refuses a business without such charges, and a sum of 0. Numbers have no gaps
 * within a year.
 */
export async function writeInvoice(
  work: InvoiceWork,
  businessId: string,
  { until, onlyLess = false }: { until: Date; onlyLess?: boolean },
): Promise<{ ok: true; number: string } | Refusal> {
  const { services, tx, at, act } = work;
  const accounts = await lockOpenBookings(tx, businessId);
  const [business] = await tx.select().from(businesses).where(eq(businesses.id, businessId));
  if (!business) return refuse("not_found", "no_such_business");
  const all = await linesOf(tx, accounts, until);
  const lines = onlyLess ? all.filter(({ kobo }) => kobo < 0) : all;
  const totalKobo = lines.reduce((sum, { kobo }) => sum + kobo, 0);
  if (totalKobo === 0) return refuse("conflict", onlyLess ? "nothing_to_credit" : "nothing_to_invoice");
  const kind: InvoiceKind = totalKobo > 0 ? "invoice" : "credit_note";
  const issuedOn = lagosDay(at);
  const year = Number(issuedOn.slice(0, 4));
  const serial = await nextSerial(tx, kind, year);
  const number = invoiceNumber(kind, year, serial);
  const [invoice] = await tx
    .insert(invoices)
    .values({
      ...{ kind, year, serial, businessId, until, issuedOn, totalKobo },
      dueOn: kind === "invoice" ? lagosDay(addDays(middayOf(issuedOn), business.termsDays)) : issuedOn,
      vatKobo: lines.reduce((sum, { vatKobo }) => sum + vatKobo, 0),
      ...(await partiesOf(work, business)),
      ...{ actId: await act.id(), at, ...act.by },
    })
    .returning({ id: invoices.id });
  const { id: invoiceId } = invoice!;
  await insertLines(tx, invoiceId, lines);
  await allocateCredit(work, businessId, accounts);
  const text = `${number}: ${formatNaira(totalKobo)}`;
  await recordBusiness(work, business, { action: "invoice_business", text });
  await notify(services, tx, { event: "invoice_issued", about: { invoiceId } });
  return { ok: true, number };
}

/** The number of lines in one SQL statement. The statement's parameters stay well below PostgreSQL's maximum. */
const LINES_AT_ONCE = 1000;

async function insertLines(tx: Tx, invoiceId: string, lines: readonly Line[]): Promise<void> {
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
    await tx
      .insert(invoiceLines)
      .values(lines.slice(from, from + LINES_AT_ONCE).map((line) => ({ invoiceId, ...line })));
}

/** BUSINESS-6: staff write an invoice of all charges up to now. */
export const issueInvoice = operation({
  name: "businesses.invoice",
  by: staff("invoiceBusinesses"),
  act: "invoiced",
  input: invoiceForm,
  run: (work, { id }) => writeInvoice(work, id, { until: work.at }),
  publish: () => ["money"],
});

/** BUSINESS-7: staff write a credit note for prices that fell after they were invoiced. */
export const issueCreditNote = operation({
  name: "businesses.credit_note",
  by: staff("invoiceBusinesses"),
  act: "invoiced",
  input: invoiceForm,
  run: (work, { id }) => writeInvoice(work, id, { until: work.at, onlyLess: true }),
  publish: () => ["money"],
});
