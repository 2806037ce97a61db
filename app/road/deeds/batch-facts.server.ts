/**
 * DEED-5: finds and locks the records of the deeds of one request before the first write. The rows are locked in the
 * same order as everywhere: runs, bookings by code, pieces by id. DEED-15: only a limited number of codes of other
 * people's pieces is looked up, so that a phone cannot find out which codes exist.
 */
import { and, inArray, or, sql } from "drizzle-orm";
import { latestDeeds } from "../../domain/booking-state.ts";
import { FIRST_STATUS } from "../../domain/delivery-status.ts";
import { CANCELLED } from "../../domain/failure-reasons.ts";
import { lockPieces } from "../../parcels/custody/move-pieces.server.ts";
import { lockForDeeds } from "../../history/booking-rows.server.ts";
import { stateEventsOf } from "../../history/state-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { pieces, runs } from "../../platform/db/schema.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import { byRef, findNamed, findPieces, piecesOfDeed, type KnownPiece } from "./find-pieces.server.ts";
import {
  concernsRiders,
  entriesOf,
  isOfSender,
  type KnownBefore,
  knownBefore,
  type PiecePlace,
  piecePlacesOf,
  type StopSender,
  stopSenders,
} from "./piece-records.server.ts";
import type { DeedOrigin, TakenBackIds } from "./origins.server.ts";
import type { Deed, DeedKind, PieceRef } from "./protocol.ts";
import { isTheirs, type RecordedEntry } from "./whose.ts";

export type OwnFacts = {
  /** True if the rider may move the piece by a deed of this kind at this time (DEED-12). */
  isTheirs: (piece: KnownPiece, kind: DeedKind, at: Date) => boolean;
  /** Returns the rider's own sealed run with this id. Null for any other run, and for an unknown id. */
  ownRun: (id: string | undefined) => LockedRun | null;
  /** True if the piece is, or was, on a run of the rider. */
  isPlanned: (piece: KnownPiece) => boolean;
  /**
   * Returns the rider's newest run that has or had the piece. Otherwise returns the rider's pickup run with a stop at
   * the piece's sender. Without such a run, returns the newest run of any rider that has or had the piece; null if no
   * run has or had it.
   */
  runOf: (piece: KnownPiece) => LockedRun | null;
  /** The ids of the pieces that came to the rider by earlier deeds of the same request. */
  gained: Set<string>;
  /** The ids of the pieces that went to receivers, or back to senders, by earlier deeds of the same request. */
  ended: Set<string>;
};
export type BatchFacts = KnownBefore & {
  /** The pieces that the deeds name, by the reference that the phone sent. */
  pieces: Map<PieceRef, KnownPiece>;
  /** The pieces of each booking, by the booking's id. Pieces that do not concern the riders are left out. */
  bookings: Map<string, KnownPiece[]>;
  runs: Map<string, LockedRun>;
  of: (origin: Pick<DeedOrigin, "rider" | "goneAt">) => OwnFacts;
};
export type DeedFacts = Omit<BatchFacts, "of"> & OwnFacts;

const isPickup = ({ did }: Deed) => (did.kind === "corrected" ? did.to : did).kind === "picked_up";

/**
 * Reads the facts about `deeds`, and locks the rows of their runs, bookings and pieces. `riderIds`: the possible riders
 * of the deeds. `before`: the records of the earlier deeds that `deeds` undo. `mostForeign`: how many codes of other
 * people's pieces may be looked up. The result's `foreign`: how many were looked up.
 */
export async function lockFacts(
  tx: Tx,
  riderIds: readonly string[],
  deeds: readonly Deed[],
  before: TakenBackIds,
  mostForeign: number,
): Promise<{ facts: BatchFacts; foreign: number }> {
  const runIds = [...new Set(deeds.flatMap(({ run }) => run?.id ?? []))];
  const senders = deeds.some(isPickup) ? await stopSenders(tx, riderIds, runIds) : [];
  const { refs, found, foreign } = await findNamed(tx, deeds, concernsRiders(riderIds, senders), mostForeign);
  const ids = found.map(({ pieceId }) => pieceId);
  const places = await piecePlacesOf(tx, ids);
  const newest = new Map(places.map(({ pieceId, runId }) => [pieceId, runId]));
  const theirs = places.filter(({ riderId }) => riderId !== null && riderIds.includes(riderId));
  const needed = [
    ...newest.values(),
    ...theirs.map(({ runId }) => runId),
    ...senders.map(({ runId }) => runId),
  ];
  const between = await openRuns(tx, riderIds, deeds, { refs, found });
  const locked = await lockRuns(tx, [...needed, ...before.runIds, ...between], { named: runIds, riderIds });
  await lockForDeeds(tx, [...new Set([...found.map(({ bookingId }) => bookingId), ...before.bookingIds])]);
  await lockPieces(tx, [...ids, ...before.pieceIds]);
  // The pieces are read again after the lock, because their holders may have changed before the lock.
  const known =
    ids.length === 0 ? [] : await findPieces(tx, sql`${pieces.id} = any(${sql.param(ids)}::uuid[])`);
  const entries = await entriesOf(tx, ids);
  const facts = {
    ...(await knownBefore(tx, deeds, known)),
    pieces: byRef(refs, known),
    bookings: Map.groupBy(known, ({ bookingId }) => bookingId),
    runs: locked,
    of: ownFacts({
      ...{ entries, places: Map.groupBy(places, ({ pieceId }) => pieceId), senders, locked },
      calledOff: await calledOff(tx, known),
    }),
  };
  return { facts, foreign };
}

