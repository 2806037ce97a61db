/**
 * PRICE-13: the charge of a return, which the sender accepted when booking. Payments take it from the money that the sender
 * is owed.
 */
import { and, desc, eq, isNotNull, lte } from "drizzle-orm";
import { recordActivity } from "../../access/record-activity.server.ts";
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
import type { BookingAccount } from "./booking-account.server.ts";
import { chargesOf, type Charge } from "./charges.server.ts";
import { currentPrices, listOfVersion } from "./current-prices.server.ts";
import { refuse } from "./messages.ts";
import { addMoneyEvents, by } from "./money-events.server.ts";
import { priceListSchema, type PriceList } from "./price-list.ts";
import { deliveryKobo, ifItComesBack, returnFee, returnPerMilleOf, withReturn } from "./return-fee.ts";

/** `waivedBy`: the person who waived it. */
export type ReturnTerms = { ourFault: boolean; waivedBy?: string | null };
type Charging = Pick<Work<Admin | Rider | System>, "services" | "tx" | "actor" | "at">;

/**
 * The current price of a booking's return, in kobo, by the price list of its price. 0 if it costs nothing, has no price yet
 * or is already charged. Not for use inside a transaction.
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
 * The price of a return of a booking that was just made, in words; null if it costs nothing. Reads the database only if
 * returns have a price.
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

/** A booking is charged for one return, even if that charge was waived since or staff set another price. */
const wasCharged = (charges: readonly Charge[]): boolean => charges.some(({ kind }) => kind === "return");

/** The version of the list that last priced a booking; null if only staff set prices. */
export const versionOf = (charges: readonly Charge[]): number | null =>
  charges.find(({ priceListVersion }) => priceListVersion !== null)?.priceListVersion ?? null;

/** The list of this version, read in the transaction. Without a version, the list of the day of booking. */
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
 * Adds the return to the price of a locked booking once, by the list of its price: a charge of its own, an event, staff's
 * log row and the sender's mail, in the caller's transaction. Does nothing if the company is responsible, if `waivedBy` is
 * set, if there is no price yet, or if the list has no price for returns. Returns the added kobo.
 */
export async function chargeReturn(
  { services, tx, actor, at }: Charging,
  account: BookingAccount,
  { ourFault, waivedBy = null }: ReturnTerms,
): Promise<number> {
  if (ourFault || waivedBy !== null || account.chargeId === null) return 0;
  const charges = await chargesOf(tx, account.id);
  const [charge] = charges;
  if (!charge || wasCharged(charges)) return 0;
  const [booking] = await tx
    .select({ createdAt: bookings.createdAt })
    .from(bookings)
    .where(eq(bookings.id, account.id));
  const day = lagosDay(booking?.createdAt ?? at);
  const version = versionOf(charges);
  const list = await listFor(tx, version, day);
  const feeKobo = list ? returnFee(list, deliveryKobo(charge.lines)) : 0;
  if (!list || feeKobo === 0) return 0;
  const lines = withReturn(charge.lines, feeKobo, day >= list.vat.from ? list.vat.perMille : 0);
  await writeReturn({ services, tx, actor, at }, account, {
    kind: "return",
    priceListVersion: version,
    lines,
    totalKobo: charge.totalKobo + feeKobo,
    note: null,
    description: `return to sender ${formatNaira(feeKobo)}`,
  });
  return feeKobo;
}

/** True if the company was responsible for the last failed attempt of a booking. Its return is then free. */
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
 * Restores the price of a locked booking to that before its return, with the reason. Refuses a booking whose price has no
 * return.
 */
export async function uncharge(
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
  /** For the activity log, after the code. */
  description: string;
};

/** The sender has already accepted it: when booking, or because it costs less. */
async function writeReturn(
  { services, tx, actor, at }: Charging,
  account: BookingAccount,
  { description, ...charge }: NewReturn,
): Promise<void> {
  const who = by(actor);
  const [made] = await tx
    .insert(bookingCharges)
    .values({ bookingId: account.id, ...charge, at, ...who, acceptedAt: at })
    .returning({ id: bookingCharges.id });
  if (!made) throw new Error("a charge was not written");
  const event = { account, kind: "price_set" as const, before: account.priceKobo, after: charge.totalKobo };
  await addMoneyEvents(tx, who, at, [event]);
  if (actor.kind === "admin")
    await recordActivity(tx, actor, at, {
      action: "set_price",
      description: `${account.code}: ${description}`,
      entityType: "booking",
      entityId: account.id,
    });
  await notify(services, tx, { event: "price_set", about: { bookingId: account.id, chargeId: made.id } });
}
