/** COD-9: what is to be paid at the door of a booking. */
import { eq } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings, cashOnDelivery } from "../../platform/db/schema.ts";
import { doorAmount, type DoorAccount, type DoorAmount } from "./door-amount.ts";

export type Door = DoorAccount & {
  /** What the receiver was to pay for the goods; null where nothing is collected for them. */
  collectKobo: number | null;
  door: DoorAmount;
};

/** In kobo. For the sender and for staff; never for a bare code. Null where there is no such booking. */
export async function doorOf(
  db: Pick<Db, "select">,
  by: { id: string } | { code: string },
): Promise<Door | null> {
  const [row] = await db
    .select({
      paysDelivery: bookings.paysDelivery,
      priceKobo: bookingBalances.priceKobo,
      paidKobo: bookingBalances.paidKobo,
      collectKobo: cashOnDelivery.amountKobo,
      collectedKobo: cashOnDelivery.collectedKobo,
    })
    .from(bookings)
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where("id" in by ? eq(bookings.id, by.id) : eq(bookings.trackingCode, by.code));
  if (!row) return null;
  const { paysDelivery, priceKobo, collectKobo } = row;
  const account = { paysDelivery, priceKobo, paidKobo: row.paidKobo ?? 0 };
  const cod =
    collectKobo === null ? null : { amountKobo: collectKobo, collectedKobo: row.collectedKobo ?? 0 };
  return { ...account, collectKobo, door: doorAmount(account, cod) };
}
