/** ORDER-10: finds orders by the status that is shown. The shown status also depends on the status of the delivery. */
import { or, eq, and, inArray, sql } from "drizzle-orm";
import { BOOKING_STATUSES, FIRST_STATUS } from "../../domain/delivery-status.ts";
import { type OrderStatus, ORDER_STATUSES } from "../../domain/order-status.ts";
import { orders } from "../../platform/db/schema.ts";
import { followedStatus } from "../orders/followed-status.server.ts";
import { shownStatus } from "../orders/order-progress.ts";

/**
 * ORDER-10: matches orders that are shown with this status. Where the delivery cannot change the shown status, only the
 * stored status is compared, so that PostgreSQL can use the index on it.
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
