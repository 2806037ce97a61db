/** The orders of a store, for its owner. Orders of other owners are not found. */
import { provenColumn } from "../../parcels/proof/read-proofs.server.ts";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { leftOfSender } from "../../domain/pays-delivery.ts";
import { doorWays } from "../../domain/how-to-pay.ts";
import { readCompanyAccount } from "../../money/payments/company-account.server.ts";
import { NOTHING_AT_DOOR, receiversPart } from "../../domain/door-amount.ts";
import { doorOf } from "../../money/payments/door.server.ts";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import { bookings, orderEvents, orderLines, orders, stores, profiles } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { searchCondition } from "../../platform/http/search.server.ts";
import { isOpenOrder, OPEN_ORDERS, ORDER_STATUSES, type OrderStatus } from "../../domain/order-status.ts";
import type { StoreOwner } from "../../access/actor.ts";
import { FIRST_STATUS, OPEN_STATUSES, type BookingStatus } from "../../domain/delivery-status.ts";
import { shownStatus, type FollowedStatus } from "../orders/order-progress.ts";
import type { DeliveryFilter } from "./order-filter.ts";
import { followedStatus } from "../orders/followed-status.server.ts";
import { isShownAs } from "./orders-shown-as.server.ts";

export const PAGE_SIZE = 25;

const { id, code, buyerName, buyerPhone, deliveryAddress, status, totalKobo, version, createdAt } = orders;
const columns = { id, code, buyerName, buyerPhone, deliveryAddress, status, totalKobo, version, createdAt };
export type OrderRow = { [K in keyof typeof columns]: (typeof orders.$inferSelect)[K] } & {
  /** The tracking code of the order's delivery, or null. */
  trackingCode: string | null;
  deliveryStatus: (typeof bookings.$inferSelect)["status"] | null;
  followedStatus: FollowedStatus;
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

const asShown = <Row extends { status: OrderStatus; followedStatus: FollowedStatus }>(row: Row): Row => ({
  ...row,
  status: shownStatus(row.status, row.followedStatus),
});

const own = (owner: StoreOwner, storeId: string) =>
  and(eq(stores.id, storeId), eq(stores.userId, owner.person.id));

/**
 * Lists one page of orders, newest first. The search compares the order's code, and the name and phone number of the
 * buyer.
 */
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
    .select({
      ...columns,
      trackingCode: bookings.trackingCode,
      deliveryStatus: bookings.status,
      followedStatus,
    })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .leftJoin(bookings, eq(bookings.orderId, orders.id))
    .where(
      and(
        own(owner, storeId),
        status ? isShownAs(status) : undefined,
        delivery ? and(OPEN, inArray(bookings.status, DELIVERY_FILTERS[delivery])) : undefined,
        searchCondition(orders.search, search, { phones: true }),
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(size + 1);
  return paginate(rows.map(asShown), size, filter);
}

/** Counts the orders by shown status and by the status of the delivery. */
async function countByStatus(db: Db, owner: StoreOwner, storeId: string) {
  const rows = await db
    .select({
      status: orders.status,
      deliveryStatus: bookings.status,
      followedStatus,
      count: sql<number>`count(*)::int`,
    })
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .leftJoin(bookings, eq(bookings.orderId, orders.id))
    .where(own(owner, storeId))
    // The query groups by the positions of the columns. If the expressions were repeated here, their parameters would
    // have other numbers, and PostgreSQL would not recognise them as the same expressions.
    .groupBy(sql`1, 2, 3`);
  return rows.map(asShown);
}

export async function countStoreOrders(
  db: Db,
  owner: StoreOwner,
  storeId: string,
): Promise<Record<OrderStatus, number>> {
  const counts = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as Record<
    OrderStatus,
    number
  >;
  for (const row of await countByStatus(db, owner, storeId)) counts[row.status] += row.count;
  return counts;
}

/**
 * How many open orders wait for each task. Orders to hand over (`toHandOver`) are ready, and their delivery is not
 * booked.
 */
export type StoreWork = Record<"toConfirm" | "toPack" | "toHandOver" | "toPickUp" | "onTheWay", number>;

export async function countStoreWork(db: Db, owner: StoreOwner, storeId: string): Promise<StoreWork> {
  const open = (await countByStatus(db, owner, storeId)).filter(({ status }) => isOpenOrder(status));
  const count = (isMeant: (row: (typeof open)[number]) => boolean) =>
    open.reduce((sum, row) => sum + (isMeant(row) ? row.count : 0), 0);
  const isDelivery = (filter: DeliveryFilter) =>
    count(
      ({ deliveryStatus }) => deliveryStatus !== null && DELIVERY_FILTERS[filter].includes(deliveryStatus),
    );
  return {
    toConfirm: count(({ status }) => status === "new"),
    toPack: count(({ status }) => status === "confirmed"),
    toHandOver: count(({ status, deliveryStatus }) => status === "ready" && deliveryStatus === null),
    toPickUp: isDelivery("waiting"),
    onTheWay: isDelivery("moving"),
  };
}

/** OWNER-9: returns the newest order that is not confirmed yet, or null. The dashboard announces this order. */
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

/** Reads an order with lines and history. Null if this store has no such order. */
export async function findStoreOrder(db: Db, owner: StoreOwner, storeId: string, id: string) {
  const [order] = await db
    .select({
      ...columns,
      deliveryState: orders.deliveryState,
      landmark: orders.landmark,
      trackingCode: bookings.trackingCode,
      deliveryStatus: bookings.status,
      followedStatus,
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
      .select(pickColumns(orderLines, "id", "name", "unitPriceKobo", "quantity"))
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
  const ways = doorWays({ account: await readCompanyAccount(db) });
  const isOpen = OPEN_STATUSES.some((open) => open === order.deliveryStatus);
  const toPayKobo = money && isOpen ? leftOfSender(money) : 0;
  return { ...asShown(order), door, toPayKobo, doorWays: ways, lines, events };
}
export type StoreOrder = NonNullable<Awaited<ReturnType<typeof findStoreOrder>>>;
