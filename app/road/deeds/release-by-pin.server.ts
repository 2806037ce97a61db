/**
 * DEED-14: checks the PIN of a waiting delivery. The delivery waits because another rider gave the piece to this rider,
 * and has not reported it yet. The PIN is compared only if, by the records, the other rider has the piece, or had it
 * today on a run of the same hub. The PINs of other pieces therefore cannot be guessed.
 */
import { and, desc, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import { lagosDay } from "../../domain/dates.ts";
import { checkPin } from "../../parcels/proof/check-pin.server.ts";
import { pieces, runPieces, runs, toldPieces } from "../../platform/db/schema.ts";
import type { KnownPiece } from "./find-pieces.server.ts";
import type { DeedWork } from "./deed-work.server.ts";
import { atDoorOf, endTold, pinOfDeed, stillWaits } from "./told.server.ts";

/** After this number of wrong PINs in an hour, a rider's PINs are no longer compared, and the deliveries wait. */
export const WRONG_PINS = 5;
const HOUR_MS = 3_600_000;

/**
 * Lets a waiting delivery take effect for the pieces whose receivers gave the right PIN. Stores which PINs were wrong.
 */
export async function releaseByPin(deedWork: DeedWork): Promise<void> {
  const { tx, services, facts, deed, occurredAt, flags, released, pins, at } = deedWork;
  const pin = pinOfDeed(deed.did);
  const did = atDoorOf(deed.did);
  if (pin === null || did?.kind !== "delivered") return;
  const waiting = did.pieces
    .flatMap((ref) => facts.pieces.get(ref) ?? [])
    .filter((piece) => !facts.gained.has(piece.pieceId) && !facts.isTheirs(piece, "delivered", occurredAt));
  const given = waiting.length === 0 ? new Map<string, number>() : await givenByHolder(deedWork, waiting);
  if (given.size === 0) return;
  let left = WRONG_PINS - (await wrongPins(deedWork));
  const byBooking = Map.groupBy(
    waiting.filter(({ pieceId }) => given.has(pieceId)),
    ({ bookingId }) => bookingId,
  );
  for (const [bookingId, own] of byBooking) {
    if (left <= 0) return;
    const { answers } = await checkPin(tx, services, { runId: null, bookingIds: [bookingId], pin });
    const answer = answers.get(bookingId);
    if (answer === "wrong") {
      left--;
      pins.set(bookingId, "wrong");
    }
    if (answer !== "right") continue;
    flags.add("not_on_run");
    for (const { pieceId } of own) released.add(pieceId);
    await endTold(tx, { ids: own.flatMap(({ pieceId }) => given.get(pieceId) ?? []) }, "confirmed", at);
  }
}

/**
 * For each piece, returns this rider's newest report of having received the piece from another rider. By the records,
 * the other rider must have the piece, or must have had it today on a run of the same hub. Returns
 * nothing for a revoked phone, whose deeds count only for pieces that the rider had before the revocation.
 */
async function givenByHolder(
  { tx, actor, at, flags }: DeedWork,
  waiting: readonly KnownPiece[],
): Promise<Map<string, number>> {
  if (flags.has("revoked_phone")) return new Map();
  const ofToday = sql`exists (select from ${runPieces} rp join ${runs} r on r.id = rp.run_id
    where rp.piece_id = ${pieces.id} and rp.loaded_at is not null and r.sealed_at is not null
      and r.rider_id = ${toldPieces.otherId} and r.day = ${lagosDay(at)} and r.hub_id = ${actor.hubId})`;
  const rows = await tx
    .select({ id: toldPieces.id, pieceId: pieces.id })
    .from(toldPieces)
    .innerJoin(pieces, eq(pieces.id, toldPieces.pieceId))
    .where(
      and(
        stillWaits,
        eq(toldPieces.riderId, actor.id),
        eq(toldPieces.kind, "received_from_rider"),
        isNotNull(toldPieces.otherId),
        sql`${pieces.id} = any(${sql.param(waiting.map(({ pieceId }) => pieceId))}::uuid[])`,
        ne(pieces.holderKind, "receiver"),
        sql`((${pieces.holderKind} = 'rider' and ${pieces.holderId} = ${toldPieces.otherId}) or ${ofToday})`,
      ),
    )
    .orderBy(desc(toldPieces.id));
  return new Map(rows.toReversed().map(({ pieceId, id }) => [pieceId, id]));
}

/** Counts the wrong PINs of the rider's waiting deliveries in the last hour, also from earlier phones. */
async function wrongPins({ tx, actor, at }: DeedWork): Promise<number> {
  const rows = await tx
    .selectDistinct({ deedId: toldPieces.deedId, bookingId: toldPieces.bookingId })
    .from(toldPieces)
    .where(
      and(
        eq(toldPieces.riderId, actor.id),
        eq(toldPieces.pin, "wrong"),
        gt(toldPieces.receivedAt, new Date(at.getTime() - HOUR_MS)),
      ),
    );
  return rows.length;
}
