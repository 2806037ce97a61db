/** DEED-6: the context that all functions share while they process one deed, and the deed's stop. */
import type { Rider } from "../../access/actor.ts";
import type { DeedFlag } from "../../domain/deeds.ts";
import type { DoneBooking } from "../../history/events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { Act } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import type { DeedFacts } from "./batch-facts.server.ts";
import type { KnownPiece } from "./find-pieces.server.ts";
import type { AtDoor, Deed, DeedKind, PieceRef } from "./protocol.ts";

/**
 * The context of one deed. `at`: when the deed arrived. Deeds of one request get times that are 1 ms apart, to keep
 * their order.
 */
export type DeedWork = {
  services: Services;
  tx: Tx;
  actor: Rider;
  at: Date;
  act: Act;
  deed: Deed;
  /** The time at which the deed happened, calculated from the phone's clocks. */
  occurredAt: Date;
  facts: DeedFacts;
  goneAt: Date | null;
  positionConsent: boolean;
  flags: Set<DeedFlag>;
  /**
   * DEED-12: the named pieces that, by the records, are not the rider's. For these pieces, the deed waits for
   * confirmation.
   */
  told: Set<KnownPiece>;
  /** The ids of the bookings with at least one named piece that is the rider's. */
  counted: Set<string>;
  /** True for a deed about an unbooked parcel that waits because a revoked phone sent the deed. */
  waitsUnbooked: boolean;
  /** The ids of pieces that are not the rider's by the records, but whose receivers gave the right PIN. */
  released: Set<string>;
  /** The results of comparing PINs while the deed waits, by the booking's id. */
  pins: Map<string, "wrong">;
  /**
   * For a deed that waited and is carried out now: the confirmed pieces, and the state of the PIN. Null for a new deed.
   */
  counts: { pieceIds: ReadonlySet<string>; pin: "wrong" | "unchecked" | null } | null;
  /** The question that dispatch is asked about the deed; null without a question. */
  ask: string | null;
  /** `codes`: the codes of the bookings that the deed changed. `bookingIds`: all bookings of the deed. */
  bookingIds: Set<string>;
  codes: Set<string>;
  /** The bookings of the earlier deed that this deed undid. */
  undone: DoneBooking[];
};

export const newDeedState = () => ({
  told: new Set<KnownPiece>(),
  counted: new Set<string>(),
  waitsUnbooked: false,
  released: new Set<string>(),
  pins: new Map<string, "wrong">(),
  ask: null,
  bookingIds: new Set<string>(),
  codes: new Set<string>(),
  undone: [],
});

/**
 * DEED-12: returns the named pieces that are the rider's and may move. Any other piece flags the deed. If the other
 * piece is known, it is also added to `told`, and the deed waits until somebody confirms the report about this piece.
 * If the deed has waited and is carried out now, only the confirmed pieces are returned.
 */
export function theirsOf(deedWork: DeedWork, refs: readonly PieceRef[], kind: DeedKind): KnownPiece[] {
  const { facts, flags, told, released, counts, occurredAt, bookingIds } = deedWork;
  const found = new Set<KnownPiece>();
  for (const ref of refs) {
    const piece = facts.pieces.get(ref);
    const { pieceId = "" } = piece ?? {};
    const isOver = kind === "picked_up" && facts.ended.has(pieceId);
    const isOwn = counts
      ? counts.pieceIds.has(pieceId)
      : !isOver &&
        (facts.gained.has(pieceId) ||
          released.has(pieceId) ||
          (piece && facts.isTheirs(piece, kind, occurredAt)));
    if (piece && isOwn) {
      found.add(piece);
      deedWork.counted.add(piece.bookingId);
    }
    if (!isOwn && !counts) flags.add("not_yours");
    if (piece && !isOwn && !counts) told.add(piece);
    if (piece) bookingIds.add(piece.bookingId);
  }
  return [...found];
}

/** True if the rider may report about this booking, because one of its pieces is the rider's. */
export const isTheirBooking = ({ facts, occurredAt }: DeedWork, bookingId: string, kind: DeedKind): boolean =>
  (facts.bookings.get(bookingId) ?? []).some(
    (piece) => facts.gained.has(piece.pieceId) || facts.isTheirs(piece, kind, occurredAt),
  );

export type DeedAtStop = {
  deedWork: DeedWork;
  run: LockedRun;
  there: readonly KnownPiece[];
  refused: readonly KnownPiece[];
};

export type Delivery = DeedAtStop & { did: Extract<AtDoor, { kind: "delivered" }> };

/**
 * Returns the run and the rider's pieces of a deed at a stop, and flags an unusual deed. Null if no piece is the
 * rider's. Also null if the run is unknown; dispatch is then asked.
 */
export function stopOf(deedWork: DeedWork, did: AtDoor): DeedAtStop | null {
  const { facts, flags, occurredAt } = deedWork;
  const there = theirsOf(deedWork, did.pieces, did.kind);
  const left = did.kind === "delivered" ? did.refused.map(({ piece }) => piece) : [];
  const refused = theirsOf(deedWork, left, "attempted").filter((piece) => !there.includes(piece));
  const all = [...there, ...refused];
  if (all.length === 0) return null;
  const named = facts.ownRun(deedWork.deed.run?.id);
  const run = named ?? all.map((piece) => facts.runOf(piece)).findLast((one) => one !== null);
  if (!run) {
    flags.add("unknown_run");
    deedWork.ask ??= "The run of this deed is not known";
    return null;
  }
  if (there.some((piece) => !facts.isPlanned(piece))) flags.add("not_on_run");
  if (there.some(({ bookingId }) => isAfter(facts.staffUntil.get(bookingId), occurredAt)))
    flags.add("newer_by_staff");
  return { deedWork, run, there, refused };
}

export const isAfter = (moment: Date | undefined, other: Date): boolean =>
  moment !== undefined && moment > other;
