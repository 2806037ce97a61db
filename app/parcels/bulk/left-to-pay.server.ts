/** BULK-7: reads the unpaid prices of a batch's parcels. */
import { and, eq, sql } from "drizzle-orm";
import { FIRST_STATUS } from "../../domain/delivery-status.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBalances, bookingBatchRows, bookings } from "../../platform/db/schema.ts";
import type { Left } from "./batch-payment.ts";

/**
 * Reads the parcels of a batch that nobody has picked up yet. `chosenAt`: only the rows booked by the press of 'Book'
 * at that time.
 */
export const leftToPay = (db: Pick<Db, "select">, batchId: string, chosenAt?: Date): Promise<Left[]> =>
  db
    .select({
      paysDelivery: bookings.paysDelivery,
      isBrought: sql<boolean>`${bookings.dropOffHubId} is not null`,
      leftKobo: sql<
        number | null
      >`greatest(0, ${bookingBalances.priceKobo} - ${bookingBalances.paidKobo})`.mapWith(Number),
    })
    .from(bookingBatchRows)
    .innerJoin(bookings, eq(bookings.id, bookingBatchRows.bookingId))
    .innerJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .where(
      and(
        eq(bookingBatchRows.batchId, batchId),
        eq(bookings.status, FIRST_STATUS),
        chosenAt && eq(bookingBatchRows.chosenAt, chosenAt),
      ),
    );
