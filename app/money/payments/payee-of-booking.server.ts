/** COD-2: the payee of the money that a booking collects, or would collect. */
import { sql, type SQL } from "drizzle-orm";
import { bookings, orders, payees, profiles } from "../../platform/db/schema.ts";

/**
 * Selects the payee of a booking: the store of the order, else the customer who booked, else the login account with
 * the sender's verified email address.
 */
export const payeeOfBooking = (bookingId: string): SQL => sql`exists (
  select from ${bookings} d left join ${orders} o on o.id = d.order_id
  where d.id = ${bookingId} and case when d.order_id is not null then ${payees.storeId} = o.store_id
    else ${payees.customerId} = coalesce(d.customer_id,
      (select p.id from ${profiles} p where p.email = lower(d.sender_email) and p.email_verified_at is not null)) end)`;
