/** COD-9: calculates the amount due at the receiver's door in SQL. A test compares the result with `doorAmount`. */
import { sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { bookingBalances, bookings, cashOnDelivery } from "../../platform/db/schema.ts";
import { bookingGoesBack } from "./door.server.ts";

/** Returns SQL for the total of `doorOfRow` in kobo. The query must join balances and COD requests. */
export const doorKobo = (returning: SQL | AnyPgColumn) =>
  sql<number>`(case when ${bookings}.pays_delivery <> 'account' and (${returning} or ${bookings}.pays_delivery = 'receiver')
      then greatest(0, coalesce(${bookingBalances}.price_kobo, 0) - coalesce(${bookingBalances}.paid_kobo, 0)) else 0 end
    + case when ${returning} then 0 else
      greatest(0, coalesce(${cashOnDelivery}.amount_kobo, 0) - coalesce(${cashOnDelivery}.collected_kobo, 0)) end)`.mapWith(
    Number,
  );

/**
 * The kobo due at the receiver's door, for a query that does not join balances and COD requests. Null if nothing is
 * due.
 */
export const doorColumn = sql<number | null>`(select nullif(${doorKobo(bookingGoesBack)}, 0) from (select) one
  left join ${bookingBalances} on ${bookingBalances}.booking_id = ${bookings}.id
  left join ${cashOnDelivery} on ${cashOnDelivery}.booking_id = ${bookings}.id)`.mapWith(Number);
