/** EXC-2: one exception with the data for its decision. */
import { and, desc, eq, isNull, notInArray, sql } from "drizzle-orm";
import { HOLDER_NAMES, type HolderKind } from "../../domain/holders.ts";
import { MONEY_EVENT_KINDS, STAFF_EVENT_KIND } from "../../domain/event-kinds.ts";
import { formatPhone } from "../../domain/phone.ts";
import { inForce } from "../../parcels/custody/move-pieces.server.ts";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import {
  bookingEvents,
  bookings,
  custodyEntries,
  exceptions,
  hubs,
  partners,
  pieces,
  riders,
  runPieces,
} from "../../platform/db/schema.ts";
import { selectExceptions } from "./list-exceptions.server.ts";
import { toldOf } from "./tell-senders.server.ts";

/** At most this many of the newest deeds are shown. */
const DEEDS = 4;

/**
 * Reads an exception with its people, its piece's holder and the newest deeds; for an incident also the
 * number of pieces on the run. Null if no exception has this id. The caller needs the permission `readRoad`.
 */
export async function readException(db: Db, id: string) {
  const [row] = await selectExceptions(db).where(eq(exceptions.id, id));
  if (!row) return null;
  const [ids] = await db
    .select(pickColumns(exceptions, "bookingId", "pieceId", "runId", "hubId"))
    .from(exceptions)
    .where(eq(exceptions.id, id));
  const { bookingId = null, pieceId = null, runId = null, hubId = null } = ids ?? {};
  const [people, held, moves, events, onRun] = await Promise.all([
    bookingId && readPeople(db, bookingId),
    pieceId && readHolder(db, pieceId),
    pieceId ? readMoves(db, pieceId) : [],
    bookingId ? readEvents(db, bookingId) : [],
    row.kind === "incident" && runId ? countOnRun(db, runId) : null,
  ]);
  return {
    ...row,
    hubId,
    people: people || null,
    driverPhoneText: row.driverPhone && formatPhone(row.driverPhone),
    /** The name of the piece's holder, such as 'Ikeja'. Null if the exception is about no piece. */
    heldBy: held && (held.name ?? HOLDER_NAMES[held.kind]),
    heldSince: held ? held.since : null,
    moves,
    events,
    onRun,
    told: toldOf(row.details),
  };
}
export type ExceptionDetails = NonNullable<Awaited<ReturnType<typeof readException>>>;

async function readPeople(db: Db, bookingId: string) {
  const [row] = await db
    .select({
      senderName: bookings.senderName,
      senderPhone: bookings.senderPhone,
      receiverName: bookings.receiverName,
      receiverTown: bookings.receiverTown,
      receiverState: bookings.receiverState,
      status: bookings.status,
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  if (!row) return null;
  const { senderPhone, ...people } = row;
  return {
    ...people,
    senderPhone: formatPhone(senderPhone),
    /** The phone number in E.164. Null once the number is erased. */
    senderE164: senderPhone.startsWith("+") ? senderPhone : null,
  };
}

/**
 * Returns SQL for the name of the hub, rider or partner that holds a piece; null for other holders. `kind`
 * and `id` are columns.
 */
export const holderName = (kind: unknown, id: unknown) => sql<string | null>`case ${kind}
  when 'hub' then (select h.name from ${hubs} h where h.id = ${id})
  when 'rider' then (select r.name from ${riders} r where r.id = ${id})
  when 'partner' then (select p.company from ${partners} p where p.id = ${id}) end`;

async function readHolder(db: Db, pieceId: string) {
  const [row] = await db
    .select({
      kind: pieces.holderKind,
      name: holderName(pieces.holderKind, pieces.holderId),
      since: pieces.heldSince,
    })
    .from(pieces)
    .where(eq(pieces.id, pieceId));
  return row ?? null;
}

type Move = {
  id: number;
  from: string;
  to: string;
  at: Date;
  heardAt: Date;
  oneSided: boolean;
  by: string;
};

async function readMoves(db: Db, pieceId: string): Promise<Move[]> {
  const rows = await db
    .select({
      id: custodyEntries.id,
      fromKind: custodyEntries.fromKind,
      fromName: holderName(custodyEntries.fromKind, custodyEntries.fromId),
      toKind: custodyEntries.toKind,
      toName: holderName(custodyEntries.toKind, custodyEntries.toId),
      at: custodyEntries.occurredAt,
      heardAt: custodyEntries.receivedAt,
      oneSided: custodyEntries.oneSided,
      by: custodyEntries.byName,
    })
    .from(custodyEntries)
    .where(and(eq(custodyEntries.pieceId, pieceId), inForce))
    .orderBy(desc(custodyEntries.id))
    .limit(DEEDS);
  const named = (kind: HolderKind, name: string | null) => name ?? HOLDER_NAMES[kind];
  return rows.map(({ fromKind, fromName, toKind, toName, ...row }) => ({
    ...row,
    from: named(fromKind, fromName),
    to: named(toKind, toName),
  }));
}

/** Reads the events of a booking, newest first, except events about money and notes. */
const readEvents = (db: Db, bookingId: string) =>
  db
    .select({
      ...pickColumns(bookingEvents, "id", "kind", "toStatus", "reason", "piece"),
      at: bookingEvents.occurredAt,
      heardAt: bookingEvents.receivedAt,
      by: bookingEvents.byName,
    })
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.bookingId, bookingId),
        notInArray(bookingEvents.kind, [...MONEY_EVENT_KINDS, STAFF_EVENT_KIND]),
      ),
    )
    .orderBy(desc(bookingEvents.id))
    .limit(DEEDS);

const countOnRun = (db: Db, runId: string) =>
  db.$count(runPieces, and(eq(runPieces.runId, runId), isNull(runPieces.endedAt)));
