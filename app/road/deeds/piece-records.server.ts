/**
 * DEED-5, DEED-12: reads the stored records of the pieces before the deeds of a request are written. The records are
 * read once, after all rows are locked, so that most deeds need no further queries.
 */
import { and, eq, inArray, isNotNull, isNull, max, ne, or, sql, type SQL } from "drizzle-orm";
import { NOT_STORED } from "../../domain/erased.ts";
import { inForce } from "../../parcels/custody/move-pieces.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import {
  acts,
  bookingEvents,
  bookings,
  custodyEntries,
  pieces,
  regularPickups,
  regularStops,
  riderDeeds,
  runPieces,
  runs,
} from "../../platform/db/schema.ts";
import { phoneOfAct } from "../../platform/operations/act.server.ts";
import { ROAD_KINDS } from "../../domain/event-kinds.ts";
import type { RecordedEntry, RecordedPlace } from "./whose.ts";
import type { Deed } from "./protocol.ts";

const among = (ids: readonly string[]) => sql`any(${sql.param(ids)}::uuid[])`;

/** Returns the hand-overs that were not reversed, by piece. */
export async function entriesOf(
  tx: Pick<Tx, "select">,
  ids: readonly string[],
): Promise<Map<string, (RecordedEntry & { pieceId: string; byName: string })[]>> {
  if (ids.length === 0) return new Map();
  const { id, fromKind, fromId, toKind, toId } = custodyEntries;
  const { pieceId, occurredAt, receivedAt, oneSided, method, reverses, byName } = custodyEntries;
  const rows = await tx
    .select({
      ...{ id, fromKind, fromId, toKind, toId },
      ...{ pieceId, occurredAt, receivedAt, oneSided, method, reverses, byName, phone: phoneOfAct },
    })
    .from(custodyEntries)
    .innerJoin(acts, eq(acts.id, custodyEntries.actId))
    .where(and(sql`${custodyEntries.pieceId} = ${among(ids)}`, inForce))
    .orderBy(custodyEntries.id);
  return Map.groupBy(
    rows.map(({ fromKind, fromId, toKind, toId, ...row }) => ({
      ...row,
      from: { kind: fromKind, id: fromId },
      to: { kind: toKind, id: toId },
    })),
    ({ pieceId }) => pieceId,
  );
}

export type PiecePlace = RecordedPlace & { pieceId: string };

/** Returns the runs that these pieces are or were on, in the order in which the pieces joined the runs. */
export async function piecePlacesOf(tx: Pick<Tx, "select">, ids: readonly string[]): Promise<PiecePlace[]> {
  if (ids.length === 0) return [];
  return tx
    .select({
      pieceId: runPieces.pieceId,
      runId: runPieces.runId,
      riderId: runs.riderId,
      sealedAt: runs.sealedAt,
      assignedAt: runPieces.assignedAt,
      endedAt: runPieces.endedAt,
    })
    .from(runPieces)
    .innerJoin(runs, eq(runs.id, runPieces.runId))
    .where(sql`${runPieces.pieceId} = ${among(ids)}`)
    .orderBy(runPieces.id);
}

/** A sender at whose address a sealed pickup run has a stop. */
export type StopSender = { runId: string } & Record<"sealedAt" | "closedAt", Date | null> &
  Record<"riderId" | "phone" | "account", string | null>;

/**
 * Returns the senders with a stop on a sealed pickup run of the riders. Only runs that are open, or that a deed names
 * (`named`), are searched. The sender of a regular pickup is found by phone number, and by the sender's account if the
 * account belongs to a person.
 */
export async function stopSenders(
  tx: Tx,
  riderIds: readonly string[],
  named: readonly string[],
): Promise<StopSender[]> {
  const theirs = and(
    inArray(runs.riderId, [...riderIds]),
    eq(runs.kind, "pickup"),
    isNotNull(runs.sealedAt),
    or(ne(runs.state, "reconciled"), inArray(runs.id, [...named])),
  );
  const { id: runId, riderId, sealedAt, reconciledAt: closedAt } = runs;
  const run = { runId, riderId, sealedAt, closedAt };
  const regular = await tx
    .select({ ...run, phone: regularPickups.phone, account: regularPickups.userId })
    .from(runs)
    .innerJoin(regularStops, eq(regularStops.runId, runs.id))
    .innerJoin(regularPickups, eq(regularPickups.id, regularStops.pickupId))
    .where(theirs);
  const booked = await tx
    .selectDistinct({
      ...run,
      phone: sql<string | null>`nullif(${bookings.senderPhone}, ${NOT_STORED})`,
      account: bookings.customerId,
    })
    .from(runs)
    .innerJoin(runPieces, eq(runPieces.runId, runs.id))
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(and(theirs, sql`(${runPieces.endedAt} is null or ${runPieces.endedAt} > ${runs.sealedAt})`));
  return [...booked, ...regular];
}

