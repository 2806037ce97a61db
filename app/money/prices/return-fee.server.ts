/**
 * PRICE-13: the charge of a return. The sender accepted this price when booking. app/money/payments deducts the
 * charge.
 */
import { and, desc, eq, isNotNull, lte } from "drizzle-orm";
import { recordOnBooking } from "../../access/record-activity.server.ts";
import type { Admin, Rider, System } from "../../access/actor.ts";
import { lagosDay } from "../../domain/dates.ts";
import { failureReason } from "../../domain/failure-reasons.ts";
import { formatNaira } from "../../domain/money.ts";
import { notify } from "../../notifications/notify.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingCharges, bookingEvents, bookings, priceLists } from "../../platform/db/schema.ts";
import type { Result } from "../../platform/http/result.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { addMoneyEvents, type BookingAccount } from "./booking-account.server.ts";
import { chargesOf, type Charge } from "./charges.server.ts";
import { currentPrices, listOfVersion } from "./current-prices.server.ts";
import { refuse } from "./messages.ts";
import { priceListSchema, type PriceList } from "./price-list.ts";
import { deliveryKobo, ifItComesBack, returnFee, returnPerMilleOf, withReturn } from "./return-fee.ts";

/** The reasons why a return may be free. `waivedBy` is the person who waived the charge, or null. */
export type ReturnTerms = { ourFault: boolean; waivedBy?: string | null };
type Charging = Pick<Work<Admin | Rider | System>, "services" | "tx" | "actor" | "act">;

/**
 * Returns the kobo that a return would cost now, by the price list that priced the booking. 0 if a return is free or
 * already charged, or if the booking has no price. Do not use this inside a transaction.
 */
export async function returnPriceOf(
  services: Pick<Services, "db" | "live" | "now">,
  { id, createdAt }: { id: string; createdAt: Date },
): Promise<number> {
  const charges = await chargesOf(services.db, id);
  const [charge] = charges;
  if (!charge || wasCharged(charges)) return 0;
  const version = versionOf(charges);
  const list =
    version === null
      ? ((await currentPrices(services, createdAt))?.list ?? null)
      : await listOfVersion(services, version);
  return list ? returnFee(list, deliveryKobo(charge.lines)) : 0;
}

/**
 * Returns the text about the price of a return for a new booking. Null if a return is free. To save a query,
 * the booking's charges are read only if the active list has a price for returns.
 */
export async function returnOfNew(
  services: Pick<Services, "db" | "live" | "now">,
  booking: { id: string; createdAt: Date },
): Promise<string | null> {
  const current = await currentPrices(services, booking.createdAt);
  return current && returnPerMilleOf(current.list) > 0
    ? ifItComesBack(await returnPriceOf(services, booking))
    : null;
}

/** True if the return was charged. A return is not charged twice, even after a waiver or another price. */
const wasCharged = (charges: readonly Charge[]): boolean => charges.some(({ kind }) => kind === "return");

/** Returns the version of the list that last priced a booking. Null if only staff set prices. */
export const versionOf = (charges: readonly Charge[]): number | null =>
  charges.find(({ priceListVersion }) => priceListVersion !== null)?.priceListVersion ?? null;

/** Reads the price list of this version in the transaction. Without a version, reads the list of the day of booking. */
export async function listFor(
  tx: Pick<Tx, "select">,
  version: number | null,
  day: string,
): Promise<PriceList | null> {
  const [row] = await tx
    .select({ document: priceLists.document })
    .from(priceLists)
    .where(
      version === null
        ? and(isNotNull(priceLists.version), lte(priceLists.validFrom, day))
        : eq(priceLists.version, version),
    )
    .orderBy(desc(priceLists.validFrom), desc(priceLists.version))
    .limit(1);
  return row ? priceListSchema.parse(row.document) : null;
}

/**
 * Adds the return to the price of a booking once, by the list that priced the booking. The caller must first lock the
 * booking's row. Writes a charge, an event, a log row and the sender's mail. Does nothing if the company is
 * responsible, if `waivedBy` is set, or if the booking or returns have no price. Returns the added kobo.
 */
export async function chargeReturn(
  work: Charging,
  account: BookingAccount,
  { ourFault, waivedBy = null }: ReturnTerms,
): Promise<number> {
  if (ourFault || waivedBy !== null) return 0;
  const { tx } = work;
  const charges = await chargesOf(tx, account.id);
  const [charge] = charges;
  if (!charge || wasCharged(charges)) return 0;
  const [booking] = await tx
    .select({ createdAt: bookings.createdAt })
    .from(bookings)
    .where(eq(bookings.id, account.id));
  const day = lagosDay(booking?.createdAt ?? work.act.at);
  const version = versionOf(charges);
  const list = await listFor(tx, version, day);
  const feeKobo = list ? returnFee(list, deliveryKobo(charge.lines)) : 0;
  if (!list || feeKobo === 0) return 0;
  const lines = withReturn(charge.lines, feeKobo, day >= list.vat.from ? list.vat.perMille : 0);
  await writeReturn(work, account, {
    kind: "return",
    priceListVersion: version,
    lines,
    totalKobo: charge.totalKobo + feeKobo,
    note: null,
    description: `return to sender ${formatNaira(feeKobo)}`,
  });
  return feeKobo;
}

/** True if the company was responsible for the last failed attempt. Then the return is free. */
export async function isReturnOurFault(tx: Tx, bookingId: string): Promise<boolean> {
  const [event] = await tx
    .select({ reason: bookingEvents.reason })
    .from(bookingEvents)
    .where(and(eq(bookingEvents.bookingId, bookingId), isNotNull(bookingEvents.reason)))
    .orderBy(desc(bookingEvents.occurredAt), desc(bookingEvents.id))
    .limit(1);
  return !!event?.reason && failureReason(event.reason).part === "company";
}

/**
 * Restores the price before the return, with a reason. The caller must first lock the booking's row. Refuses a price
 * without a return.
 */
export async function waiveReturnFee(
  work: Charging,
  account: BookingAccount,
  note: string,
): Promise<Result<unknown, "conflict">> {
  const [charge, before] = await chargesOf(work.tx, account.id);
  if (charge?.kind !== "return" || !before) return refuse("conflict", "no_return");
  const { kind, priceListVersion, lines, totalKobo } = before;
  await writeReturn(work, account, {
    ...{ kind, priceListVersion, lines, totalKobo, note },
    description: `return to sender waived (${formatNaira(charge.totalKobo - totalKobo)}): ${note}`,
  });
  return { ok: true };
}

type NewReturn = Pick<Charge, "kind" | "priceListVersion" | "lines" | "totalKobo" | "note"> & {
  /** The text in the activity log after the booking's code. */
  description: string;
};

/**
 * Writes the new price. The sender need not accept the new price: the sender accepted the price of a return when
 * booking, and a price without the return is lower.
 */
async function writeReturn(
  { services, tx, actor, act }: Charging,
  account: BookingAccount,
  { description, ...charge }: NewReturn,
): Promise<void> {
  const { at } = act;
  const [made] = await tx
    .insert(bookingCharges)
    .values({ bookingId: account.id, ...charge, at, ...act.by, acceptedAt: at })
    .returning({ id: bookingCharges.id });
  if (!made) throw new Error("a charge was not written");
  const event = { account, kind: "price_set" as const, before: account.priceKobo, after: charge.totalKobo };
  await addMoneyEvents({ tx, act }, [event]);
  if (actor.kind === "admin") await recordOnBooking({ tx, actor, at }, account, "set_price", description);
  await notify(services, tx, { event: "price_set", about: { bookingId: account.id, chargeId: made.id } });
}
