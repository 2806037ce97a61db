/** PRICE-8: a corrected weight or address gives a priced booking a new quote. Staff must apply the quote. */
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { lagosDay } from "../../domain/dates.ts";
import type { PriceLine } from "../../domain/payment.ts";
import { isState } from "../../domain/states.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { ofBooking } from "../../platform/http/fields.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { agreementOfBooking } from "./agreements.server.ts";
import { lockAccount, moneyTopics } from "./lock-account.server.ts";
import { changePrice } from "./change-price.server.ts";
import { chargesOf, type Charge } from "./charges.server.ts";
import { listOfVersion } from "./current-prices.server.ts";
import { agreedQuote } from "./discount.ts";
import { refuse } from "./messages.ts";
import { requoteForm } from "./price-forms.ts";
import type { PriceList } from "./price-list.ts";
import { gramsOf, type ParcelToQuote } from "./quote.ts";

type Price = { lines: PriceLine[]; totalKobo: number };
/** The prices before and after the corrections. `after` is null if the list has no price for the corrected parcel. */
export type Requote = { version: number; before: Price; after: Price | null };

/**
 * Returns the new price of a corrected booking in kobo, by the list that gave the valid price. The day of booking
 * decides the VAT. Null if the price is unchanged, or if the valid price does not come from a list.
 */
export async function requoteOf(services: Services, bookingId: string): Promise<Requote | null> {
  const found = await findList(services, bookingId);
  return found && compareQuotes(services.db, bookingId, found);
}

export type Listed = { charge: Charge; version: number; list: PriceList };

/** Returns the valid charge and its price list. Null if the valid price does not come from a list. */
export async function findList(services: Services, bookingId: string): Promise<Listed | null> {
  const [charge] = await chargesOf(services.db, bookingId);
  const version = charge?.priceListVersion ?? null;
  const list = version === null ? null : await listOfVersion(services, version);
  // Only a quoted price can be corrected. A returning booking keeps its price.
  return charge?.kind === "quoted" && version !== null && list ? { charge, version, list } : null;
}

/** The values of an unsaved correction. Missing values are taken from the booking. */
export type Corrected = { from: string; to: string; kg: number } & Partial<
  Pick<ParcelToQuote, "packageType" | "service">
>;

export async function compareQuotes(
  db: Pick<Db, "select">,
  bookingId: string,
  { charge, version, list }: Listed,
  corrected?: Corrected,
): Promise<Requote | null> {
  const [booking] = await db
    .select({
      from: bookings.senderState,
      to: bookings.receiverState,
      kg: bookings.packageWeight,
      packageType: bookings.packageType,
      service: bookings.deliveryType,
      declaredKobo: bookings.declaredValueKobo,
      bookedAt: bookings.createdAt,
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  if (!booking) return null;
  const { from, to, kg, packageType, service, declaredKobo, bookedAt } = { ...booking, ...corrected };
  const parcel = { packageType, service, grams: gramsOf(kg), declaredKobo: declaredKobo ?? 0 };
  const agreement = await agreementOfBooking(db, bookingId);
  const price =
    isState(from) && isState(to)
      ? agreedQuote(list, agreement, { ...parcel, from, to, day: lagosDay(bookedAt) })
      : null;
  const after = price?.ok ? withCredits(price, charge.lines) : null;
  return after && sameAmounts(after.lines, charge.lines)
    ? null
    : { version, before: { lines: charge.lines, totalKobo: charge.totalKobo }, after };
}

/** True if two prices have the same amounts. A corrected weight may change only the labels of lines. */
const sameAmounts = (one: readonly PriceLine[], other: readonly PriceLine[]): boolean =>
  one.length === other.length &&
  one.every(({ kind, kobo }, at) => kind === other[at]?.kind && kobo === other[at].kobo);

/** Returns the new price minus the credit that the former price used, at least 0. */
function withCredits({ lines, totalKobo }: Price, before: readonly PriceLine[]): Price {
  let total = totalKobo;
  const credits = before.flatMap((line): PriceLine[] => {
    const kobo = Math.max(line.kobo, -total);
    if (line.kobo >= 0 || line.kind === "discount" || kobo === 0) return [];
    total += kobo;
    return [{ ...line, kobo }];
  });
  return { lines: [...lines, ...credits], totalKobo: total };
}

/** Makes the new quote the booking's price. Refuses for the reasons of `changePrice`, and if the total changed. */
export const applyRequote = operation({
  name: "prices.requote",
  by: staff("setPrice"),
  act: "price_set",
  input: ofBooking(requoteForm),
  prepare: async ({ services }, { code }) => {
    const [booking] = await services.db
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.trackingCode, code));
    return { ok: true, prepared: booking ? await findList(services, booking.id) : null };
  },
  on: lockAccount,
  run: async (work, { seen, total, note }, account) => {
    const found = work.prepared;
    const requote = found?.charge.id === seen ? await compareQuotes(work.tx, account.id, found) : null;
    if (!requote?.after || requote.after.totalKobo !== total) return refuse("conflict", "corrected_again");
    const charge = { kind: "quoted" as const, priceListVersion: requote.version, ...requote.after, note };
    return changePrice(work, { account, seen, charge });
  },
  publish: moneyTopics,
});
