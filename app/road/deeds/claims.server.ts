/**
 * DEED-8: hand-overs that only one side has reported. A hand-over to a hub is a claim until the hub scans the piece.
 * For a hand-over between riders each rider reports a claim. The piece changes hands once both claims have arrived, in
 * any order.
 */
import { and, eq, sql } from "drizzle-orm";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { endRunPlaces, holdersNow, movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { inForce } from "../../parcels/custody/take-back-moves.server.ts";
import { custodyEntries, hubs, riders, runPieces } from "../../platform/db/schema.ts";
import { placeOnRun, stopsFor } from "../runs/join-run.server.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import type { KnownPiece } from "./batch-facts.server.ts";
import type { Did, PieceRef } from "./protocol.ts";
import type { Taking } from "./taking.server.ts";

/**
 * The method of a hand-over claim between riders tells who made it: the giving rider from a list, the receiving rider
 * by scanning.
 */
export const GIVEN = "list";
const RECEIVED = "scan";

function known(taking: Taking, refs: readonly PieceRef[]): KnownPiece[] {
  const found = new Set(refs.flatMap((ref) => taking.facts.pieces.get(ref) ?? []));
  for (const { bookingId } of found) taking.bookingIds.add(bookingId);
  if (found.size < new Set(refs).size) taking.flags.add("unknown_piece");
  return [...found];
}

const isOwn = ({ facts }: Taking, { pieceId }: KnownPiece) => facts.own.has(pieceId);

/**
 * Records the rider's claim to have handed pieces to a hub. A piece that the hub has already received needs no claim.
 */
export async function handToHub(
  taking: Taking,
  { hub, pieces }: Extract<Did, { kind: "handed_to_hub" }>,
): Promise<void> {
  const { tx, occurredAt, deed, actor } = taking;
  const [there] = await tx.select({ id: hubs.id }).from(hubs).where(eq(hubs.id, hub));
  const all = known(taking, pieces);
  // The holders are read again, because an earlier deed of the request may have changed them: a pickup or an undo may
  // have given the rider a piece that was not planned for the rider.
  const holders = await holdersNow(
    tx,
    all.map(({ pieceId }) => pieceId),
  );
  const mine = all.filter(({ pieceId }) => {
    const { kind, id } = holders.get(pieceId)!;
    return kind === "rider" && id === actor.id;
  });
  if (!there || all.some((piece) => !isOwn(taking, piece) && !mine.includes(piece)))
    taking.flags.add("unknown_piece");
  if (!there || mine.length === 0) return;
  await movePieces(
    taking,
    mine.map(({ pieceId }) => ({
      pieceId,
      to: { kind: "hub", id: hub },
      occurredAt,
      method: "list",
      runId: deed.run && taking.facts.runs.has(deed.run.id) ? deed.run.id : null,
      claim: true,
    })),
  );
}

export async function handToRider(
  taking: Taking,
  did: Extract<Did, { kind: "handed_to_rider" | "received_from_rider" }>,
): Promise<void> {
  const { tx, occurredAt, actor, flags } = taking;
  const gives = did.kind === "handed_to_rider";
  const [other] = await tx.select({ id: riders.id }).from(riders).where(eq(riders.id, did.rider));
  const all = known(taking, did.pieces);
  // A rider cannot give away pieces that were never theirs.
  const told = gives ? all.filter((piece) => isOwn(taking, piece)) : all;
  if (!other || other.id === actor.id || told.length < all.length) flags.add("unknown_piece");
  if (!other || other.id === actor.id || told.length === 0) return;
  const [from, to] = gives ? [actor.id, other.id] : [other.id, actor.id];
  const agreed = await saidByOther(taking, told, to, gives ? RECEIVED : GIVEN);
  // The holders are those that `movePieces` returns under its lock, because another request may have delivered a piece
  // since the facts were read.
  const claimed = await movePieces(
    taking,
    told.map(({ pieceId }) => ({
      pieceId,
      to: { kind: "rider", id: to },
      occurredAt,
      method: gives ? GIVEN : RECEIVED,
      claim: true,
    })),
  );
  const both = told.filter(({ pieceId }) => agreed.has(pieceId));
  const holderOf = ({ pieceId }: KnownPiece) => claimed.get(pieceId)!.after;
  const between = both.filter((piece) => {
    const { kind, id } = holderOf(piece);
    return kind === "rider" && (id === from || id === to);
  });
  if (between.length > 0) await changeHands(taking, between, agreed, to);
  await openDisagreements(
    taking,
    both.filter((piece) => holderOf(piece).kind === "receiver"),
  );
}

/**
 * Opens an exception for each delivered piece that two riders report as handed over. Dispatch decides which deed is
 * true.
 */
async function openDisagreements({ tx, act }: Taking, delivered: readonly KnownPiece[]): Promise<void> {
  await openExceptions(
    tx,
    delivered.map(({ pieceId, bookingId }) => ({
      kind: "deeds_disagree",
      pieceId,
      bookingId,
      note: "Handed to another rider, and delivered",
    })),
    act,
  );
}

/** By piece: the time at which the other rider reported the hand-over. */
async function saidByOther(
  { tx }: Taking,
  told: readonly KnownPiece[],
  to: string,
  method: typeof GIVEN | typeof RECEIVED,
): Promise<Map<string, Date>> {
  const rows = await tx
    .select({ pieceId: custodyEntries.pieceId, occurredAt: custodyEntries.occurredAt })
    .from(custodyEntries)
    .where(
      and(
        sql`${custodyEntries.pieceId} = any(${sql.param(told.map(({ pieceId }) => pieceId))}::uuid[])`,
        eq(custodyEntries.claim, true),
        eq(custodyEntries.toKind, "rider"),
        eq(custodyEntries.toId, to),
        eq(custodyEntries.method, method),
        inForce,
      ),
    )
    .orderBy(custodyEntries.occurredAt);
  return new Map(rows.map(({ pieceId, occurredAt }) => [pieceId, occurredAt]));
}

/**
 * Hands the pieces over at the later of the two reported times, and puts them on the receiving rider's run, if there is
 * one. Call it once both riders have reported the hand-over.
 */
async function changeHands(
  taking: Taking,
  both: readonly KnownPiece[],
  agreed: ReadonlyMap<string, Date>,
  to: string,
): Promise<void> {
  const { tx, occurredAt, facts } = taking;
  const run = [...facts.runs.values()].find(
    ({ riderId, kind, state }) =>
      riderId === to && kind === "delivery" && state !== "planned" && state !== "reconciled",
  );
  const at = (pieceId: string) => new Date(Math.max(occurredAt.getTime(), agreed.get(pieceId)!.getTime()));
  await movePieces(
    taking,
    both.map(({ pieceId }) => ({
      pieceId,
      to: { kind: "rider", id: to },
      occurredAt: at(pieceId),
      method: "scan",
      runId: run?.id ?? null,
    })),
  );
  const ids = both.map(({ pieceId }) => pieceId);
  const before = await endRunPlaces(tx, ids, "moved", occurredAt);
  const moved = ids.filter((id) => before.has(id));
  if (run && moved.length > 0) await putOn(taking, run, moved);
}

async function putOn({ tx, at }: Taking, run: LockedRun, ids: readonly string[]): Promise<void> {
  const stops = await stopsFor(tx, run, await placeOnRun(tx, ids, run.kind));
  await tx.insert(runPieces).values(
    ids.map((pieceId) => ({
      runId: run.id,
      pieceId,
      stop: stops.get(pieceId)!,
      assignedAt: at,
      loadedAt: at,
      loadedBy: "list" as const,
    })),
  );
}
