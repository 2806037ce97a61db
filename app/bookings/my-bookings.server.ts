/** A customer's own bookings, newest first. */
import { and, asc, desc, eq, gt, lt, or } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { deliveries } from "../platform/db/schema.ts";
import { paginate, type Cursor, type Page } from "../platform/http/keyset.ts";
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

/** One page of the actor's bookings, by keyset. */
export async function listMyBookings(
  db: Db,
  { person }: Customer,
  cursor: Cursor | null,
  direction: "older" | "newer",
): Promise<Page<MyBooking>> {
  const beyond = direction === "newer" ? gt : lt;
  const inOrder = direction === "newer" ? asc : desc;
  const rows = await db
    .select(columns)
    .from(deliveries)
    .where(
      and(
        eq(deliveries.customerId, person.id),
        cursor
          ? or(
              beyond(deliveries.createdAt, cursor.at),
              and(eq(deliveries.createdAt, cursor.at), beyond(deliveries.id, cursor.id)),
            )
          : undefined,
      ),
    )
    .orderBy(inOrder(deliveries.createdAt), inOrder(deliveries.id))
    .limit(MY_PAGE_SIZE + 1);
  return paginate(rows, MY_PAGE_SIZE, direction, cursor);
}
