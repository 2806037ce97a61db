/** OWNER-10: exports the orders of a store as a spreadsheet. */
import { asc, inArray } from "drizzle-orm";
import { lagosTime } from "../../domain/dates.ts";
import { BOOKING_STATUS_LABELS } from "../../domain/delivery-status.ts";
import { nairaNumber } from "../../domain/money.ts";
import { exportPhone } from "../../domain/phone.ts";
import { ORDER_STATUS_LABELS } from "../../domain/order-status.ts";
import type { StoreOwner } from "../../access/actor.ts";
import { orderLines } from "../../platform/db/schema.ts";
import type { Db } from "../../platform/db/client.server.ts";
import type { Row } from "../../platform/http/csv-download.ts";
import type { Cursor } from "../../platform/http/keyset.ts";
import { listStoreOrders, type OrderFilter } from "./store-orders.server.ts";

export const ORDER_HEADER = [
  "order",
  "placed",
  "status",
  "buyer",
  "phone",
  "deliver to",
  "products",
  "total (naira)",
  "tracking code",
  "delivery",
];
const BATCH = 500;

/** Yields all orders that the list shows with these filters, newest first, read in batches. */
export async function* exportOrders(
  db: Db,
  owner: StoreOwner,
  storeId: string,
  filter: Pick<OrderFilter, "search" | "status" | "delivery">,
): AsyncGenerator<Row> {
  for (let cursor: Cursor | null = null; ;) {
    const page = { ...filter, cursor, direction: "next" } as const;
    const { rows, next } = await listStoreOrders(db, owner, storeId, page, BATCH);
    const goods = await goodsOf(
      db,
      rows.map(({ id }) => id),
    );
    for (const row of rows)
      yield [
        row.code,
        lagosTime(row.createdAt),
        ORDER_STATUS_LABELS[row.status],
        row.buyerName,
        row.buyerPhone && exportPhone(row.buyerPhone),
        row.deliveryAddress,
        goods.get(row.id)?.join(", ") ?? "",
        nairaNumber(row.totalKobo),
        row.trackingCode,
        row.deliveryStatus && BOOKING_STATUS_LABELS[row.deliveryStatus],
      ];
    const last = rows.at(-1);
    if (!next || !last) return;
    cursor = { at: last.createdAt, id: last.id };
  }
}

/** Reads the goods of each order, such as '2 × Palm oil'. */
async function goodsOf(db: Db, ids: string[]): Promise<Map<string, string[]>> {
  const goods = new Map<string, string[]>();
  if (ids.length === 0) return goods;
  const lines = await db
    .select({ id: orderLines.orderId, name: orderLines.name, quantity: orderLines.quantity })
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position));
  for (const { id, name, quantity } of lines)
    goods.set(id, [...(goods.get(id) ?? []), `${quantity} × ${name}`]);
  return goods;
}
