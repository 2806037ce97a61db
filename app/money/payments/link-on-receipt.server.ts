/** RECEIVER-3: decides whether a printed receipt has the receiver's link. */
import { and, eq } from "drizzle-orm";
import type { Session } from "../../access/principal-context.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import { NOT_STORED } from "../../domain/erased.ts";
import { pickColumns } from "../../platform/db/client.server.ts";
import { bookingEvents, bookings } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";

export const paperColumns = {
  ...pickColumns(bookings, "id", "senderEmail", "receiverPhone", "status", "createdAt"),
};
type OnPaper = Pick<typeof bookings.$inferSelect, keyof typeof paperColumns>;

/**
 * For this time (ms) after the booking, while the sender is at the counter, the printed receipt has the receiver's
 * link. Later prints do not have it: the page behind the link shows the PIN, which staff must not see.
 */
const PAPER_MS = 60 * 60_000;

/**
 * RECEIVER-3: true if the printed receipt has the receiver's link, because the sender has no email address for the
 * link. Any member of staff may know the receipt's URL. So only the member of staff who made the booking gets the
 * link, for `PAPER_MS`.
 */
export async function isLinkOnReceipt(
  { db, now }: Pick<Services, "db" | "now">,
  { id, senderEmail, receiverPhone, status, createdAt }: OnPaper,
  { person, staff }: Session,
): Promise<boolean> {
  if (senderEmail !== "" || receiverPhone === NOT_STORED || !isOnTheWay(status)) return false;
  if (!person || !staff || now().getTime() > createdAt.getTime() + PAPER_MS) return false;
  const { bookingId, kind, byUserId } = bookingEvents;
  const own = and(eq(bookingId, id), eq(kind, "booked"), eq(byUserId, person.id));
  return (await db.$count(bookingEvents, own)) > 0;
}
