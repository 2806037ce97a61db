/** ORDER-10: finds the orders that are shown with a status, which follows the delivery. */
import { or, eq, and, inArray, sql } from "drizzle-orm";
import { BOOKING_STATUSES, FIRST_STATUS } from "../../domain/delivery-status.ts";
import { type OrderStatus, ORDER_STATUSES } from "../../domain/order-status.ts";
import { orders } from "../../platform/db/schema.ts";
import { followedStatus } from "../orders/followed-status.server.ts";
import { shownStatus } from "../orders/order-progress.ts";

/**
 * ORDER-10: the condition that an order is shown with this status. If the delivery makes no difference, only the
 * stored status is compared, because an index has the stored status.
 */
export const isShownAs = (wanted: OrderStatus) =>
  or(
    ...ORDER_STATUSES.flatMap((status) => {
      const deliveries = BOOKING_STATUSES.filter((delivery) => shownStatus(status, delivery) === wanted);
      if (deliveries.length === 0) return [];
      const stored = eq(orders.status, status);
      if (deliveries.length === BOOKING_STATUSES.length) return stored;
      // An order without a delivery is shown like an order whose parcel is not picked up yet.
      return and(stored, inArray(sql`coalesce(${followedStatus}, ${FIRST_STATUS})`, deliveries));
    }),
  );
