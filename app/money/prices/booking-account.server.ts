/**
 * The money account of a booking: its price, payments and balance, which database triggers update. Also adds events
 * about money to the booking's history (HISTORY-1).
 */
import { sql } from "drizzle-orm";
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings } from "../../platform/db/schema.ts";
import type { MoneyEventKind } from "../../domain/event-kinds.ts";
import { formatNaira } from "../../domain/money.ts";
import { addEvents } from "../../history/add-events.server.ts";
import type { Acting } from "../../platform/operations/act.server.ts";

export type BookingAccount = {
  id: string;
  code: string;
  senderEmail: string;
  status: BookingStatus;
  chargeId: number | null;
  /** Null until the booking has a price. */
  priceKobo: number | null;
  paidKobo: number;
};

/**
 * Finds the money account of a booking. Locks the booking's row, so that prices and payments of one booking are written
 * one after the other. The lock is weak: new rows that refer to the booking, such as mails, do not wait for it and so
 * cannot deadlock.
 */
export async function accountOf(tx: Tx, code: string): Promise<BookingAccount | null> {
  return (await accountsOf(tx, [code])).get(code) ?? null;
}

/**
 * Finds the money accounts of the bookings with these codes. Locks the bookings' rows in order of code, to avoid
 * deadlocks.
 */
export async function accountsOf(tx: Tx, codes: readonly string[]): Promise<Map<string, BookingAccount>> {
  const { id, trackingCode: code, senderEmail, status } = bookings;
  const found = await tx
    .select({ id, code, senderEmail, status })
    .from(bookings)
    .where(sql`${bookings.trackingCode} = any(${sql.param(codes)}::text[])`)
    .orderBy(bookings.trackingCode)
    .for("no key update");
  // A second SQL statement reads the balances, to see rows written while the first statement waited for the lock.
  const stored = await tx
    .select({
      id: bookingBalances.bookingId,
      chargeId: bookingBalances.chargeId,
      priceKobo: bookingBalances.priceKobo,
      paidKobo: bookingBalances.paidKobo,
    })
    .from(bookingBalances)
    .where(sql`${bookingBalances.bookingId} = any(${sql.param(found.map(({ id }) => id))}::uuid[])`);
  const balances = new Map(stored.map(({ id, ...balance }) => [id, balance]));
  const none = { chargeId: null, priceKobo: null, paidKobo: 0 };
  return new Map(
    found.map((booking) => [booking.code, { ...booking, ...(balances.get(booking.id) ?? none) }]),
  );
}

/**
 * An event about a booking's price or paid sum. `before` and `after` are amounts in kobo. `before` is null for the
 * first amount, and for the acceptance of a price, which changes no amount.
 */
export type MoneyEvent = {
  account: Pick<BookingAccount, "id" | "status">;
  kind: MoneyEventKind;
  before: number | null;
  after: number;
};

const NAMES: Record<MoneyEventKind, string> = {
  price_set: "Price",
  price_accepted: "Accepted",
  paid: "Paid",
};

/** Adds events to the history of bookings, without a new status. The caller must first lock the bookings' rows. */
export async function addMoneyEvents(work: Acting, events: readonly MoneyEvent[]): Promise<void> {
  await addEvents(
    work,
    events.map(({ account: { id }, kind, before, after }) => ({
      bookingId: id,
      kind,
      changes: { [NAMES[kind]]: [before === null ? "none" : formatNaira(before), formatNaira(after)] },
    })),
  );
}
