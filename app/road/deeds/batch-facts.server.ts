/**
 * DEED-5: the records that the deeds of one request are about. They are found, and their rows are locked, before the
 * first write, in the lock order of the road: runs, bookings by code, pieces by id.
 */
import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { readPieceCode, readSticker } from "../../domain/piece-code.ts";
import { lockPieces } from "../../parcels/custody/move-pieces.server.ts";
import { lockForDeeds } from "../../parcels/custody/record-deeds.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, custodyEntries, pieces, runPieces, runs } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import { pieceColumns } from "../runs/place-columns.server.ts";
import { knownBefore, type KnownBefore } from "./known-before.server.ts";
import type { TakenBack } from "./origins.server.ts";
import type { Deed, Did, PieceRef } from "./protocol.ts";

export type KnownPiece = Awaited<ReturnType<typeof findPieces>>[number];
/** The facts that decide if a piece belongs to a rider. */
export type OwnFacts = {
  /** By piece: the newest of the rider's runs that the piece is or was on. */
  ownRuns: Map<string, string>;
  /** Pieces that the rider has or had, or that were on one of their runs. */
  own: Set<string>;
};
export type BatchFacts = KnownBefore & {
  /** The pieces of the deeds, by the reference that the phone sent for each. */
  pieces: Map<PieceRef, KnownPiece>;
  runs: Map<string, LockedRun>;
  of: (riderId: string) => OwnFacts;
};
export type Facts = Omit<BatchFacts, "of"> & OwnFacts;

const refsOfDid = (did: Did): PieceRef[] => {
  if (did.kind === "corrected") return refsOfDid(did.to);
  const refused = did.kind === "delivered" ? did.refused.map(({ piece }) => piece) : [];
  return "pieces" in did && Array.isArray(did.pieces) ? [...did.pieces, ...refused] : refused;
};
const bookingsOfDid = (did: Did): string[] => {
  if (did.kind === "corrected") return bookingsOfDid(did.to);
  if (did.kind === "transfer_asked") return [did.booking];
  return "took" in did ? did.took.map(({ booking }) => booking) : [];
};

/** The ids of the bookings of a deed, as far as they are known. */
export const bookingsOf = ({ did }: Deed, { pieces: known }: BatchFacts): Set<string> =>
  new Set([...refsOfDid(did).flatMap((ref) => known.get(ref)?.bookingId ?? []), ...bookingsOfDid(did)]);

/**
 * Reads the facts about `deeds`, and locks the rows of their runs, bookings and pieces. `riderIds`: the riders to whom
 * the deeds may belong. `before`: the records of the earlier deeds that `deeds` undo.
 */
export async function lockFacts(
  tx: Tx,
  riderIds: readonly string[],
  deeds: readonly Deed[],
  before: TakenBack,
): Promise<BatchFacts> {
  const refs = [...new Set(deeds.flatMap(({ did }) => refsOfDid(did)))];
  const named = refs.length === 0 ? [] : await findPieces(tx, whereOf(refs));
  const places = await runsOfPieces(
    tx,
    named.map(({ pieceId }) => pieceId),
  );
  const isOf = (riderId: string | null) => riderId !== null && riderIds.includes(riderId);
  const others = deeds.flatMap(({ did }) => ("rider" in did ? [did.rider] : []));
  const runIds = new Set([
    ...deeds.flatMap(({ run }) => (run ? [run.id] : [])),
    ...before.runIds,
    ...places.filter(({ open, riderId }) => open || isOf(riderId)).map(({ runId }) => runId),
    ...(await openRunsOf(tx, others.length > 0 ? [...riderIds, ...others] : [])),
  ]);
  const locked = await lockRuns(tx, [...runIds]);
  const ids = [
    ...named.map(({ bookingId }) => bookingId),
    ...deeds.flatMap(({ did }) => bookingsOfDid(did)),
    ...before.bookingIds,
  ];
  await lockForDeeds(tx, [...new Set(ids)]);
  await lockPieces(tx, [...named.map(({ pieceId }) => pieceId), ...before.pieceIds]);
  // The pieces are read again after the lock, because their holders may have changed before it.
  const known = named.length === 0 ? [] : await findPieces(tx, inIds(named));
  const held = await heldOnce(tx, riderIds, known);
  return {
    ...(await knownBefore(tx, deeds, known)),
    pieces: byRef(refs, known),
    runs: locked,
    of(riderId) {
      const ownRuns = new Map(
        places.flatMap((place) => (place.riderId === riderId ? [[place.pieceId, place.runId] as const] : [])),
      );
      const had = held.flatMap((one) => (one.riderId === riderId ? [one.pieceId] : []));
      return { ownRuns, own: new Set([...ownRuns.keys(), ...had]) };
    },
  };
}

