/** BUSINESS-4, BUSINESS-5: checks that a member may book for a business, and stores the booking's business. */
import { eq } from "drizzle-orm";
import { findMember } from "../../access/business-member.server.ts";
import type { Person } from "../../access/actor.ts";
import { memberMay } from "../../domain/business.ts";
import { addDays, lagosDay, startOfLagosDay } from "../../domain/dates.ts";
import { type Db, pickColumns, type Tx } from "../../platform/db/client.server.ts";
import { readOnce, type Reads } from "../../platform/db/read-once.ts";
import { businesses, businessBookings } from "../../platform/db/schema.ts";
import { whyNot } from "./messages.ts";
import { overdueSince } from "./open-invoices.server.ts";
import { agreementOf, type StoredAgreement } from "../prices/agreements.server.ts";

export type BookingBusiness = {
  id: string;
  agreement: StoredAgreement | null;
  onAccount: boolean;
  costCentre: string | null;
  /** False for a clerk. */
  seesMoney: boolean;
};
type Asking = { person: Person; ip: string; at: Date };

/** Returns the business of a person, with its prices. Null if the person is no member. */
export async function businessOf(db: Db, { person, ip }: Asking, reads: Reads | undefined) {
  return readOnce(reads, `business of ${person.id}`, async () => {
    const member = await findMember(db, person, ip);
    if (!member) return null;
    const { business, role } = member;
    return {
      ...business,
      seesMoney: memberMay(role, "seeMoney"),
      agreement: await agreementOf(db, business.id),
    };
  });
}

/**
 * BUSINESS-4: returns the prices that a member sees before booking on account. Null if the member may not see money.
 */
export async function shownAgreement(
  db: Db,
  { person, ip }: { person: Person | null; ip: string },
): Promise<StoredAgreement | null> {
  const member = person && (await findMember(db, person, ip));
  return member && memberMay(member.role, "seeMoney") ? agreementOf(db, member.business.id) : null;
}

/**
 * BUSINESS-2: true for a clerk. A clerk may not see amounts, not even the price of a parcel that the clerk booked on
 * account.
 */
export async function isClerk(
  db: Db,
  { person, ip }: { person: Person | null; ip: string },
): Promise<boolean> {
  const member = person && (await findMember(db, person, ip));
  return member !== null && !memberMay(member.role, "seeMoney");
}

/** Returns the limit of a business and the unused part of the limit, in kobo. */
export async function limitOf(db: Db | Tx, businessId: string, { lock = false } = {}) {
  const query = db
    .select(pickColumns(businesses, "state", "limitKobo", "usedKobo", "creditKobo", "graceDays"))
    .from(businesses)
    .where(eq(businesses.id, businessId));
  const [row] = await (lock ? query.for("no key update") : query);
  if (!row) throw new Error("a business has no row");
  return { ...row, leftKobo: row.limitKobo - row.usedKobo + row.creditKobo };
}

/**
 * Returns the number of an invoice that is so long overdue that the business cannot book on account. Null if there is
 * no such invoice.
 */
export const stoppingInvoice = (
  db: Db,
  { id, graceDays }: { id: string; graceDays: number },
  at: Date,
): Promise<string | null> => overdueSince(db, id, lagosDay(addDays(startOfLagosDay(at), -graceDays)));

/** Returns why a booking on account is refused, or null. `taken`: the kobo that earlier rows of the same batch cost. */
export async function refuseOnAccount(
  db: Db,
  { id, seesMoney, at, reads }: { id: string; seesMoney: boolean; at: Date; reads: Reads | undefined },
  { priceKobo, taken }: { priceKobo: number | null; taken: number },
): Promise<string | null> {
  const { limit, overdue } = await readOnce(reads, `limit of ${id}`, async () => {
    const limit = await limitOf(db, id);
    return { limit, overdue: await stoppingInvoice(db, { id, graceDays: limit.graceDays }, at) };
  });
  if (limit.state !== "open") return whyNot.notOpen;
  if (overdue !== null) return whyNot.overdue(overdue);
  if (priceKobo === null) return whyNot.noPrice;
  const leftKobo = limit.leftKobo - taken;
  return priceKobo > leftKobo
    ? overLimit({ limitKobo: limit.limitKobo, leftKobo, priceKobo, seesMoney })
    : null;
}

type Over = { limitKobo: number; leftKobo: number; priceKobo: number; seesMoney: boolean };

function overLimit({ seesMoney, limitKobo, ...amounts }: Over): string {
  if (limitKobo === 0 && amounts.leftKobo <= 0) return whyNot.noLimit;
  return seesMoney ? whyNot.overLimit(amounts) : whyNot.overLimitOfClerk;
}

/**
 * Returns why a price is above the limit, or null. Locks the business, so that parallel bookings wait. The trigger
 * `business_bookings_limit` checks the limit, too.
 */
export async function refuseOverLimit(
  tx: Tx,
  { id, seesMoney }: BookingBusiness,
  priceKobo: number,
): Promise<string | null> {
  const { state, limitKobo, leftKobo } = await limitOf(tx, id, { lock: true });
  if (state !== "open") return whyNot.notOpen;
  return priceKobo > leftKobo ? overLimit({ limitKobo, leftKobo, priceKobo, seesMoney }) : null;
}

/** Stores the booking's business. Call this in the transaction that makes the booking. */
export async function storeForBusiness(
  tx: Tx,
  bookingId: string,
  { id, agreement, onAccount, costCentre }: BookingBusiness,
  at: Date,
): Promise<void> {
  await tx.insert(businessBookings).values({
    ...{ bookingId, businessId: id, onAccount, costCentre, createdAt: at },
    agreementId: agreement && (agreement.list || agreement.discountPerMille > 0) ? agreement.id : null,
  });
}
