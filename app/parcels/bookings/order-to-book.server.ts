/** Finds the order that a store's owner wants to have delivered. */
import { and, asc, eq } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, orderLines, orders, stores } from "../../platform/db/schema.ts";
import { formatPhone } from "../../domain/phone.ts";
import { deliverTo } from "../../domain/order-destination.ts";
import { orderLinesText } from "../../domain/order-lines.ts";
import type { Customer } from "../../access/actor.ts";

const LONGEST_DESCRIPTION = 300;
const LONGEST_ADDRESS = 400;

const columns = {
  id: orders.id,
  code: orders.code,
  storeId: orders.storeId,
  totalKobo: orders.totalKobo,
  buyerName: orders.buyerName,
  buyerPhone: orders.buyerPhone,
  deliveryAddress: orders.deliveryAddress,
  deliveryState: orders.deliveryState,
  landmark: orders.landmark,
  store: stores.businessName,
  slug: stores.slug,
  email: stores.email,
  phone: stores.phone,
  address: stores.address,
  trackingCode: bookings.trackingCode,
};

/** Returns a store order as values of the booking form. Null if the order does not exist or has another owner. */
export async function findOrderToBook(db: Db, owner: Customer, orderId: string) {
  const [row] = await db
    .select(columns)
    .from(orders)
    .innerJoin(stores, eq(stores.id, orders.storeId))
    .leftJoin(bookings, eq(bookings.orderId, orders.id))
    .where(and(eq(orders.id, orderId), eq(stores.userId, owner.person.id)));
  if (!row) return null;
  const lines = await db
    .select({ name: orderLines.name, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, row.id))
    .orderBy(asc(orderLines.position));
  return {
    id: row.id,
    code: row.code,
    storeId: row.storeId,
    slug: row.slug,
    totalKobo: row.totalKobo,
    trackingCode: row.trackingCode,
    prefill: {
      senderName: row.store,
      senderEmail: row.email,
      senderPhone: formatPhone(row.phone),
      senderAddress: row.address,
      receiverName: row.buyerName ?? "",
      receiverPhone: row.buyerPhone ? formatPhone(row.buyerPhone) : "",
      receiverAddress: deliverTo(row)?.slice(0, LONGEST_ADDRESS) ?? "",
      receiverState: row.deliveryAddress ? (row.deliveryState ?? "") : "",
      packageDescription: orderLinesText(lines, LONGEST_DESCRIPTION),
      packageType: "Parcel",
    },
  };
}
export type OrderToBook = NonNullable<Awaited<ReturnType<typeof findOrderToBook>>>;
