/** The orders of a store, for its owner. Orders of other owners are not found. */
import { provenColumn } from "../../parcels/proof/read-proofs.server.ts";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { NOTHING_AT_DOOR, receiversPart } from "../../money/payments/door-amount.ts";
import { doorOf } from "../../money/payments/door.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, orderEvents, orderLines, orders, stores, profiles } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { searchCondition } from "../../platform/http/search.server.ts";
import { OPEN_ORDERS, ORDER_STATUSES, type OrderStatus } from "../../domain/order-status.ts";
import type { StoreOwner } from "../../access/actor.ts";
import { FIRST_STATUS, OPEN_STATUSES, type BookingStatus } from "../../domain/delivery-status.ts";
import type { DeliveryFilter } from "./order-filter.ts";

export const PAGE_SIZE = 25;

const { id, code, buyerName, buyerPhone, deliveryAddress, status, totalKobo, version, createdAt } = orders;
const columns = { id, code, buyerName, buyerPhone, deliveryAddress, status, totalKobo, version, createdAt };
export type OrderRow = { [K in keyof typeof columns]: (typeof orders.$inferSelect)[K] } & {
  /** The tracking code of the delivery that was booked for the order; null if none was booked. */
  trackingCode: string | null;
  deliveryStatus: (typeof bookings.$inferSelect)["status"] | null;
};
export type OrderFilter = {
  search: string;
  status: OrderStatus | null;
  delivery?: DeliveryFilter | null;
} & PageParams;

const OPEN = inArray(orders.status, OPEN_ORDERS);
const DELIVERY_FILTERS: Record<DeliveryFilter, readonly BookingStatus[]> = {
  waiting: [FIRST_STATUS],
  moving: OPEN_STATUSES.filter((status) => status !== FIRST_STATUS),
};
const countOf = (statuses: readonly BookingStatus[]) =>
  sql<number>`count(*) filter (where ${inArray(bookings.status, statuses)})::int`;

const own = (owner: StoreOwner, storeId: string) =>
  and(eq(stores.id, storeId), eq(stores.userId, owner.person.id));

/** One page of a store's orders, newest first. The search reads code, buyer's name and phone. */
export async function listStoreOrders(
  db: Db,
  owner: StoreOwner,
  storeId: string,
  filter: OrderFilter,
  size = PAGE_SIZE,
): Promise<Page<OrderRow>> {
  const { search, status, delivery } = filter;
  const { where, orderBy } = keyset([orders.createdAt, orders.id], filter);
  const rows = await db
    .select({ ...columns, trackingCode: bookings.trackingCode, deliveryStatus: bookings.status })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .leftJoin(bookings, eq(bookings.orderId, orders.id))
    .where(
      and(
        own(owner, storeId),
        status ? eq(orders.status, status) : undefined,
        delivery ? and(OPEN, inArray(bookings.status, DELIVERY_FILTERS[delivery])) : undefined,
        searchCondition(orders.search, search, { phones: true }),
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(size + 1);
  return paginate(rows, size, filter);
}

/** The number of a store's orders in each status. */
export async function countStoreOrders(
  db: Db,
  owner: StoreOwner,
  storeId: string,
): Promise<Record<OrderStatus, number>> {
  const rows = await db
    .select({ status: orders.status, count: sql<number>`count(*)::int` })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .where(own(owner, storeId))
    .groupBy(orders.status);
  const counts = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as Record<
    OrderStatus,
    number
  >;
  for (const row of rows) counts[row.status] = row.count;
  return counts;
}

/**
 * The numbers of open orders by the work that remains: to confirm, to pack, to hand over (ready, and no delivery is
 * booked), waiting for our rider, and on the way.
 */
export type StoreWork = Record<"toConfirm" | "toPack" | "toHandOver" | "toPickUp" | "onTheWay", number>;

export async function countStoreWork(db: Db, owner: StoreOwner, storeId: string): Promise<StoreWork> {
  const [counts] = await db
    .select({
      toConfirm: sql<number>`count(*) filter (where ${orders.status} = 'new')::int`,
      toPack: sql<number>`count(*) filter (where ${orders.status} = 'confirmed')::int`,
      toHandOver: sql<number>`count(*) filter (where ${orders.status} = 'ready' and ${bookings.id} is null)::int`,
      toPickUp: countOf(DELIVERY_FILTERS.waiting),
      onTheWay: countOf(DELIVERY_FILTERS.moving),
    })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .leftJoin(bookings, eq(bookings.orderId, orders.id))
    .where(and(own(owner, storeId), OPEN));
  return counts ?? { toConfirm: 0, toPack: 0, toHandOver: 0, toPickUp: 0, onTheWay: 0 };
}

/** OWNER-9: the latest order to confirm, which the dashboard announces; null if there is none. */
export async function newestOrder(db: Db, owner: StoreOwner, storeId: string) {
  const [order] = await db
    .select({
      buyerName,
      totalKobo,
      lines: sql<{ name: string; quantity: number }[]>`(
        select coalesce(json_agg(json_build_object('name', l.name, 'quantity', l.quantity) order by l.position), '[]')
        from ${orderLines} l where l.order_id = orders.id)`,
    })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .where(and(own(owner, storeId), eq(status, "new")))
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  return order ?? null;
}

/** An order with its lines and its history; null if this store has no such order. */
export async function findStoreOrder(db: Db, owner: StoreOwner, storeId: string, id: string) {
  const [order] = await db
    .select({
      ...columns,
      deliveryState: orders.deliveryState,
      landmark: orders.landmark,
      trackingCode: bookings.trackingCode,
      deliveryStatus: bookings.status,
      proven: provenColumn,
    })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .leftJoin(bookings, eq(bookings.orderId, orders.id))
    .where(and(eq(orders.id, id), own(owner, storeId)));
  if (!order) return null;
  const { trackingCode } = order;
  const money = trackingCode ? await doorOf(db, { code: trackingCode }) : null;
  const door = money ? receiversPart(money) : NOTHING_AT_DOOR;
  const [lines, events] = await Promise.all([
    db
      .select({
        id: orderLines.id,
        name: orderLines.name,
        unitPriceKobo: orderLines.unitPriceKobo,
        quantity: orderLines.quantity,
      })
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
      .orderBy(asc(orderLines.position)),
    db
      .select({
        id: orderEvents.id,
        at: orderEvents.at,
        toStatus: orderEvents.toStatus,
        byName: profiles.fullName,
      })
      .from(orderEvents)
      .leftJoin(profiles, eq(profiles.id, orderEvents.byUserId))
      .where(eq(orderEvents.orderId, order.id))
      .orderBy(asc(orderEvents.id)),
  ]);
  return { ...order, door, lines, events };
}
export type StoreOrder = NonNullable<Awaited<ReturnType<typeof findStoreOrder>>>;
