/** BOOK-28: once a waybill was opened for printing, the sender can no longer correct the booking. */
import { type SQL, and, isNull } from "drizzle-orm";
import { bookings } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";

/**
 * BOOK-28: marks bookings as printed before their labels are read. So a sender's correction is either in time
 * for the label, or refused because the label is printed.
 */
export const notePrinted = ({ db, now }: Services, where: SQL | undefined) =>
  db
    .update(bookings)
    .set({ labelPrintedAt: now() })
    .where(and(where, isNull(bookings.labelPrintedAt)));
