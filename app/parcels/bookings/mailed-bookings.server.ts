/**
 * Reads facts for mails. One upload can make fifty mails, so mails written at the same time share queries.
 */
import { and, getTableColumns, inArray, sql } from "drizzle-orm";
import { notUndone } from "../../history/state-events.server.ts";
import { priceColumn } from "../../money/prices/charges.server.ts";
import { collectColumn } from "../../money/settlements/cod-request.server.ts";
import type { About } from "../../notifications/notifications.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import { bookingEvents, bookings, hubs, pieces } from "../../platform/db/schema.ts";
import { lookupTogether } from "../../platform/db/shared-read.server.ts";
import { whoTookDeliveries } from "../proof/read-proofs.server.ts";
import { dropOffColumn } from "./hub-choices.server.ts";

/** A booking with its valid price, its amount to collect, and the numbers of the pieces on the way back. */
export type MailedBooking = typeof bookings.$inferSelect &
  Record<"collectKobo" | "priceKobo", number | null> & { dropOffHub: string | null; returning: number[] };

const bookingsByIds = preparedOnce((db) =>
  db
    .select({
      ...getTableColumns(bookings),
      collectKobo: collectColumn,
      priceKobo: priceColumn,
      dropOffHub: dropOffColumn,
      returning: sql<
        number[]
      >`array(select p.number from ${pieces} p where p.booking_id = ${bookings}.id and p.returning)`,
    })
    .from(bookings)
    .where(sql`${bookings.id} = any(${sql.placeholder("ids")}::uuid[])`)
    .prepare("bookings_to_mail"),
);

export const mailedBooking: (db: Db, bookingId: string) => Promise<MailedBooking | undefined> =
  lookupTogether(
    async (db, ids: string[]) =>
      new Map((await bookingsByIds(db).execute({ ids })).map((row) => [row.id, row])),
    (id) => id,
  );

const eventsByIds = preparedOnce((db) =>
  db
    .select()
    .from(bookingEvents)
    .where(and(sql`${bookingEvents.id} = any(${sql.placeholder("ids")}::bigint[])`, notUndone))
    .prepare("events_to_mail"),
);

const eventById = lookupTogether(
  async (db, ids: number[]) =>
    new Map((await eventsByIds(db).execute({ ids })).map((row) => [String(row.id), row])),
  String,
);

/** Reads the booking and the event of a mail. Null if one of the two is missing or the event was undone. */
export async function withEvent(db: Db, { bookingId, eventId }: About<"status_changed">) {
  const [row, event] = await Promise.all([mailedBooking(db, bookingId), eventById(db, eventId)]);
  return row && event ? { row, event } : null;
}

/** Finds who took the parcel last. A sender who took the parcel back does not count. */
export const takerOf = lookupTogether(whoTookDeliveries, (id: string) => id);

export const hubOf = lookupTogether(
  async (db, ids: string[]) =>
    new Map((await db.select().from(hubs).where(inArray(hubs.id, ids))).map((hub) => [hub.id, hub])),
  (id) => id,
);
