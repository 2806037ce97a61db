/** STAFF-5: the dashboard's figures: sums of a few hundred counter rows, for any number of bookings. */
import { desc, eq, inArray, like, or, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import {
  BOOKING_STATUSES,
  FIRST_STATUS,
  NOT_DELIVERED_YET,
  type BookingStatus,
} from "../../domain/delivery-status.ts";
import { counters, bookings } from "../../platform/db/schema.ts";
import { addDays, lagosDay } from "../../domain/dates.ts";
import type { Services } from "../../platform/services.server.ts";

const DAYS = 30;
const RECENT = 5;

export type Figures = {
  totalDeliveries: number;
  /** The number of bookings since the Lagos day began. */
  todayDeliveries: number;
  /** The number of different email addresses of senders, ignoring case. */
  customers: number;
  pendingDeliveries: number;
  unreadMessages: number;
  /** The number of bookings on each of the last 30 Lagos days, oldest day first. */
  perDay: { day: string; count: number }[];
  /** The number of bookings for each destination state, the largest number first. */
  perState: { state: string; count: number }[];
};

/** Reads counters that triggers maintain (migrations/schema.sql). Needs `readDashboard`. */
export async function readFigures({ db, now }: Services): Promise<Figures> {
  const today = now();
  const days = Array.from({ length: DAYS }, (_, index) => lagosDay(addDays(today, index - DAYS + 1)));
  const rows = await db
    .select({ name: counters.name, n: sql<number>`sum(${counters.n})::float8` })
    .from(counters)
    .where(
      or(
        like(counters.name, "status/%"),
        like(counters.name, "to/%"),
        inArray(counters.name, ["customers", "contacts/unread", ...days.map((day) => `day/${day}`)]),
      ),
    )
    .groupBy(counters.name);
  const of = new Map(rows.map(({ name, n }) => [name, n]));
  const number = (name: string) => of.get(name) ?? 0;
  return {
    totalDeliveries: BOOKING_STATUSES.reduce((sum, status) => sum + number(`status/${status}`), 0),
    todayDeliveries: number(`day/${lagosDay(today)}`),
    customers: number("customers"),
    pendingDeliveries: number(`status/${FIRST_STATUS}`),
    unreadMessages: number("contacts/unread"),
    perDay: days.map((day) => ({ day, count: number(`day/${day}`) })),
    perState: rows
      .filter(({ name, n }) => name.startsWith("to/") && n > 0)
      .map(({ name, n }) => ({ state: name.slice(3), count: n }))
      .sort((a, b) => b.count - a.count || a.state.localeCompare(b.state)),
  };
}

/** Reads the 5 newest undelivered bookings. An index finds the newest bookings of each undelivered status. */
export async function recentIncomplete({ db }: Services) {
  const newest = (status: BookingStatus) =>
    db
      .select({
        id: bookings.id,
        trackingCode: bookings.trackingCode,
        senderName: bookings.senderName,
        senderState: bookings.senderState,
        receiverName: bookings.receiverName,
        receiverState: bookings.receiverState,
        status: bookings.status,
        createdAt: bookings.createdAt,
      })
      .from(bookings)
      .where(eq(bookings.status, status))
      .orderBy(desc(bookings.createdAt), desc(bookings.id))
      .limit(RECENT);
  const [first, second, ...others] = NOT_DELIVERED_YET.map(newest);
  const rows = await unionAll(first!, second!, ...others);
  return rows
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, RECENT);
}
