/**
 * DEED-6: a rider's deed at a stop: delivered, not delivered, picked up. It has the effects of the office's entry of this
 * kind.
 */
import { and, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { by } from "../../money/prices/money-events.server.ts";
import { endRunPlaces, movePieces } from "../../parcels/custody/move-pieces.server.ts";
import { openExceptions, type NewException } from "../../notifications/open-exception.server.ts";
import { rememberDelivery } from "../../parcels/remembered-places/remember.server.ts";
import { recordProof, type NewProof } from "../../parcels/proof/record-proof.server.ts";
import { bookingEvents, custodyEntries } from "../../platform/db/schema.ts";
import { ROAD_KINDS } from "../../domain/event-kinds.ts";
import { attemptPieces, deliverPieces } from "../runs/enter-deeds.server.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import { pickUp } from "../runs/run-pickups.server.ts";
import type { KnownPiece } from "./batch-facts.server.ts";
import { takeMoney } from "./money.server.ts";
import { notPickedUp } from "./not-picked-up.server.ts";
import type { AtDoor, PieceRef, ProofGiven } from "./protocol.ts";
import { stickOn } from "./stickers.server.ts";
import type { Taking } from "./taking.server.ts";

export async function doAtDoor(taking: Taking, did: AtDoor): Promise<void> {
  const { facts, flags } = taking;
  const there = ownPieces(taking, did.pieces, did.kind === "picked_up");
  const refused = did.kind === "delivered" ? did.refused : [];
  const refusedPieces = ownPieces(
    taking,
    refused.map(({ piece }) => piece),
    false,
  );
  const run = runOf(taking, [...there, ...refusedPieces]);
  if (!run) {
    flags.add("unknown_run");
    taking.ask ??= "The run of this deed is not known";
    return;
  }
  for (const { pieceId } of there) if (!facts.ownRuns.has(pieceId)) flags.add("not_on_run");
  if (there.length > 0) await doWith(taking, run, there, did);
  const byReason = Map.groupBy(refused, ({ reason, note }) => `${reason} ${note}`);
  for (const group of byReason.values()) {
    const pieces = refusedPieces.filter((piece) =>
      group.some((one) => facts.pieces.get(one.piece) === piece),
    );
    if (pieces.length > 0) await attempted(taking, run, pieces, group[0]!);
  }
  if (did.kind === "picked_up") await openCounted(taking, run, did);
}

/** The rider's own pieces. A parcel that is with its sender may be picked up without a plan. */
function ownPieces({ facts, flags, ...taking }: Taking, refs: readonly PieceRef[], atSender: boolean) {
  const found = new Set<KnownPiece>();
  let strange = 0;
  for (const ref of refs) {
    const piece = facts.pieces.get(ref);
    if (piece && (facts.own.has(piece.pieceId) || (atSender && piece.holderKind === "sender"))) {
      found.add(piece);
      taking.bookingIds.add(piece.bookingId);
    } else {
      flags.add("unknown_piece");
      strange++;
    }
  }
  if (strange > 0) flags.add("unknown_piece");
  return [...found];
}

/** The run that the phone named, otherwise the newest of the rider's runs with one of the pieces. */
function runOf({ facts, deed }: Taking, there: readonly KnownPiece[]): LockedRun | null {
  const named = deed.run && facts.runs.get(deed.run.id);
  if (named) return named;
  const own = there.map(({ pieceId }) => facts.ownRuns.get(pieceId)).findLast((id) => id !== undefined);
  return (own && facts.runs.get(own)) || null;
}

async function doWith(taking: Taking, run: LockedRun, there: KnownPiece[], did: AtDoor): Promise<void> {
  const { occurredAt, actor } = taking;
  await flagNewer(taking, there);
  if (did.kind === "attempted") {
    await attempted(taking, run, there, did);
    await prove(taking, run, there, { outcome: "attempted", given: did.proof });
  } else if (did.kind === "picked_up") {
    const holder = { kind: "rider" as const, id: actor.id };
    const done = await pickUp(taking, run, { there, occurredAt }, holder);
    if (done.ok) for (const code of done.codes) taking.codes.add(code);
    await stickOn(taking, there, did.stickers ?? []);
    await takeMoney(taking, run, did.took, "pickup");
  } else {
    await takeBackLists(taking, there);
    const done = await deliverPieces(taking, run, { there, occurredAt }, did.note || (did.proof.name ?? ""));
    for (const code of done.codes) taking.codes.add(code);
    await endElsewhere(taking, run, there);
    const collected = await takeMoney(taking, run, did.took, "door", there);
    await prove(taking, run, there, { outcome: "delivered", given: did.proof, collected });
  }
}

async function attempted(
  taking: Taking,
  run: LockedRun,
  there: KnownPiece[],
  {
    reason,
    note,
  }:
    | Extract<AtDoor, { kind: "attempted" }>
    | { reason: Extract<AtDoor, { kind: "attempted" }>["reason"]; note: string },
): Promise<void> {
  if (run.kind === "pickup") return notPickedUp(taking, run, there, { reason, note });
  const done = await attemptPieces(taking, run, { there, occurredAt: taking.occurredAt }, { reason, note });
  for (const code of done.codes) taking.codes.add(code);
}

/**
 * Reverses moves to another run that dispatch made from a list after a delivery: nobody saw that hand-over. Later scans
 * stay, and dispatch decides which deed is true.
 */
async function takeBackLists(taking: Taking, there: readonly KnownPiece[]): Promise<void> {
  const { tx, at, occurredAt, flags } = taking;
  const reversal = sql`(select from custody_entries r where r.reverses = ${custodyEntries.id})`;
  const lists = await tx
    .select()
    .from(custodyEntries)
    .where(
      and(
        sql`${custodyEntries.pieceId} = any(${sql.param(there.map(({ pieceId }) => pieceId))}::uuid[])`,
        gt(custodyEntries.occurredAt, occurredAt),
        eq(custodyEntries.method, "list"),
        eq(custodyEntries.claim, false),
        isNull(custodyEntries.reverses),
        inArray(custodyEntries.toKind, ["rider", "partner"]),
        sql`not exists ${reversal}`,
      ),
    );
  if (lists.length === 0) return;
  flags.add("newer_by_staff");
  await movePieces(
    taking,
    lists.map(({ id, pieceId, fromKind, fromId, runId }) => ({
      ...{ pieceId, runId, reverses: id, occurredAt: at, method: "list" as const },
      to: { kind: fromKind, id: fromId },
    })),
  );
}

/** Removes a piece that this rider delivered from another run on which it was planned meanwhile. */
async function endElsewhere({ tx, occurredAt }: Taking, run: LockedRun, there: readonly KnownPiece[]) {
  const ids = there.map(({ pieceId }) => pieceId);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from pieces p join run_pieces rp on rp.piece_id = p.id and rp.ended_at is null
    where p.id = any(${sql.param(ids)}::uuid[]) and rp.run_id <> ${run.id} and p.held_since = ${occurredAt.toISOString()}::timestamptz
      and p.holder_kind in ('receiver', 'sender')`);
  await endRunPlaces(
    tx,
    rows.map(({ id }) => id),
    "delivered",
    occurredAt,
  );
}

/** Staff entered an event that is newer than this deed. */
async function flagNewer({ tx, occurredAt, flags }: Taking, there: readonly KnownPiece[]): Promise<void> {
  const ids = [...new Set(there.map(({ bookingId }) => bookingId))];
  const newer = await tx.$count(
    bookingEvents,
    and(
      sql`${bookingEvents.bookingId} = any(${sql.param(ids)}::uuid[])`,
      gt(bookingEvents.occurredAt, occurredAt),
      isNotNull(bookingEvents.byUserId),
      inArray(bookingEvents.kind, [...ROAD_KINDS, "status_set", "cancelled"]),
    ),
  );
  if (newer > 0) flags.add("newer_by_staff");
}

type Proving = Pick<NewProof, "outcome"> & { given: ProofGiven; collected?: ReadonlyMap<string, number> };

/** PROOF-1: adds the given proof to the proofs of the bookings. The PIN is compared there, and stored nowhere. */
async function prove(
  taking: Taking,
  run: LockedRun,
  there: readonly KnownPiece[],
  { outcome, given, collected }: Proving,
): Promise<void> {
  const { services, tx, at, actor, deed, occurredAt, flags, positionConsent } = taking;
  const parts = [...Map.groupBy(there, ({ bookingId }) => bookingId)].map(([bookingId, own]) => ({
    bookingId,
    pieces: own.map(({ number }) => number),
    returning: own.every(({ returning }) => returning),
  }));
  const { position: said, landmark } = given;
  const position =
    said && positionConsent ? { latitude: said.lat, longitude: said.lng, accuracy: said.accuracyM } : null;
  const { judged } = await recordProof(
    { services, tx, at, by: by(actor) },
    {
      deedId: deed.id,
      parts,
      run,
      outcome,
      occurredAt,
      takenBy: given.name?.slice(0, 80) ?? null,
      pin: given.pin,
      pictures: given.pictures.map(({ kind }) => kind),
      ...{ position, landmark },
      calledAt: given.calledAt === null ? null : calledAt(taking, given.calledAt),
      flags: [
        ...(flags.has("time_bounded") ? (["time_bounded"] as const) : []),
        ...(flags.has("revoked_phone") ? (["revoked"] as const) : []),
      ],
      ...(collected && { collected }),
    },
  );
  if (outcome === "delivered") await rememberDelivery(tx, at, { parts, position, landmark, occurredAt });
  for (const { exception } of judged.values()) {
    if (exception === "wrong_pin") flags.add("pin_wrong");
    if (exception === "proof_missing") flags.add("proof_missing");
  }
}

/** By the phone's clock, with the phone's distance to the deed. */
const calledAt = ({ deed, occurredAt }: Taking, said: number): Date | null => {
  const before = deed.clock.at - said;
  return before >= 0 && before < 24 * 3_600_000 ? new Date(occurredAt.getTime() - before) : null;
};

/** A number of pieces other than the booked one changes nothing by itself: dispatch decides. */
async function openCounted(
  { tx, at, actor, facts }: Taking,
  run: LockedRun,
  { counted }: Extract<AtDoor, { kind: "picked_up" }>,
): Promise<void> {
  const booked = new Map([...facts.pieces.values()].map((piece) => [piece.bookingId, piece.pieces]));
  const found = counted.flatMap(({ booking, pieces }): NewException[] => {
    const expected = booked.get(booking);
    if (expected === undefined || expected === pieces) return [];
    const kind = pieces > expected ? "extra" : "missing";
    const note = `Booked ${expected}, counted ${pieces} when ${run.name} picked up`;
    const details = { booked: expected, counted: pieces };
    return [{ kind, bookingId: booking, runId: run.id, hubId: run.hubId, note, details }];
  });
  await openExceptions(tx, found, { byName: by(actor).byName, at });
}
