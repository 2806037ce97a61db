/** Reads a customer's own bookings, newest first. */
import { and, desc, eq, inArray, notInArray } from "drizzle-orm";
import type { Services } from "../../platform/services.server.ts";
import { sendersLinks } from "../bookings/receiver-chats.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Page, type PageParams } from "../../platform/http/keyset.ts";
import type { Customer } from "../../access/actor.ts";
import { OPEN_STATUSES } from "../../domain/delivery-status.ts";

export const MY_PAGE_SIZE = 10;

const columns = {
  id: bookings.id,
  trackingCode: bookings.trackingCode,
  status: bookings.status,
  createdAt: bookings.createdAt,
  promisedDay: bookings.promisedDay,
  deliveredAt: bookings.deliveredAt,
  senderAddress: bookings.senderAddress,
  receiverAddress: bookings.receiverAddress,
  receiverName: bookings.receiverName,
  receiverPhone: bookings.receiverPhone,
  senderName: bookings.senderName,
  labelPrintedAt: bookings.labelPrintedAt,
};
type Row = { [K in keyof typeof columns]: (typeof bookings.$inferSelect)[K] };
export type ListedBooking = Omit<Row, "receiverPhone" | "senderName">;
export type MyBooking = ListedBooking & {
  /** The URL of the chat with the receiver, with the text filled in. Null if no more messages may be sent. */
  toReceiver: string | null;
  /** CHOICE-5: the URL of the page that answers the unanswered question. Null without a question. */
  answer: string | null;
};

/** Reads one page of the actor's bookings, without those that the page already shows from `listCurrent`. */
export async function listMyBookings(
  services: Services,
  { person }: Customer,
  page: PageParams,
  current: readonly { id: string }[],
): Promise<Page<MyBooking>> {
  const { db } = services;
  const { where, orderBy } = keyset([bookings.createdAt, bookings.id], page);
  const rows = await db
    .select(columns)
    .from(bookings)
    .where(
      and(
        eq(bookings.customerId, person.id),
        current.length > 0
          ? notInArray(
              bookings.id,
              current.map(({ id }) => id),
            )
          : undefined,
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(MY_PAGE_SIZE + 1);
  const found = paginate(rows, MY_PAGE_SIZE, page);
  return { ...found, rows: await withChats(services, found.rows) };
}

/**
 * RECEIVER-3: adds the chats and the unanswered questions. The chat text names no day, because this query does not
 * read the events that show whether a parcel waits or returns. The linked page shows the day.
 */
async function withChats(services: Services, rows: Row[]): Promise<MyBooking[]> {
  const links = await sendersLinks(
    services,
    rows.map((row) => ({ ...row, late: true })),
  );
  return rows.map(({ receiverPhone: _phone, senderName: _name, ...row }) => ({
    ...row,
    toReceiver: links.get(row.id)?.chat ?? null,
    answer: links.get(row.id)?.asked?.link ?? null,
  }));
}

const MOST_CURRENT = 5;

/** Reads the actor's newest open bookings, at most five. */
export async function listCurrent(services: Services, { person }: Customer): Promise<MyBooking[]> {
  const rows = await services.db
    .select(columns)
    .from(bookings)
    .where(and(eq(bookings.customerId, person.id), inArray(bookings.status, OPEN_STATUSES)))
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(MOST_CURRENT);
  return withChats(services, rows);
}
