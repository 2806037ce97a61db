/**
 * DEED-15: codes that were answered unread. Their deeds are stored, and what they say of a piece waits from the moment at which
 * the other rider hands the piece over, as if it had been read at once.
 */
import { and, arrayContains, gt, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import {
  acts,
  bookingEvents,
  custodyEntries,
  pieces,
  riderDeeds,
  toldPieces,
} from "../../platform/db/schema.ts";
import { byRef, piecesOfDeed, refsOfDid, type KnownPiece } from "./find-pieces.server.ts";
import { readDeed } from "./read-deed.ts";
import type { Deed } from "./protocol.ts";
import { toldKind } from "./told.server.ts";

const DAY_MS = 24 * 3_600_000;
/** A phone is heard within this time: as long as a revoked one is (DEED-5). */
const DAYS = 7;

/** Notes that the deeds of these riders, of the last days, wait for these pieces if they name them and were not read. */
export async function tellUnread(
  { tx, at }: { tx: Tx; at: Date },
  riderIds: readonly string[],
  known: readonly KnownPiece[],
): Promise<void> {
  if (riderIds.length === 0 || known.length === 0) return;
  const undone = sql`exists (select from ${riderDeeds} u where u.about = ${riderDeeds.deedId} and u.rider_id = ${riderDeeds.riderId})`;
  const stored = await tx
    .select()
    .from(riderDeeds)
    .where(
      and(
        inArray(riderDeeds.riderId, [...riderIds]),
        gt(riderDeeds.receivedAt, new Date(at.getTime() - DAYS * DAY_MS)),
        arrayContains(riderDeeds.flags, ["not_yours"]),
        sql`not ${undone}`,
      ),
    );
  const deedIds = stored.map(({ deedId }) => deedId);
  const told = await tx
    .select({ deedId: toldPieces.deedId, pieceId: toldPieces.pieceId })
    .from(toldPieces)
    .where(inArray(toldPieces.deedId, deedIds));
  const done = await doneBy(tx, deedIds, known);
  const isTold = new Set([...told, ...done].map(({ deedId, pieceId }) => `${deedId} ${pieceId}`));
  const rows = stored.flatMap(({ deedId, riderId, deviceId, occurredAt, receivedAt, body }) => {
    const read = readDeed(body);
    if (read.is !== "deed") return [];
    const kind = toldKind(read.deed.did);
    return namedPieces(read.deed, known)
      .filter(({ pieceId }) => !isTold.has(`${deedId} ${pieceId}`))
      .map(({ pieceId, bookingId }) => ({
        ...{ deedId, riderId, deviceId, kind, pieceId, bookingId, occurredAt, receivedAt },
      }));
  });
  if (rows.length > 0) await tx.insert(toldPieces).values(rows);
}

/** The pieces for which these deeds counted at once: a deed may name pieces of the rider beside others. */
async function doneBy(
  tx: Tx,
  deedIds: readonly string[],
  known: readonly KnownPiece[],
): Promise<{ deedId: string; pieceId: string }[]> {
  const ids = sql`any(${sql.param(known.map(({ pieceId }) => pieceId))}::uuid[])`;
  const deeds = sql`any(${sql.param([...deedIds])}::uuid[])`;
  const { rows } = await tx.execute<{ deedId: string; pieceId: string }>(sql`
    select a.deed_id as "deedId", c.piece_id as "pieceId" from ${acts} a join ${custodyEntries} c on c.act_id = a.id
      where a.deed_id = ${deeds} and c.piece_id = ${ids}
    union select a.deed_id, p.id from ${acts} a join ${bookingEvents} e on e.act_id = a.id
      join ${pieces} p on p.booking_id = e.booking_id and (e.piece is null or e.piece = p.number)
      where a.deed_id = ${deeds} and p.id = ${ids}`);
  return rows;
}

/** Those of the pieces that a deed names. */
const namedPieces = (deed: Deed, known: readonly KnownPiece[]): KnownPiece[] =>
  piecesOfDeed(deed, { pieces: byRef(refsOfDid(deed.did), known) });
