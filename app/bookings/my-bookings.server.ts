/** A customer's own bookings, newest first. */
import { and, eq } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { deliveries } from "../platform/db/schema.ts";
import { keyset } from "../platform/http/keyset.server.ts";
import { paginate, type Page, type PageParams } from "../platform/http/keyset.ts";
import type { Customer } from "../domain/actor.ts";

export const MY_PAGE_SIZE = 10;

const columns = {
  id: deliveries.id,
  trackingNumber: deliveries.trackingNumber,
  status: deliveries.status,
  createdAt: deliveries.createdAt,
  estimatedDelivery: deliveries.estimatedDelivery,
  senderAddress: deliveries.senderAddress,
  receiverAddress: deliveries.receiverAddress,
  receiverName: deliveries.receiverName,
};
export type MyBooking = { [K in keyof typeof columns]: (typeof deliveries.$inferSelect)[K] };

/** One page of the actor's bookings. */
export async function listMyBookings(
  db: Db,
  { person }: Customer,
  page: PageParams,
): Promise<Page<MyBooking>> {
  const { where, orderBy } = keyset([deliveries.createdAt, deliveries.id], page);
  const rows = await db
    .select(columns)
    .from(deliveries)
    .where(and(eq(deliveries.customerId, person.id), where))
    .orderBy(...orderBy)
    .limit(MY_PAGE_SIZE + 1);
  return paginate(rows, MY_PAGE_SIZE, page);
}
