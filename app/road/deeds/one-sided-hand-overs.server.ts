/**
 * DEED-8: hand-overs that only one side has reported so far. A hand-over to a hub takes effect once the hub scans the
 * piece. A hand-over between riders takes effect once both riders have reported it, in any order. DEED-12: the report
 * of the receiving rider waits for the report of the giving rider.
 */
import { and, eq, gte, min, ne, sql } from "drizzle-orm";
import {
  endRunPlaces,
  holdersNow,
  movePieces,
  moveTogether,
} from "../../parcels/custody/move-pieces.server.ts";
import { hubs, riders, toldPieces } from "../../platform/db/schema.ts";
import { joinRun, placeOnRun } from "../runs/join-run.server.ts";
import { holderOf } from "../../domain/custody.ts";
import { askHandedOver } from "./deliver.server.ts";
import type { KnownPiece } from "./find-pieces.server.ts";
import { entriesOf } from "./piece-records.server.ts";
import type { Did } from "./protocol.ts";
import { theirsOf, type DeedWork } from "./deed-work.server.ts";
import { stillWaits } from "./told.server.ts";

/** The stored method of a hand-over that the giving rider reports by choosing pieces from a list. */
export const GIVEN = "list";

/** Records a hand-over to a hub that only the rider reports. Skips pieces that the hub already received. */
export async function handToHub(
  deedWork: DeedWork,
  { hub, pieces }: Extract<Did, { kind: "handed_to_hub" }>,
): Promise<void> {
  const { tx, occurredAt, deed, actor, facts } = deedWork;
  const [there] = await tx.select({ id: hubs.id }).from(hubs).where(eq(hubs.id, hub));
  const own = theirsOf(deedWork, pieces, "handed_to_hub");
  if (!there) deedWork.flags.add("not_yours");
  // The holders are read again, because an earlier deed of the request may have changed them.
  const held = await heldNow(deedWork, own, actor.id);
  if (!there || held.length === 0) return;
  await moveTogether(deedWork, held, {
    to: { kind: "hub", id: hub },
    occurredAt,
    method: "list",
    runId: facts.ownRun(deed.run?.id)?.id ?? null,
    oneSided: true,
  });
}

async function heldNow({ tx }: DeedWork, own: readonly KnownPiece[], riderId: string): Promise<KnownPiece[]> {
  const ids = own.map(({ pieceId }) => pieceId);
  const holders = ids.length === 0 ? new Map() : await holdersNow(tx, ids);
  return own.filter(
    ({ pieceId }) => holders.get(pieceId)?.kind === "rider" && holders.get(pieceId)?.id === riderId,
  );
}

type Entries = Awaited<ReturnType<typeof entriesOf>>;
type Handed = Extract<Did, { kind: "handed_to_rider" | "received_from_rider" }>;

export async function handToRider(deedWork: DeedWork, did: Handed): Promise<void> {
  const { tx, actor, flags } = deedWork;
  const [other] = await tx.select({ id: riders.id }).from(riders).where(eq(riders.id, did.rider));
  if (!other || other.id === actor.id) return void flags.add("not_yours");
  return did.kind === "handed_to_rider" ? give(deedWork, did) : receive(deedWork, did);
}

/**
 * Records that this rider gave the pieces to another rider. If a piece is neither with this rider nor with a receiver,
 * the deed waits.
 */
async function give(deedWork: DeedWork, { rider, pieces, kind }: Handed): Promise<void> {
  const { tx, occurredAt, actor, told, flags } = deedWork;
  const own = theirsOf(deedWork, pieces, kind);
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
  const hand = { to: { kind: "rider", id: rider }, occurredAt, method: GIVEN, oneSided: true } as const;
  await moveTogether(deedWork, mine, hand);
}

/**
 * Records that this rider received the pieces, if the other rider reported giving them. If not, the deed waits for the
 * other rider's report.
 */
