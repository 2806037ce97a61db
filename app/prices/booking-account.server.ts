/** The account of a booking: price, sum of payments and balance, kept by triggers. */
import { eq } from "drizzle-orm";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { bookingBalances, deliveries } from "../platform/db/schema.ts";

export type BookingAccount = {
  id: string;
  code: string;
  senderEmail: string;
  chargeId: number | null;
  /** Null before there is a price. */
  priceKobo: number | null;
  paidKobo: number;
};

/** The account of a booking code, with the booking's row locked, so that prices and payments come one after another. */
export async function accountOf(tx: Tx, code: string): Promise<BookingAccount | null> {
  const [booking] = await tx
    .select({ id: deliveries.id, code: deliveries.trackingCode, senderEmail: deliveries.senderEmail })
    .from(deliveries)
    .where(eq(deliveries.trackingCode, code))
    .for("update");
  if (!booking) return null;
  const [kept] = await tx
    .select({
      chargeId: bookingBalances.chargeId,
      priceKobo: bookingBalances.priceKobo,
      paidKobo: bookingBalances.paidKobo,
    })
    .from(bookingBalances)
    .where(eq(bookingBalances.deliveryId, booking.id));
  return { ...booking, ...(kept ?? { chargeId: null, priceKobo: null, paidKobo: 0 }) };
}

/** The price of a booking, in kobo; null before there is one. */
export async function priceOf(db: Pick<Db, "select">, code: string): Promise<number | null> {
  const [kept] = await db
    .select({ kobo: bookingBalances.priceKobo })
    .from(bookingBalances)
    .innerJoin(deliveries, eq(deliveries.id, bookingBalances.deliveryId))
    .where(eq(deliveries.trackingCode, code));
  return kept?.kobo ?? null;
}