/**
 * True if the sender of the piece is this sender. False for a piece that was booked after the run was closed: the rider
 * was not sent for that parcel, although deeds of the run may still arrive.
 */
export const isOfSender = (
  piece: { senderPhone: string; customerId: string | null; createdAt: Date },
  { phone, account, closedAt }: StopSender,
): boolean =>
  (closedAt === null || piece.createdAt <= closedAt) &&
  ((phone !== null && phone === piece.senderPhone) || (account !== null && account === piece.customerId));

/**
 * Returns the condition for pieces that concern these riders: a rider holds or held the piece, the piece is
 * or was on a rider's run, it was handed to a rider, or its sender has a stop on a rider's run. Other pieces
 * are looked up only within the limits of DEED-15.
 */
export function concernsRiders(riderIds: readonly string[], senders: readonly StopSender[]): SQL {
  const phones = senders.flatMap(({ phone }) => phone ?? []);
  const accounts = senders.flatMap(({ account }) => account ?? []);
  return sql`(exists (select from ${runPieces} mine join ${runs} own on own.id = mine.run_id
      where mine.piece_id = ${pieces.id} and own.rider_id = ${among(riderIds)})
    or exists (select from ${custodyEntries} c
      where c.piece_id = ${pieces.id} and c.to_kind = 'rider' and c.to_id = ${among(riderIds)})
    or (${pieces.holderKind} = 'sender' and (${bookings.senderPhone} = any(${sql.param(phones)}::text[])
      or ${bookings.customerId} = ${among(accounts)})))`;
}

export type KnownBefore = {
  /** For each booking (by id), the time of the newest event that staff entered. */
  staffUntil: Map<string, Date>;
  /** For each piece (by id), the time of the newest hand-over that nobody scanned. Reversed hand-overs count, too. */
  unseenUntil: Map<string, Date>;
  /** The ids of deeds that another deed undoes or corrects, in the database or in this request. */
  takenBack: Set<string>;
};

/** The condition for hand-overs to a rider or partner that nobody scanned. The query must join `acts`. */
export const isUnscannedHandOver = and(
  or(eq(custodyEntries.method, "list"), eq(acts.kind, "received_from_rider")),
  eq(custodyEntries.oneSided, false),
  inArray(custodyEntries.toKind, ["rider", "partner"]),
)!;

export async function knownBefore(
  tx: Tx,
  deeds: readonly Deed[],
  known: readonly { pieceId: string; bookingId: string }[],
): Promise<KnownBefore> {
  const staff = await tx
    .select({ id: bookingEvents.bookingId, until: max(bookingEvents.occurredAt) })
    .from(bookingEvents)
    .where(
      and(
        sql`${bookingEvents.bookingId} = any(${sql.param(known.map(({ bookingId }) => bookingId))}::uuid[])`,
        isNotNull(bookingEvents.byUserId),
        inArray(bookingEvents.kind, [...ROAD_KINDS, "status_set", "cancelled"]),
      ),
    )
    .groupBy(bookingEvents.bookingId);
  const listed = await tx
    .select({ id: custodyEntries.pieceId, until: max(custodyEntries.occurredAt) })
    .from(custodyEntries)
    .innerJoin(acts, eq(acts.id, custodyEntries.actId))
    .where(
      and(
        sql`${custodyEntries.pieceId} = any(${sql.param(known.map(({ pieceId }) => pieceId))}::uuid[])`,
        isUnscannedHandOver,
        isNull(custodyEntries.reverses),
      ),
    )
    .groupBy(custodyEntries.pieceId);
  const taken = await tx
    .select({ id: riderDeeds.about })
    .from(riderDeeds)
    .where(
      and(
        sql`${riderDeeds.about} = any(${sql.param(deeds.map(({ id }) => id))}::uuid[])`,
        inArray(riderDeeds.kind, ["undo", "corrected"]),
      ),
    );
  const coming = deeds.flatMap(({ did }) => ("of" in did ? [did.of] : []));
  return {
    staffUntil: byId(staff),
    unseenUntil: byId(listed),
    takenBack: new Set([...taken.flatMap(({ id }) => id ?? []), ...coming]),
  };
}

const byId = (rows: readonly { id: string; until: Date | null }[]): Map<string, Date> =>
  new Map(rows.flatMap(({ id, until }) => (until ? [[id, until] as const] : [])));