function findPieces(tx: Tx, where: SQL) {
  return tx
    .select({
      ...pieceColumns,
      holderKind: pieces.holderKind,
      holderId: pieces.holderId,
      returning: pieces.returning,
      sticker: pieces.sticker,
      createdAt: bookings.createdAt,
    })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(where)
    .orderBy(pieces.id);
}
const inIds = (named: readonly { pieceId: string }[]) =>
  sql`${pieces.id} = any(${sql.param(named.map(({ pieceId }) => pieceId))}::uuid[])`;

function whereOf(refs: readonly PieceRef[]): SQL {
  const ids = refs.filter(isUuid);
  const stickers = refs.flatMap((ref) => readSticker(ref) ?? []);
  const codes = refs.flatMap((ref) => (isUuid(ref) ? [] : (readPieceCode(ref)?.code ?? [])));
  // Ids, stickers and codes are searched by separate queries, because each has its own index. One query with an OR
  // would read the tables whole.
  return sql`${pieces.id} in (
    select id from pieces where id = any(${sql.param(ids)}::uuid[])
    union all select id from pieces where sticker = any(${sql.param(stickers)}::text[])
    union all select p.id from pieces p join bookings b on b.id = p.booking_id where b.tracking_code = any(${sql.param(codes)}::text[]))`;
}

/**
 * Finds the piece of each reference. A code without a piece number names the only piece of its booking. If the booking
 * has several pieces, such a code names no piece.
 */
function byRef(refs: readonly PieceRef[], known: readonly KnownPiece[]): Map<PieceRef, KnownPiece> {
  const found = new Map<PieceRef, KnownPiece>();
  for (const ref of refs) {
    const sticker = readSticker(ref);
    const code = isUuid(ref) || sticker ? null : readPieceCode(ref);
    const piece = known.find((one) => {
      if (isUuid(ref)) return one.pieceId === ref;
      if (sticker) return one.sticker === sticker;
      const isPiece = code?.piece === null ? one.pieces === 1 : one.number === code?.piece;
      return one.code === code?.code && isPiece;
    });
    if (piece) found.set(ref, piece);
  }
  return found;
}

/** The runs that these pieces are or were on, in the order in which the pieces joined them. */
async function runsOfPieces(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({
      pieceId: runPieces.pieceId,
      runId: runPieces.runId,
      open: sql<boolean>`${runPieces.endedAt} is null`,
      riderId: runs.riderId,
    })
    .from(runPieces)
    .innerJoin(runs, eq(runs.id, runPieces.runId))
    .where(sql`${runPieces.pieceId} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(runPieces.id);
}

async function openRunsOf(tx: Tx, riderIds: readonly string[]): Promise<string[]> {
  if (riderIds.length === 0) return [];
  const rows = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(inArray(runs.riderId, [...riderIds]), inArray(runs.state, ["loaded", "out"])));
  return rows.map(({ id }) => id);
}

async function lockRuns(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedRun>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(runs)
    .where(sql`${runs.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(runs.id)
    .for("no key update");
  return new Map(rows.map((run) => [run.id, run]));
}

async function heldOnce(tx: Tx, riderIds: readonly string[], known: readonly KnownPiece[]) {
  if (known.length === 0) return [];
  return tx
    .selectDistinct({ pieceId: custodyEntries.pieceId, riderId: custodyEntries.toId })
    .from(custodyEntries)
    .where(
      and(
        sql`${custodyEntries.pieceId} = any(${sql.param(known.map(({ pieceId }) => pieceId))}::uuid[])`,
        eq(custodyEntries.toKind, "rider"),
        inArray(custodyEntries.toId, [...riderIds]),
      ),
    );
}
