/** PRICE-6: the charges of a booking. Rows are added, never changed. The newest charge is valid. */
import { desc, eq, sql } from "drizzle-orm";
import type { DeliveryType, PackageType } from "../../domain/booking.ts";
import { lagosDay } from "../../domain/dates.ts";
import { isState } from "../../domain/states.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { bookingCharges, bookings } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { currentPrices } from "./current-prices.server.ts";
import type { ChargeKind, PriceLine } from "../../domain/payment.ts";
import { agreedQuote, type Agreement } from "./discount.ts";
import { gramsOf } from "./quote.ts";

export type FrozenQuote = { priceListVersion: number; lines: PriceLine[]; totalKobo: number };

export type BookedParcel = {
  from: string;
  to: string;
  kg: number;
  packageType: PackageType;
  deliveryType: DeliveryType;
  declaredKobo: number;
};

/** Returns the price in kobo of a parcel booked at `at`, by its business's agreement. Null if no list has a price. */
export async function quoteForBooking(
  services: Services,
  { from, to, kg, packageType, deliveryType, declaredKobo }: BookedParcel,
  at: Date,
  agreement: Agreement | null = null,
): Promise<FrozenQuote | null> {
  const current = await currentPrices(services, at);
  if (!current || !isState(from) || !isState(to)) return null;
  const parcel = {
    from,
    to,
    grams: gramsOf(kg),
    packageType,
    service: deliveryType,
    declaredKobo,
  };
  const price = agreedQuote(current.list, agreement, { ...parcel, day: lagosDay(at) });
  if (!price.ok) return null;
  return { priceListVersion: current.version, lines: price.lines, totalKobo: price.totalKobo };
}

/** Stores a quote as the booking's charge, in the transaction that makes the booking. A charge never changes. */
export async function freezeQuote(tx: Tx, bookingId: string, price: FrozenQuote, at: Date): Promise<void> {
  await tx.insert(bookingCharges).values({ bookingId, kind: "quoted", ...price, at });
}

export type Charge = {
  id: number;
  kind: ChargeKind;
  priceListVersion: number | null;
  lines: PriceLine[];
  totalKobo: number;
  at: Date;
  byName: string | null;
  note: string | null;
  /** The time at which the sender accepted staff's price, or null. */
  acceptedAt: Date | null;
};

/** SQL for the valid price in kobo. Null for a booking without a price. */
export const priceColumn = sql<number | null>`(
  select c.total_kobo from ${bookingCharges} c where c.booking_id = ${bookings}.id order by c.id desc limit 1)`.mapWith(
  Number,
);

/** Lists every charge of a booking, newest first. The newest charge is the valid price. */
export function chargesOf(db: Pick<Db, "select">, bookingId: string): Promise<Charge[]> {
  return db
    .select({
      id: bookingCharges.id,
      kind: bookingCharges.kind,
      priceListVersion: bookingCharges.priceListVersion,
      lines: bookingCharges.lines,
      totalKobo: bookingCharges.totalKobo,
      at: bookingCharges.at,
      byName: bookingCharges.byName,
      note: bookingCharges.note,
      acceptedAt: bookingCharges.acceptedAt,
    })
    .from(bookingCharges)
    .where(eq(bookingCharges.bookingId, bookingId))
    .orderBy(desc(bookingCharges.id));
}
