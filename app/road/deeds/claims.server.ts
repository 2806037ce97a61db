/**
 * DEED-8: hand-overs that only one side has reported. A hand-over to a hub is a claim until the hub scans the piece.
 * Between riders the one who has the piece claims to have given it; what the other one says waits (DEED-12) until this claim
 * arrives. The piece changes hands once both have reported it, in any order.
 */
import { and, eq, gte, min, ne, sql } from "drizzle-orm";
import { endRunPlaces, holdersNow, inForce, movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { custodyEntries, hubs, riders, runPieces, toldPieces } from "../../platform/db/schema.ts";
import { placeOnRun, stopsFor } from "../runs/join-run.server.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import { askHandedOver, deliveriesOf } from "./ask-handed-over.server.ts";
import type { KnownPiece } from "./find-pieces.server.ts";
import type { Did } from "./protocol.ts";
import { theirsOf, type Taking } from "./taking.server.ts";
import { stillWaits } from "./told.server.ts";

/** The method of a hand-over claim between riders: the giving rider reports it from a list. */
export const GIVEN = "list";

/**
 * Records the rider's claim to have handed pieces to a hub. A piece that the hub has already received needs no claim.
 */
export async function handToHub(
  taking: Taking,
  { hub, pieces }: Extract<Did, { kind: "handed_to_hub" }>,
): Promise<void> {
  const { tx, occurredAt, deed, actor, facts } = taking;
  const [there] = await tx.select({ id: hubs.id }).from(hubs).where(eq(hubs.id, hub));
  const own = theirsOf(taking, pieces, "handed_to_hub");
  if (!there) taking.flags.add("not_yours");
  // The holders are read again, because an earlier deed of the request may have changed them.
  const held = await heldNow(taking, own, actor.id);
  if (!there || held.length === 0) return;
  await movePieces(
    taking,
    held.map(({ pieceId }) => ({
      pieceId,
      to: { kind: "hub", id: hub },
      occurredAt,
      method: "list",
      runId: facts.ownRun(deed.run?.id)?.id ?? null,
      claim: true,
    })),
  );
}

/** Those of the pieces that this rider holds. */
async function heldNow({ tx }: Taking, own: readonly KnownPiece[], riderId: string): Promise<KnownPiece[]> {
  const ids = own.map(({ pieceId }) => pieceId);
  const holders = ids.length === 0 ? new Map() : await holdersNow(tx, ids);
  return own.filter(
    ({ pieceId }) => holders.get(pieceId)?.kind === "rider" && holders.get(pieceId)?.id === riderId,
  );
}

type Handed = Extract<Did, { kind: "handed_to_rider" | "received_from_rider" }>;

export async function handToRider(taking: Taking, did: Handed): Promise<void> {
  const { tx, actor, flags } = taking;
  const [other] = await tx.select({ id: riders.id }).from(riders).where(eq(riders.id, did.rider));
  if (!other || other.id === actor.id) return void flags.add("not_yours");
  return did.kind === "handed_to_rider" ? give(taking, did) : receive(taking, did);
}

/** Claims that the rider gave pieces to another one. A rider gives only what they hold, or what was delivered since. */
async function give(taking: Taking, { rider, pieces, kind }: Handed): Promise<void> {
  const { tx, occurredAt, actor, told, flags } = taking;
  const own = theirsOf(taking, pieces, kind);
  const holders = await holdersNow(
    tx,
    own.map(({ pieceId }) => pieceId),
  );
  const mine = own.filter(({ pieceId }) => {
    const holder = holders.get(pieceId)!;
    return holder.kind === "receiver" || (holder.kind === "rider" && holder.id === actor.id);
  });
  for (const piece of own) if (!mine.includes(piece)) told.add(piece);
  if (mine.length < own.length) flags.add("not_yours");
  await movePieces(
    taking,
    mine.map(({ pieceId }) => ({
      pieceId,
      to: { kind: "rider", id: rider },
      occurredAt,
      method: GIVEN,
      claim: true,
    })),
  );
}

/** Receives the pieces that another rider claims to have given; the others wait for that claim. */
async function receive(taking: Taking, { rider, pieces }: Handed): Promise<void> {
  const { facts, flags, told, counts, actor, bookingIds } = taking;
  const known = [...new Set(pieces.flatMap((ref) => facts.pieces.get(ref) ?? []))];
  if (known.length < new Set(pieces).size && !counts) flags.add("not_yours");
  for (const { bookingId } of known) bookingIds.add(bookingId);
  const agreed = await givenTo(taking, known);
  const both = known.filter(({ pieceId }) => (counts ? counts.pieceIds.has(pieceId) : agreed.has(pieceId)));
  if (!counts)
    for (const piece of known)
      if (!agreed.has(piece.pieceId)) {
        flags.add("not_yours");
        told.add(piece);
      }
  if (both.length === 0) return;
  const holders = await holdersNow(
    taking.tx,
    both.map(({ pieceId }) => pieceId),
  );
  const isWith = (piece: KnownPiece, kind: string, ids: readonly (string | null)[]) => {
    const holder = holders.get(piece.pieceId)!;
    return holder.kind === kind && ids.includes(holder.id);
  };
  const between = both.filter((piece) => counts ?? isWith(piece, "rider", [rider, actor.id]));
  const delivered = both.filter((piece) => isWith(piece, "receiver", [null]));
  await changeHands(
    taking,
    between.filter((piece) => !delivered.includes(piece)),
    agreed,
  );
  await askAboutDelivered(taking, delivered, agreed);
}

/** Asks dispatch about each delivered piece that two riders tell they handed over. */
async function askAboutDelivered(
  taking: Taking,
  pieces: readonly KnownPiece[],
  agreed: ReadonlyMap<string, Date>,
): Promise<void> {
  if (pieces.length === 0) return;
  const ids = pieces.map(({ pieceId }) => pieceId);
  const at = await momentOf(taking, ids, agreed);
  const deliveries = await deliveriesOf(taking, ids);
  await askHandedOver(
    taking,
    pieces.flatMap((piece) => {
      const delivered = deliveries.get(piece.pieceId);
      return delivered
        ? [{ piece, delivered, handed: { to: taking.actor.name, at: at(piece.pieceId) } }]
        : [];
    }),
  );
}

/** By piece: the time at which another rider claims to have given it to this one. */
async function givenTo({ tx, actor }: Taking, known: readonly KnownPiece[]): Promise<Map<string, Date>> {
  const rows = await tx
    .select({ pieceId: custodyEntries.pieceId, occurredAt: custodyEntries.occurredAt })
    .from(custodyEntries)
    .where(
      and(
        sql`${custodyEntries.pieceId} = any(${sql.param(known.map(({ pieceId }) => pieceId))}::uuid[])`,
        eq(custodyEntries.claim, true),
        eq(custodyEntries.toKind, "rider"),
        eq(custodyEntries.toId, actor.id),
        eq(custodyEntries.method, GIVEN),
        inForce,
      ),
    )
    .orderBy(custodyEntries.occurredAt);
  return new Map(rows.map(({ pieceId, occurredAt }) => [pieceId, occurredAt]));
}

/**
 * Hands the pieces over at the later of the two reported times, but not after what the receiving rider told about them next,
 * and puts them on the rider's run, if there is one. Call it once both riders have reported the hand-over, or dispatch has
 * confirmed it.
 */
async function changeHands(
  taking: Taking,
  both: readonly KnownPiece[],
  agreed: ReadonlyMap<string, Date>,
): Promise<void> {
  if (both.length === 0) return;
  const { tx, occurredAt, facts, actor } = taking;
  const run = [...facts.runs.values()].find(
    ({ riderId, kind, state }) =>
      riderId === actor.id && kind === "delivery" && state !== "planned" && state !== "reconciled",
  );
  const ids = both.map(({ pieceId }) => pieceId);
  const at = await momentOf(taking, ids, agreed);
  await movePieces(
    taking,
    ids.map((pieceId) => ({
      pieceId,
      to: { kind: "rider", id: actor.id },
      occurredAt: at(pieceId),
      method: "scan",
      runId: run?.id ?? null,
    })),
  );
  const before = await endRunPlaces(tx, ids, "moved", occurredAt);
  const moved = ids.filter((id) => before.has(id));
  if (run && moved.length > 0) await putOn(taking, run, moved);
  for (const id of ids) facts.gained.add(id);
}

/** The time of the hand-over of a piece: the later of the two that were told, but not after what the new rider told next. */
async function momentOf(taking: Taking, ids: readonly string[], agreed: ReadonlyMap<string, Date>) {
  const next = await nextTold(taking, ids);
  return (pieceId: string) =>
    new Date(
      Math.min(
        Math.max(taking.occurredAt.getTime(), agreed.get(pieceId)?.getTime() ?? 0),
        next.get(pieceId)?.getTime() ?? Infinity,
      ),
    );
}

/** By piece: the time of the first deed that this rider told about it after this one, and that waits. */
async function nextTold(
  { tx, actor, occurredAt, deed }: Taking,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await tx
    .select({ pieceId: toldPieces.pieceId, at: min(toldPieces.occurredAt) })
    .from(toldPieces)
    .where(
      and(
        stillWaits,
        eq(toldPieces.riderId, actor.id),
        ne(toldPieces.deedId, deed.id),
        gte(toldPieces.occurredAt, occurredAt),
        sql`${toldPieces.pieceId} = any(${sql.param([...ids])}::uuid[])`,
      ),
    )
    .groupBy(toldPieces.pieceId);
  return new Map(rows.flatMap(({ pieceId, at }) => (pieceId && at ? [[pieceId, at] as const] : [])));
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
