/** COD-9: the amount due at the receiver's door for a booking, calculated by `doorAmount`. */
import { eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings, cashOnDelivery, pieces } from "../../platform/db/schema.ts";
import { doorAmount, type DoorAccount, type DoorAmount } from "../../domain/door-amount.ts";

export type Door = DoorAccount & {
  code: string;
  /** The amount to collect for the goods. Null without cash on delivery. */
  collectKobo: number | null;
  door: DoorAmount;
};

/** True if a booking returns to its sender: every piece that the receiver does not have is returning. */
export const bookingGoesBack = sql<boolean>`coalesce((
  select bool_and(p.returning) from ${pieces} p where p.booking_id = ${bookings}.id and p.holder_kind <> 'receiver'), false)`;

/** The columns that `doorOfRow` needs. The query must join `bookingBalances` and `cashOnDelivery`. */
export const doorColumns = {
  paysDelivery: bookings.paysDelivery,
  priceKobo: bookingBalances.priceKobo,
  paidKobo: bookingBalances.paidKobo,
  collectKobo: cashOnDelivery.amountKobo,
  collectedKobo: cashOnDelivery.collectedKobo,
};
export type DoorRow = Pick<DoorAccount, "paysDelivery" | "priceKobo" | "returning"> &
  Record<"paidKobo" | "collectKobo" | "collectedKobo", number | null>;

export const doorOfRow = ({ collectKobo, collectedKobo, paidKobo, ...row }: DoorRow): DoorAmount =>
  doorAmount(
    { ...row, paidKobo: paidKobo ?? 0 },
    collectKobo === null ? null : { amountKobo: collectKobo, collectedKobo: collectedKobo ?? 0 },
  );

/**
 * Returns the kobo due at the receiver's door. Null for an unknown booking. Checks no permission: the caller must make
 * sure that the reader may see amounts. People who know only the code may not.
 */
export async function doorOf(
  db: Pick<Db, "select">,
  by: { id: string } | { code: string },
): Promise<Door | null> {
  const where = "id" in by ? eq(bookings.id, by.id) : eq(bookings.trackingCode, by.code);
  return (await readDoors(db, where))[0] ?? null;
}

export async function doorsOf(db: Pick<Db, "select">, codes: readonly string[]): Promise<Map<string, Door>> {
  if (codes.length === 0) return new Map();
  const doors = await readDoors(db, sql`${bookings.trackingCode} = any(${sql.param(codes)}::text[])`);
  return new Map(doors.map((door) => [door.code, door]));
}

async function readDoors(db: Pick<Db, "select">, where: SQL): Promise<Door[]> {
  const rows = await db
    .select({ code: bookings.trackingCode, ...doorColumns, returning: bookingGoesBack })
    .from(bookings)
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(where);
  return rows.map(({ collectedKobo, ...row }) => ({
    ...row,
    paidKobo: row.paidKobo ?? 0,
    door: doorOfRow({ ...row, collectedKobo }),
  }));
}
