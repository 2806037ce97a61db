/** BUSINESS-6, BUSINESS-9: the monthly invoices, and reminders of unpaid invoices. */
import { sql } from "drizzle-orm";
import { asSystem } from "../../access/actors.server.ts";
import { actOf } from "../../access/author.server.ts";
import { lagosDay, startOfLagosDay } from "../../domain/dates.ts";
import { notifyAll } from "../../notifications/notify.server.ts";
import {
  bookingCharges,
  businessBookings,
  businessInvites,
  invoiceLines,
  invoiceReminders,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { startRounds } from "../../platform/jobs/rounds.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { REMIND_DAYS, REMINDERS } from "../../domain/business.ts";
import { writeInvoice } from "./issue-invoice.server.ts";
import { listOpenInvoices } from "./open-invoices.server.ts";

const FIRST_MS = 120_000;
const EVERY_MS = 60 * 60 * 1000;

const monthOf = (at: Date): Date =>
  startOfLagosDay(new Date(`${lagosDay(at).slice(0, 7)}-01T12:00:00+01:00`));

/**
 * Writes an invoice for each business with charges from before this Lagos month. Several processes may call this at the
 * same time. Returns the number of invoices and credit notes.
 */
export async function invoiceMonth(services: Services): Promise<number> {
  const { db, now } = services;
  const at = now();
  const until = monthOf(at);
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct bb.business_id as id from ${businessBookings} bb
    where bb.on_account and exists (
      select from ${bookingCharges} c where c.booking_id = bb.booking_id and c.at < ${until.toISOString()} and c.id > coalesce(
        (select max(l.charge_id) from ${invoiceLines} l where l.booking_id = bb.booking_id), 0))`);
  const actor = asSystem("Monthly invoices");
  let written = 0;
  for (const { id } of rows) {
    const done = await transact(db, (tx) =>
      writeInvoice({ services, tx, actor, at, act: actOf({ tx, actor, at }, "invoiced") }, id, { until }),
    );
    if (done.ok) written += 1;
  }
  return written;
}

/**
 * Queues each due reminder once. An invoice has one reminder before its due day and two later ones. Returns the number
 * of queued reminders.
 */
export async function remindBusinesses(services: Pick<Services, "db" | "jobs" | "now">): Promise<number> {
  const { db, now } = services;
  const at = now();
  const today = lagosDay(at);
  const open = await listOpenInvoices(db);
  const due = open.flatMap(({ id, dueOn }) => {
    const late = (Date.parse(today) - Date.parse(dueOn)) / 86_400_000;
    // If several reminders of an invoice are due, only the latest one is sent.
    const kind = REMINDERS.findLast((one) => late >= REMIND_DAYS[one]);
    return kind && !(kind === "before" && late >= 0) ? [{ invoiceId: id, kind, at }] : [];
  });
  if (due.length === 0) return 0;
  return transact(db, async (tx) => {
    const sent = await tx
      .insert(invoiceReminders)
      .values(due)
      .onConflictDoNothing()
      .returning({ invoiceId: invoiceReminders.invoiceId });
    await notifyAll(services, tx, "invoice_reminder", sent);
    return sent.length;
  });
}

/** Writes invoices and reminders every hour while the process runs. Returns a function that stops the rounds. */
export function startInvoices(services: Services): () => void {
  const round = () =>
    void Promise.all([
      invoiceMonth(services),
      remindBusinesses(services),
      services.db.delete(businessInvites).where(sql`expires_at < ${services.now().toISOString()}`),
    ]).then(
      ([invoices, reminders]) =>
        invoices + reminders > 0 && services.log.info({ invoices, reminders }, "businesses invoiced"),
      (error: unknown) =>
        services.log.warn({ err: error }, "invoices were not written; they will be tried again"),
    );
  return startRounds(round, FIRST_MS, EVERY_MS);
}
