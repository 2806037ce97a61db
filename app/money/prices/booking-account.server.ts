/** The account of a booking: price, sum of payments and balance, kept by triggers. */
import { eq, sql } from "drizzle-orm";
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { refuse } from "./messages.ts";

export type BookingAccount = {
  id: string;
  code: string;
  senderEmail: string;
  status: BookingStatus;
  chargeId: number | null;
  /** Null before there is a price. */
  priceKobo: number | null;
  paidKobo: number;
};

/**
 * The account of a booking code, with the booking's row locked, so that prices and payments come one after another. Rows that refer
 * to the booking, such as its sent mails, are written meanwhile: they do not wait for this lock, and so in no ring with it.
 */
export async function accountOf(tx: Tx, code: string): Promise<BookingAccount | null> {
  return (await accountsOf(tx, [code])).get(code) ?? null;
}

/** The same of many, by code. Locked in the order of their codes, so that two that lock the same ones do not wait in a ring. */
export async function accountsOf(tx: Tx, codes: readonly string[]): Promise<Map<string, BookingAccount>> {
  const found = await tx
    .select({
      id: bookings.id,
      code: bookings.trackingCode,
      senderEmail: bookings.senderEmail,
      status: bookings.status,
    })
    .from(bookings)
    .where(sql`${bookings.trackingCode} = any(${sql.param(codes)}::text[])`)
    .orderBy(bookings.trackingCode)
    .for("no key update");
  // A statement of its own: it sees what was written while the lock was waited for.
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

/** Finds and locks the account of the booking that an operation is about. Any member of staff may; a sender has the code from an address of their own. */
export async function lockAccount(
  { tx }: { tx: Tx },
  { code }: { code: string },
): Promise<BookingAccount | Refusal<"not_found">> {
  return (await accountOf(tx, code)) ?? refuse("not_found", "unknown_booking");
}

/** The live topics of a change of a booking's money. */
export const moneyTopics = (_done: unknown, { code }: { code: string }): Topic[] => [
  `booking:${code}`,
  "money",
];

/** The price of a booking, in kobo; null before there is one. */
export async function priceOf(db: Pick<Db, "select">, code: string): Promise<number | null> {
  const [stored] = await db
    .select({ kobo: bookingBalances.priceKobo })
    .from(bookingBalances)
    .innerJoin(bookings, eq(bookings.id, bookingBalances.bookingId))
    .where(eq(bookings.trackingCode, code));
  return stored?.kobo ?? null;
}