async function receive(deedWork: DeedWork, { rider, pieces }: Handed): Promise<void> {
  const { facts, flags, told, counts, actor, bookingIds } = deedWork;
  const known = [...new Set(pieces.flatMap((ref) => facts.pieces.get(ref) ?? []))];
  if (known.length < new Set(pieces).size && !counts) flags.add("not_yours");
  for (const { bookingId } of known) bookingIds.add(bookingId);
  const entries = await entriesOf(
    deedWork.tx,
    known.map(({ pieceId }) => pieceId),
  );
  const agreed = givenTo(deedWork, entries);
  const both = known.filter(({ pieceId }) => (counts ? counts.pieceIds.has(pieceId) : agreed.has(pieceId)));
  if (!counts)
    for (const piece of known)
      if (!agreed.has(piece.pieceId)) {
        flags.add("not_yours");
        told.add(piece);
      }
  if (both.length === 0) return;
  const isWith = ({ pieceId }: KnownPiece, kind: string, ids: readonly (string | null)[]) => {
    const holder = holderOf(entries.get(pieceId) ?? []);
    return holder.kind === kind && ids.includes(holder.id);
  };
  const between = both.filter((piece) => counts ?? isWith(piece, "rider", [rider, actor.id]));
  const delivered = both.filter((piece) => isWith(piece, "receiver", [null]));
  await changeHands(
    deedWork,
    between.filter((piece) => !delivered.includes(piece)),
    agreed,
  );
  await askAboutDelivered(deedWork, delivered, { agreed, entries });
}

/** Asks dispatch about each piece that was delivered, although two riders report a hand-over of the piece. */
async function askAboutDelivered(
  deedWork: DeedWork,
  pieces: readonly KnownPiece[],
  { agreed, entries }: { agreed: ReadonlyMap<string, Date>; entries: Entries },
): Promise<void> {
  if (pieces.length === 0) return;
  const ids = pieces.map(({ pieceId }) => pieceId);
  const at = await momentOf(deedWork, ids, agreed);
  await askHandedOver(
    deedWork,
    pieces.flatMap((piece) => {
      const own = (entries.get(piece.pieceId) ?? []).filter(({ to }) => to.kind === "receiver");
      const handed = { to: deedWork.actor.name, at: at(piece.pieceId) };
      return own
        .toSorted(byTime)
        .slice(-1)
        .map((last) => ({ piece, delivered: { by: last.byName, at: last.occurredAt }, handed }));
    }),
  );
}

/**
 * For each piece, returns the time at which another rider gave the piece to this rider, by the other rider's report.
 */
function givenTo({ actor }: DeedWork, entries: Entries): Map<string, Date> {
  const given = [...entries.values()]
    .flat()
    .filter(
      (one) => one.oneSided && one.to.kind === "rider" && one.to.id === actor.id && one.method === GIVEN,
    );
  return new Map(given.toSorted(byTime).map(({ pieceId, occurredAt }) => [pieceId, occurredAt]));
}

const byTime = (a: { occurredAt: Date }, b: { occurredAt: Date }) =>
  a.occurredAt.getTime() - b.occurredAt.getTime();

/**
 * Hands the pieces over to the rider at the time from momentOf, and adds them to the rider's run, if there is
 * one. Call it only after both riders have reported the hand-over, or dispatch has confirmed it.
 */
async function changeHands(
  deedWork: DeedWork,
  both: readonly KnownPiece[],
  agreed: ReadonlyMap<string, Date>,
): Promise<void> {
  if (both.length === 0) return;
  const { tx, occurredAt, facts, actor } = deedWork;
  const run = [...facts.runs.values()].find(
    ({ riderId, kind, state }) =>
      riderId === actor.id && kind === "delivery" && state !== "planned" && state !== "reconciled",
  );
  const ids = both.map(({ pieceId }) => pieceId);
  const at = await momentOf(deedWork, ids, agreed);
  await movePieces(
    deedWork,
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
  const loaded = { assignedAt: deedWork.at, loadedAt: deedWork.at, loadedBy: "list" as const };
  if (run && moved.length > 0) await joinRun(tx, run, await placeOnRun(tx, moved, run.kind), loaded);
  for (const id of ids) facts.gained.add(id);
}

/**
 * Returns a function that gives the time of each piece's hand-over: the later of the times that the two riders
 * reported, but not later than the new rider's next waiting deed about the piece.
 */
async function momentOf(deedWork: DeedWork, ids: readonly string[], agreed: ReadonlyMap<string, Date>) {
  const next = await nextTold(deedWork, ids);
  return (pieceId: string) =>
    new Date(
      Math.min(
        Math.max(deedWork.occurredAt.getTime(), agreed.get(pieceId)?.getTime() ?? 0),
        next.get(pieceId)?.getTime() ?? Infinity,
      ),
    );
}

/** For each piece, returns the time of the rider's next waiting deed about the piece, after `deed`. */
async function nextTold(
  { tx, actor, occurredAt, deed }: DeedWork,
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