type Records = {
  entries: Map<string, RecordedEntry[]>;
  places: Map<string, PiecePlace[]>;
  senders: readonly StopSender[];
  locked: Map<string, LockedRun>;
  /** The ids of pieces that are back with their sender, because they were cancelled or returned. */
  calledOff: ReadonlySet<string>;
};

async function calledOff(tx: Tx, known: readonly KnownPiece[]): Promise<Set<string>> {
  const there = known.filter(({ holderKind, status }) => holderKind === "sender" && status !== FIRST_STATUS);
  if (there.length === 0) return new Set();
  const events = await stateEventsOf(
    tx,
    there.map(({ bookingId }) => bookingId),
  );
  const isOff = ({ bookingId, number, pieces: all }: KnownPiece) => {
    const own = events.get(bookingId) ?? [];
    const deed = latestDeeds(all, own)[number - 1];
    const reason = own.find(({ id }) => id === deed?.id)?.reason;
    return deed?.kind === "cancelled" || deed?.kind === "returned" || reason === CANCELLED;
  };
  return new Set(there.filter(isOff).map(({ pieceId }) => pieceId));
}

function ownFacts({ entries, places, senders, locked, calledOff: off }: Records): BatchFacts["of"] {
  const gained = new Map<string, Set<string>>();
  const ended = new Set<string>();
  return ({ rider: { id: riderId }, goneAt }) => {
    if (!gained.has(riderId)) gained.set(riderId, new Set());
    const own = senders.filter(
      (one) =>
        one.riderId === riderId && (goneAt === null || (one.sealedAt !== null && one.sealedAt <= goneAt)),
    );
    const stopOf = (piece: KnownPiece) => own.find((sender) => isOfSender(piece, sender));
    return {
      gained: gained.get(riderId)!,
      ended,
      isTheirs: (piece, kind, at) =>
        isTheirs(
          {
            entries: entries.get(piece.pieceId) ?? [],
            places: places.get(piece.pieceId) ?? [],
            atOwnStop: (goneAt === null || piece.createdAt <= goneAt) && stopOf(piece) !== undefined,
            isCalledOff: off.has(piece.pieceId),
            deliveredAt: piece.deliveredAt,
          },
          { riderId, goneAt },
          kind,
          at,
        ),
      ownRun(id) {
        const run = id === undefined ? undefined : locked.get(id);
        const isOwn = run?.riderId === riderId && run.sealedAt && (goneAt === null || run.sealedAt <= goneAt);
        return run && isOwn ? run : null;
      },
      isPlanned: ({ pieceId }) => (places.get(pieceId) ?? []).some((place) => place.riderId === riderId),
      runOf(piece) {
        const been = places.get(piece.pieceId) ?? [];
        const id =
          been.findLast((place) => place.riderId === riderId)?.runId ??
          stopOf(piece)?.runId ??
          been.at(-1)?.runId;
        return locked.get(id ?? "") ?? null;
      },
    };
  };
}

/**
 * If the deeds contain hand-overs of known pieces between riders, returns the ids of the runs on their way that belong
 * to `riderIds` or to the riders whom the hand-overs name. Otherwise returns none.
 */
async function openRuns(
  tx: Tx,
  riderIds: readonly string[],
  deeds: readonly Deed[],
  { refs, found }: { refs: readonly PieceRef[]; found: readonly KnownPiece[] },
) {
  const isGiven = ({ did }: Deed) => did.kind === "handed_to_rider" || did.kind === "received_from_rider";
  const known = { pieces: byRef(refs, found) };
  const handed = deeds.filter((deed) => isGiven(deed) && piecesOfDeed(deed, known).length > 0);
  if (handed.length === 0) return [];
  const others = handed.flatMap(({ did }) => ("rider" in did ? [did.rider] : []));
  return Object.keys(await runVersions(tx, [...riderIds, ...others]));
}

/** Returns the SQL condition for runs of these riders that are sealed and on their way. */
export const onTheWay = (riderIds: readonly string[]) =>
  and(inArray(runs.riderId, [...riderIds]), inArray(runs.state, ["loaded", "out"]));

/** DEED-3: returns the version of each run that is on its way. A phone with another version has outdated data. */
export async function runVersions(
  db: Pick<Tx, "select">,
  riderIds: readonly string[],
): Promise<Record<string, number>> {
  const rows = await db.select({ id: runs.id, version: runs.version }).from(runs).where(onTheWay(riderIds));
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
}

/** Locks the rows of runs in order of id: all runs in `ids`, and those runs in `named` that belong to the riders. */
async function lockRuns(
  tx: Tx,
  ids: readonly string[],
  { named, riderIds }: { named: readonly string[]; riderIds: readonly string[] },
): Promise<Map<string, LockedRun>> {
  if (ids.length + named.length === 0) return new Map();
  const own = and(inArray(runs.id, [...named]), inArray(runs.riderId, [...riderIds]));
  const rows = await tx
    .select()
    .from(runs)
    .where(or(sql`${runs.id} = any(${sql.param([...new Set(ids)])}::uuid[])`, own))
    .orderBy(runs.id)
    .for("no key update");
  return new Map(rows.map((run) => [run.id, run]));
}
