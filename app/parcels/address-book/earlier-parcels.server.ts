/** SENDER-4: how the owner's earlier parcels to a saved receiver went. */
import { sql } from "drizzle-orm";
import { DELIVERED, CLOSED_STATUSES } from "../../domain/delivery-status.ts";
import { type FailureReason, CANCELLED } from "../../domain/failure-reasons.ts";
import { businessBookings, orders, stores, bookings } from "../../platform/db/schema.ts";
import { literalWord, wordList } from "../../platform/db/schema/columns.ts";
import type { Db } from "../../platform/db/client.server.ts";
import type { BookOf } from "./book-owner.server.ts";

/** SENDER-4: the results of the owner's earlier parcels to one phone number. */
export type EarlierParcels = {
  delivered: number;
  /** The number of delivered and failed parcels. A parcel cancelled before its pickup does not count. */
  ended: number;
  /** The tracking code of the newest parcel. */
  newest: string;
  /** The reason of the newest parcel's last failed attempt. Null if no attempt failed. */
  lastReason: FailureReason | null;
};

/** Selects the owner's parcels: those of a business's members, of a store's orders, or of a person. */
const ownParcels = ({ actor, storeId }: BookOf) =>
  actor.kind === "member"
    ? sql`b.id in (select bb.booking_id from ${businessBookings} bb where bb.business_id = ${actor.business.id})`
    : storeId === ""
      ? sql`b.customer_id = ${actor.person.id}`
      : sql`b.order_id in (select o.id from ${orders} o join ${stores} s on s.id = o.store_id
        where s.id = ${storeId} and s.user_id = ${actor.person.id})`;

/**
 * SENDER-4: reads how the book owner's earlier parcels to these phone numbers ended. The result is keyed by phone
 * number.
 */
export async function howItWent(db: Db, of: BookOf, phones: string[]): Promise<Map<string, EarlierParcels>> {
  if (phones.length === 0) return new Map();
  const list = sql.join(
    phones.map((phone) => sql`${phone}`),
    sql`, `,
  );
  const { rows } = await db.execute<EarlierParcels & { phone: string }>(sql`
    with own as (
      select b.id, b.receiver_phone as phone, b.tracking_code, b.status, b.created_at,
        exists (select from booking_events e where e.booking_id = b.id and e.reason = ${literalWord(CANCELLED)}) as cancelled
      from ${bookings} b where b.receiver_phone in (${list}) and ${ownParcels(of)}
    ), newest as (
      select distinct on (phone) phone, id, tracking_code from own where not cancelled
      order by phone, created_at desc, id desc
    )
    select own.phone, count(*) filter (where own.status = ${literalWord(DELIVERED)})::int as delivered,
      count(*) filter (where own.status in ${wordList(CLOSED_STATUSES)})::int as ended,
      newest.tracking_code as newest,
      (select e.reason from booking_events e where e.booking_id = newest.id and e.reason is not null
        order by e.id desc limit 1) as "lastReason"
    from own join newest using (phone) where not own.cancelled
    group by own.phone, newest.id, newest.tracking_code`);
  return new Map(rows.map(({ phone, ...before }) => [phone, before]));
}
