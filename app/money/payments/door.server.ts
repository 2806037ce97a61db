/** COD-9: what is to be paid at the door of bookings. */
import { eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings, cashOnDelivery } from "../../platform/db/schema.ts";
import { doorAmount, type DoorAccount, type DoorAmount } from "./door-amount.ts";

export type Door = DoorAccount & {
  code: string;
  /** What the receiver was to pay for the goods; null where nothing is collected for them. */
  collectKobo: number | null;
  door: DoorAmount;
};

/** In kobo. For the sender and for staff; never for a bare code. Null where there is no such booking. */
export async function doorOf(
  db: Pick<Db, "select">,
  by: { id: string } | { code: string },
): Promise<Door | null> {
  const where = "id" in by ? eq(bookings.id, by.id) : eq(bookings.trackingCode, by.code);
  return (await readDoors(db, where))[0] ?? null;
}

/** The sums of several, in kobo, by code. */
export async function doorTotals(
  db: Pick<Db, "select">,
  codes: readonly string[],
): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const doors = await readDoors(db, sql`${bookings.trackingCode} = any(${sql.param(codes)}::text[])`);
  return new Map(doors.map(({ code, door }) => [code, door.totalKobo]));
}

async function readDoors(db: Pick<Db, "select">, where: SQL): Promise<Door[]> {
  const rows = await db
    .select({
      code: bookings.trackingCode,
      paysDelivery: bookings.paysDelivery,
      priceKobo: bookingBalances.priceKobo,
      paidKobo: bookingBalances.paidKobo,
      collectKobo: cashOnDelivery.amountKobo,
      collectedKobo: cashOnDelivery.collectedKobo,
    })
    .from(bookings)
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(where);
  return rows.map(({ collectedKobo, ...row }) => {
    const { collectKobo, ...booking } = row;
    const account = { ...booking, paidKobo: row.paidKobo ?? 0 };
    const cod = collectKobo === null ? null : { amountKobo: collectKobo, collectedKobo: collectedKobo ?? 0 };
    return { ...account, collectKobo, door: doorAmount(account, cod) };
  });
}
