/** ACT-2: finds the rows that an act wrote and that are still valid, and their pieces. */
import { and, asc, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ActKind } from "../../domain/acts.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { acts, bookingEvents, custodyEntries, pieces, runs } from "../../platform/db/schema.ts";
import { inForce, lockPieces } from "../custody/move-pieces.server.ts";
import { lockForDeeds } from "../../history/booking-rows.server.ts";
import { notUndone, STATUS_KINDS } from "../../history/state-events.server.ts";

export type StoredAct = typeof acts.$inferSelect;
export type ActRows = {
  events: (typeof bookingEvents.$inferSelect)[];
  moves: (typeof custodyEntries.$inferSelect)[];
  pieces: { id: string; bookingId: string; number: number; returning: boolean }[];
  bookingIds: string[];
  runs: (typeof runs.$inferSelect)[];
};

/** The kinds of events that are undone with their act. An act's corrections, prices and payments stay valid. */
const UNDONE_KINDS: EventKind[] = [...STATUS_KINDS, "day_moved", "noted", "incident"];

const later = alias(acts, "later");
export const notTakenBack = (tx: Pick<Tx, "select">) =>
  notExists(tx.select({ id: later.id }).from(later).where(eq(later.takesBack, acts.id)));

/** Selects the acts that came from a rider's deeds, oldest first, without acts that were taken back. */
export const actsOfDeeds = (tx: Pick<Tx, "select">, deedIds: readonly string[]): Promise<StoredAct[]> =>
  tx
    .select()
    .from(acts)
    .where(and(inArray(acts.deedId, [...deedIds]), ne(acts.kind, "taken_back"), notTakenBack(tx)))
    .orderBy(asc(acts.id));

export const isTakenBack = async (tx: Tx, { id }: StoredAct): Promise<boolean> =>
  (await tx.$count(acts, eq(acts.takesBack, id))) > 0;

/** Locks the rows of the bookings and pieces of an act, and reads the act's valid rows. */
export async function lockRows(tx: Tx, { id }: StoredAct): Promise<ActRows> {
  const ofPieces = await tx
    .selectDistinct({ id: pieces.id, bookingId: pieces.bookingId })
    .from(custodyEntries)
    .innerJoin(pieces, eq(pieces.id, custodyEntries.pieceId))
    .where(eq(custodyEntries.actId, id));
  const ofEvents = await tx
    .selectDistinct({ bookingId: bookingEvents.bookingId })
    .from(bookingEvents)
    .where(eq(bookingEvents.actId, id));
  const bookingIds = [...new Set([...ofEvents, ...ofPieces].map(({ bookingId }) => bookingId))];
  await lockForDeeds(tx, bookingIds);
  const of = bookingIds.length === 0 ? [] : await piecesOf(tx, bookingIds);
  const ids = new Set(ofPieces.map((piece) => piece.id));
  const events = await eventsOf(tx, id);
  const about = events.filter(({ kind }) => kind !== "day_moved");
  const there = of.filter((piece) => ids.has(piece.id) || about.some((event) => isOf(event, piece)));
  await lockPieces(
    tx,
    there.map((piece) => piece.id),
  );
  const moves = await tx
    .select()
    .from(custodyEntries)
    .where(and(eq(custodyEntries.actId, id), inForce));
  const runIds = [...new Set([...events, ...moves].flatMap(({ runId }) => runId ?? []))];
  const onRuns = runIds.length === 0 ? [] : await tx.select().from(runs).where(inArray(runs.id, runIds));
  return { events, moves, pieces: there, bookingIds, runs: onRuns };
}

const piecesOf = (tx: Tx, bookingIds: readonly string[]) =>
  tx
    .select({
      id: pieces.id,
      bookingId: pieces.bookingId,
      number: pieces.number,
      returning: pieces.returning,
    })
    .from(pieces)
    .where(inArray(pieces.bookingId, [...bookingIds]))
    .orderBy(asc(pieces.id));

const eventsOf = (tx: Tx, id: number) =>
  tx
    .select()
    .from(bookingEvents)
    .where(and(eq(bookingEvents.actId, id), inArray(bookingEvents.kind, UNDONE_KINDS), notUndone))
    .orderBy(asc(bookingEvents.id));

/** True if the event is about the piece. An event without a piece is about all pieces of its booking. */
export const isOf = (
  event: { bookingId: string; piece: number | null },
  piece: { bookingId: string; number: number },
): boolean => event.bookingId === piece.bookingId && (event.piece === null || event.piece === piece.number);

/** Finds the newest later act with an event or hand-over of the same pieces. Returns its kind, or null. */
export async function newerAct(
  tx: Tx,
  act: StoredAct,
  { events, pieces: there }: ActRows,
  onlyByStaff: boolean,
): Promise<ActKind | null> {
  if (events.length === 0 && there.length === 0) return null;
  const ids = sql`any(${sql.param(there.map(({ id }) => id))}::uuid[])`;
  const byStaff = sql`(not ${onlyByStaff}::boolean or by_user_id is not null)`;
  const { rows } = await tx.execute<{ kind: ActKind }>(sql`
    select ${acts.kind} from ${acts} join (
      select act_id, id, 1 as first from ${bookingEvents} where act_id > ${act.id} and ${byStaff} and ${notUndone}
        and kind = any(${sql.param(STATUS_KINDS)}::text[]) and exists (select from ${pieces} p where p.id = ${ids}
          and p.booking_id = ${bookingEvents.bookingId} and (${bookingEvents.piece} is null or ${bookingEvents.piece} = p.number))
      union all
      select act_id, id, 2 from ${custodyEntries} where act_id > ${act.id} and ${byStaff} and ${inForce} and piece_id = ${ids}
    ) newer on newer.act_id = ${acts.id} order by newer.first, newer.id desc limit 1`);
  return rows[0]?.kind ?? null;
}
