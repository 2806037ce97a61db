/** Reads everything about one booking, for staff. */
import { hasProofs } from "../proof/read-proofs.server.ts";
import { asc, desc, eq, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/client.server.ts";
import {
  customerSummaries,
  cashOnDelivery,
  bookings,
  bookingBalances,
  bookingEvents,
  hubs,
  mails,
  orders,
  profiles,
  runs,
} from "../../platform/db/schema.ts";
import { withBack } from "../../domain/going-back.ts";
import { formatPhone } from "../../domain/phone.ts";
import { doorColumns, doorOfRow, bookingGoesBack } from "../../money/payments/door.server.ts";
import { dropOffColumn } from "./hub-choices.server.ts";
import { wholeCode } from "../../domain/piece-code.ts";
import { typedTrackingCode } from "../../domain/codes-in-text.ts";
import { readPieces } from "../custody/read-pieces.server.ts";

/** Reads a booking with its events (oldest first), sent mails and pieces. Null if the code is unknown. */
export async function readBooking(db: Db, rawValues: string) {
  const referrer = alias(profiles, "referrer");
  const code = wholeCode(rawValues) ?? typedTrackingCode(rawValues);
  if (code.length > 40) return null;
  const [row] = await db
    .select({
      booking: bookings,
      customerEmail: profiles.email,
      referrerEmail: referrer.email,
      orderCode: orders.code,
      customerId: customerSummaries.id,
      ...doorColumns,
      returning: bookingGoesBack,
      dropOffHub: dropOffColumn,
    })
    .from(bookings)
    .leftJoin(profiles, eq(profiles.id, bookings.customerId))
    .leftJoin(referrer, eq(referrer.id, bookings.referrerId))
    .leftJoin(customerSummaries, eq(customerSummaries.email, sql`lower(${bookings.senderEmail})`))
    .leftJoin(orders, eq(orders.id, bookings.orderId))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .where(eq(bookings.trackingCode, code));
  if (!row) return null;
  const { id } = row.booking;
  const [events, sent, held, proven] = await Promise.all([
    eventsOf(db, id),
    db
      .select({ id: mails.id, subject: mails.subject, to: mails.toAddress, sentAt: mails.sentAt })
      .from(mails)
      .where(eq(mails.bookingId, id))
      .orderBy(desc(mails.sentAt)),
    readPieces(db, id),
    hasProofs(db, id),
  ]);
  const { formKey: _key, formHash: _hash, search: _search, ...booking } = row.booking;
  return {
    ...row,
    door: doorOfRow(row),
    /** The phone numbers in E.164. Null for a number that was erased. */
    phones: { sender: e164Of(booking.senderPhone), receiver: e164Of(booking.receiverPhone) },
    booking: {
      ...booking,
      senderPhone: formatPhone(booking.senderPhone),
      receiverPhone: formatPhone(booking.receiverPhone),
    },
    events: withBack(events.map((event) => ({ ...event, occurredAt: event.at }))),
    mails: sent,
    /** The holder of each piece. Empty if no hub is active and no hand-over is recorded. */
    held,
    /** PROOF-6: true if a proof of delivery exists. */
    proven,
  };
}

const eventsOf = (db: Db, bookingId: string) =>
  db
    .select({
      id: bookingEvents.id,
      at: bookingEvents.occurredAt,
      receivedAt: bookingEvents.receivedAt,
      piece: bookingEvents.piece,
      incident: bookingEvents.incident,
      hub: hubs.name,
      runId: bookingEvents.runId,
      run: runs.name,
      from: bookingEvents.fromStatus,
      to: bookingEvents.toStatus,
      by: bookingEvents.byName,
      note: bookingEvents.note,
      kind: bookingEvents.kind,
      reason: bookingEvents.reason,
      changes: bookingEvents.changes,
    })
    .from(bookingEvents)
    .leftJoin(hubs, eq(hubs.id, bookingEvents.hubId))
    .leftJoin(runs, eq(runs.id, bookingEvents.runId))
    .where(eq(bookingEvents.bookingId, bookingId))
    .orderBy(asc(bookingEvents.occurredAt), asc(bookingEvents.id));

const e164Of = (phone: string): string | null => (phone.startsWith("+") ? phone : null);

/** Finds the codes of the next newer (`previous`) and the next older (`next`) booking. */
export async function bookingNeighboursOf(
  db: Db,
  { id, createdAt }: Pick<typeof bookings.$inferSelect, "id" | "createdAt">,
): Promise<{ previous: string | null; next: string | null }> {
  const own = sql`(${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
  const place = sql`(${bookings.createdAt}, ${bookings.id})`;
  const one = async (where: SQL, ...order: SQL[]) => {
    const [row] = await db
      .select({ code: bookings.trackingCode })
      .from(bookings)
      .where(where)
      .orderBy(...order)
      .limit(1);
    return row?.code ?? null;
  };
  const [previous, next] = await Promise.all([
    one(sql`${place} > ${own}`, asc(bookings.createdAt), asc(bookings.id)),
    one(sql`${place} < ${own}`, desc(bookings.createdAt), desc(bookings.id)),
  ]);
  return { previous, next };
}

export type BookingDetails = NonNullable<Awaited<ReturnType<typeof readBooking>>>;
