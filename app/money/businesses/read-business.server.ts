/** BUSINESS-1 to BUSINESS-9: reads businesses for their members and for staff. */
import { and, desc, eq, sql } from "drizzle-orm";
import { findMember } from "../../access/business-member.server.ts";
import type { Customer } from "../../access/actor.ts";
import type { BusinessState } from "../../domain/business.ts";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import {
  bookingBalances,
  bookings,
  businessBookings,
  businessCredits,
  businesses,
} from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { searchCondition } from "../../platform/http/search.server.ts";
import { listInvoices, receivedKobo } from "./open-invoices.server.ts";
import { agreementOf } from "../prices/agreements.server.ts";

const PAGE_SIZE = 50;

const columns = {
  ...pickColumns(businesses, "id", "name", "state", "createdAt", "limitKobo", "usedKobo", "creditKobo"),
};
export type ListedBusiness = {
  [K in keyof typeof columns]: (typeof businesses.$inferSelect)[K];
};

/** Reads one page of businesses, newest first. Without a chosen state, open applications come first. */
export async function listBusinesses(
  db: Db,
  { search, state, ...page }: { search: string; state: BusinessState | null } & PageParams,
): Promise<Page<ListedBusiness>> {
  const { where, orderBy } = keyset([businesses.createdAt, businesses.id], page);
  const rows = await db
    .select(columns)
    .from(businesses)
    .where(
      and(
        searchCondition(businesses.search, search, { phones: true }),
        state ? eq(businesses.state, state) : undefined,
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(rows, PAGE_SIZE, page);
}

export const countAsked = (db: Db): Promise<number> => db.$count(businesses, eq(businesses.state, "asked"));

/** Reads one business with its money in kobo, or returns null. */
export async function readBusiness(db: Db, id: string) {
  const [row] = await db
    .select({
      ...columns,
      rcNumber: businesses.rcNumber,
      tin: businesses.tin,
      address: businesses.address,
      phone: businesses.phone,
      email: businesses.email,
      reason: businesses.reason,
      termsDays: businesses.termsDays,
      graceDays: businesses.graceDays,
      rowsADay: businesses.rowsADay,
      version: businesses.version,
      receivedKobo,
    })
    .from(businesses)
    .where(eq(businesses.id, id));
  if (!row) return null;
  const invoices = await listInvoices(db, id);
  const agreement = await agreementOf(db, id);
  return {
    ...row,
    leftKobo: Math.max(0, row.limitKobo - row.usedKobo + row.creditKobo),
    openKobo: invoices.reduce((sum, { openKobo }) => sum + openKobo, 0),
    // The price list is left out, because the list is large and no page shows the list.
    agreement: agreement && {
      version: agreement.version,
      discountPerMille: agreement.discountPerMille,
      hasList: agreement.list !== null,
    },
    invoices,
  };
}
export type ReadBusiness = NonNullable<Awaited<ReturnType<typeof readBusiness>>>;

/**
 * Reads one page of a business's bookings, newest first. With `costCentre`, reads only the bookings of this cost
 * centre.
 */
export async function listBusinessBookings(
  db: Db,
  businessId: string,
  { costCentre, ...page }: { costCentre: string } & PageParams,
) {
  const { where, orderBy } = keyset([businessBookings.createdAt, businessBookings.bookingId], page);
  const rows = await db
    .select({
      id: businessBookings.bookingId,
      createdAt: businessBookings.createdAt,
      code: bookings.trackingCode,
      status: bookings.status,
      receiver: bookings.receiverName,
      from: bookings.senderState,
      to: bookings.receiverState,
      onAccount: businessBookings.onAccount,
      costCentre: businessBookings.costCentre,
      priceKobo: bookingBalances.priceKobo,
      paidKobo: bookingBalances.paidKobo,
    })
    .from(businessBookings)
    .innerJoin(bookings, eq(bookings.id, businessBookings.bookingId))
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, businessBookings.bookingId))
    .where(
      and(
        eq(businessBookings.businessId, businessId),
        costCentre === "" ? undefined : eq(businessBookings.costCentre, costCentre),
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(rows, PAGE_SIZE, page);
}

/**
 * Returns the name, phone, email and address of a person's business, for the sender of a batch of bookings. Null if the
 * person has no open business.
 */
export async function readMemberBusiness(db: Db, { person, ip }: Customer) {
  const member = await findMember(db, person, ip);
  if (member?.business.state !== "open") return null;
  const [row] = await db
    .select(pickColumns(businesses, "id", "name", "phone", "email", "address"))
    .from(businesses)
    .where(eq(businesses.id, member.business.id));
  return row ?? null;
}

/** Returns the cost centres of a business, the most recently used first. */
export async function costCentresOf(db: Db, businessId: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select cost_centre as name from ${businessBookings}
    where business_id = ${businessId} and cost_centre is not null
    group by cost_centre order by max(created_at) desc, cost_centre limit 100`);
  return rows.map(({ name }) => name);
}

/** Lists the money received from a business, newest first, and the reversed part of each payment. */
export async function listReceived(db: Db, businessId: string) {
  const rows = await db
    .select({
      ...pickColumns(businessCredits, "id", "at", "kobo", "method", "reference", "note", "byName"),
      reversed: sql<boolean>`exists (select from business_credits r where r.reverses = ${businessCredits}.id)`,
    })
    .from(businessCredits)
    .where(and(eq(businessCredits.businessId, businessId), eq(businessCredits.kind, "received")))
    .orderBy(desc(businessCredits.id))
    .limit(PAGE_SIZE);
  return rows;
}
