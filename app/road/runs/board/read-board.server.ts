/** TRIP-12: reads the left column of the board: open pieces on no run. */
import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { FIRST_STATUS, OPEN_STATUSES } from "../../../domain/delivery-status.ts";
import { lagosDay } from "../../../domain/dates.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { doorKobo } from "../../../money/payments/door-column.server.ts";
import { planColumn } from "../../../parcels/receiver-choices/read-choices.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import {
  bookingBalances,
  bookingEvents,
  bookings,
  cashOnDelivery,
  exceptions,
  pieces,
  runPieces,
} from "../../../platform/db/schema.ts";
import {
  statesElsewhere,
  waitsFor,
  type BoardHub,
  type OpenPiece,
  type RowDetails,
  type Waits,
} from "./board.ts";
import { isFailedPickup } from "../deeds-on-run.server.ts";
import { dueOf } from "../due.ts";
import { placeColumns } from "../pieces-of-run.server.ts";

/** The maximum number of bookings waiting for pickup that a board reads, newest first. */
export const MOST_PICKUPS = 1500;

export const onNoRun = sql`not exists (select from ${runPieces} where ${runPieces.pieceId} = ${pieces.id} and ${isNull(runPieces.endedAt)})`;

/**
 * The kind of the booking's newest event that affects delivery from the hub. Such events hold the parcel, move it to
 * another day, return it, or send it on.
 */
export const lastWord = sql`(select ${bookingEvents.kind} from ${bookingEvents} where ${bookingEvents.bookingId} = ${bookings.id}
  and ${bookingEvents.kind} in ('held_for_collection', 'rescheduled', 'return_started', 'out_for_delivery', 'left_hub')
  order by ${bookingEvents.occurredAt} desc, ${bookingEvents.id} desc limit 1)`;
/** True if dispatch waits for the sender's answer about the booking. */
export const asksSender = sql`exists (select from ${exceptions} where ${exceptions.bookingId} = ${bookings.id}
  and ${isNull(exceptions.closedAt)} and ${exceptions.kind} in ('refused', 'attempts_used'))`;

/**
 * Returns the columns by which pieces are grouped. Names and phone numbers are read later, only for visible rows
 * (readPeople).
 */
const facts = () => {
  const { town, state } = placeColumns(sql`${pieces.returning}`);
  return {
    plan: sql<string | null>`case when not ${pieces.returning} then ${planColumn} end`,
    ...{ town, state },
    id: pieces.id,
    code: bookings.trackingCode,
    number: pieces.number,
    pieces: bookings.pieces,
    dropOffHubId: bookings.dropOffHubId,
    toHubId: pieces.toHubId,
    returning: pieces.returning,
    kg: sql<number>`${bookings.packageWeight} / ${bookings.pieces}`.mapWith(Number),
  };
};

const NO_PICKUP = { pickupDay: null, pickupHalf: null };

async function heldIn(db: Db, hubId: string, at: Date): Promise<OpenPiece[]> {
  const rows = await db
    .select({
      ...facts(),
      collectKobo: doorKobo(pieces.returning),
      since: sql`coalesce(${pieces.heldSince}, ${bookings.createdAt})`.mapWith(bookings.createdAt),
      waits: sql<Waits | null>`case when ${asksSender} then 'sender' when ${lastWord} = 'held_for_collection' then 'collection' end`,
      promisedDay: bookings.promisedDay,
    })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(and(eq(pieces.holderKind, "hub"), eq(pieces.holderId, hubId), onNoRun));
  const today = lagosDay(at);
  return rows.map(({ promisedDay, ...row }) => {
    const waits = row.waits ?? waitsFor(row.plan, today);
    const due = waits || row.returning ? null : dueOf(promisedDay, at);
    return { ...row, with: "hub", waits, due, ...NO_PICKUP };
  });
}

const bookingsToFetch = (db: Db) =>
  db
    .select({
      id: bookings.id,
      code: bookings.trackingCode,
      pieces: bookings.pieces,
      dropOffHubId: bookings.dropOffHubId,
      town: bookings.senderTown,
      state: bookings.senderState,
      kg: bookings.packageWeight,
      since: bookings.createdAt,
      pickupDay: bookings.pickupDay,
      pickupHalf: bookings.pickupHalf,
    })
    .from(bookings)
    .$dynamic();

