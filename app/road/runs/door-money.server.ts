/** COD-9: what is to be paid at the door for a booking, as `doorAmount` adds it up (money/payments/door-amount.ts). */
import { sql } from "drizzle-orm";
import { bookingBalances, bookings, cashOnDelivery } from "../../platform/db/schema.ts";

/** What the sender, or the receiver, still owes for the delivery, in kobo. With `bookingBalances` joined. */
export const owedKobo =
  sql<number>`greatest(0, coalesce(${bookingBalances.priceKobo}, 0) - coalesce(${bookingBalances.paidKobo}, 0))`.mapWith(
    Number,
  );

/** What is to be collected from the receiver and was not yet, in kobo. With `cashOnDelivery` joined. */
export const collectKobo =
  sql<number>`greatest(0, coalesce(${cashOnDelivery.amountKobo}, 0) - coalesce(${cashOnDelivery.collectedKobo}, 0))`.mapWith(
    Number,
  );

/** Both that the receiver pays, in kobo. */
export const atDoorKobo =
  sql<number>`${collectKobo} + case when ${bookings.paysDelivery} = 'receiver' then ${owedKobo} else 0 end`.mapWith(
    Number,
  );
