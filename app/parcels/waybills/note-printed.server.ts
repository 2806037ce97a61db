/** BOOK-28: once a waybill was opened for printing, the sender can no longer correct the booking. */
import { type SQL, and, isNull } from "drizzle-orm";
import { bookings } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";

/**
 * BOOK-28: marks bookings as printed before their labels are read. A correction by the sender is either made before
 * this mark, and then the label shows it, or it is refused.
 */
export const notePrinted = ({ db, now }: Services, where: SQL | undefined) =>
  db
    .update(bookings)
    .set({ labelPrintedAt: now() })
    .where(and(where, isNull(bookings.labelPrintedAt)));