/** Reads the pieces of these bookings that are still with their senders and on no run. */
async function withSenders(db: Db, some: ReturnType<typeof bookingsToFetch>): Promise<OpenPiece[]> {
  const booking = some.as("booking");
  const rows = await db
    .select({
      code: booking.code,
      pieces: booking.pieces,
      dropOffHubId: booking.dropOffHubId,
      town: booking.town,
      state: booking.state,
      kg: booking.kg,
      since: booking.since,
      pickupDay: booking.pickupDay,
      pickupHalf: booking.pickupHalf,
      id: pieces.id,
      number: pieces.number,
      toHubId: pieces.toHubId,
      returning: pieces.returning,
    })
    .from(booking)
    .innerJoin(pieces, and(eq(pieces.bookingId, booking.id), eq(pieces.holderKind, "sender")))
    .where(onNoRun);
  return rows.map((row) => ({
    ...row,
    kg: row.kg / row.pieces,
    with: "sender",
    collectKobo: 0,
    waits: null,
    plan: null,
    due: null,
  }));
}

/**
 * Reads pieces of bookings that wait for a pickup, or for the sender to bring them. Bookings for a closed hub are found
 * by the sender's state, like pickups (BOOK-31). A subquery first selects the newest bookings, so that the database
 * reads only a small part of the bookings' index.
 */
function toPickUp(db: Db, hubs: readonly BoardHub[], hub: BoardHub): Promise<OpenPiece[]> {
  const open = hubs.filter(({ closed }) => !closed).map(({ id }) => id);
  const here = sql`(${bookings.dropOffHubId} = ${hub.id} or (${bookings.dropOffHubId} = any(${sql.param(open)}::uuid[])) is not true
    and ${bookings.senderState} <> all(${sql.param(statesElsewhere(hubs, hub))}::text[]))`;
  return withSenders(
    db,
    bookingsToFetch(db)
      .where(and(eq(bookings.status, FIRST_STATUS), here))
      .orderBy(desc(bookings.createdAt), desc(bookings.id))
      .limit(MOST_PICKUPS),
  );
}

/** Reads the pieces that are still with the sender although the hub already has a piece of their booking. */
async function restOf(db: Db, held: readonly OpenPiece[]): Promise<OpenPiece[]> {
  const codes = [...new Set(held.filter((piece) => piece.pieces > 1).map(({ code }) => code))];
  if (codes.length === 0) return [];
  return withSenders(
    db,
    bookingsToFetch(db).where(
      and(
        sql`${bookings.trackingCode} = any(${sql.param(codes)}::text[])`,
        inArray(bookings.status, OPEN_STATUSES),
        ne(bookings.status, FIRST_STATUS),
      ),
    ),
  );
}

/** Reads the pieces for a hub's board: open pieces that are on no run. For staff with `readRoad`. */
export async function readOpenPieces(
  db: Db,
  hubs: readonly BoardHub[],
  here: BoardHub,
  at: Date,
): Promise<OpenPiece[]> {
  const [held, waiting] = await Promise.all([heldIn(db, here.id, at), toPickUp(db, hubs, here)]);
  return [...held, ...waiting, ...(await restOf(db, held))];
}

/** The note and the time of a piece's newest failed pickup, as JSON. Null if no pickup failed. */
const failedPickup = sql<{ note: string; at: string } | null>`(
  select json_build_object('note', ${bookingEvents.note}, 'at', ${bookingEvents.occurredAt})
  from ${runPieces} join ${bookingEvents} on ${bookingEvents.bookingId} = ${pieces.bookingId}
    and ${bookingEvents.runId} = ${runPieces.runId} and ${isFailedPickup}
  where ${runPieces.pieceId} = ${pieces.id} order by ${runPieces.id} desc limit 1)`;

/** Returns the person at the place of each visible row, and the row's failed pickup, by the piece's id. */
export async function readPeople(
  db: Db,
  rows: readonly Pick<OpenPiece, "id">[],
): Promise<Map<string, RowDetails>> {
  if (rows.length === 0) return new Map();
  const { name, phone, address } = placeColumns(
    sql`(${pieces.returning} or ${pieces.holderKind} = 'sender')`,
  );
  const found = await db
    .select({ id: pieces.id, name, phone, address, notPickedUp: failedPickup })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(sql`${pieces.id} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
  return new Map(
    found.map(({ id, phone: e164, notPickedUp: note, ...person }) => [
      id,
      {
        ...person,
        phone: formatPhone(e164),
        notPickedUp: note && { ...note, at: new Date(note.at) },
      },
    ]),
  );
}
