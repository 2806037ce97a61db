/**
 * DEED-12: decides if the record gives a piece to a rider. A deed moves only the rider's own pieces. Every
 * other named piece waits until the other side or dispatch confirms it. Pure.
 */
import { holderOf, type CustodyEntry, type CustodyMethod, type Holder } from "../../domain/custody.ts";
import type { HolderKind } from "../../domain/holders.ts";
import type { DeedKind } from "./protocol.ts";

export type RecordedEntry = CustodyEntry & { from: Holder; method: CustodyMethod; receivedAt: Date };
/** A place of a piece on a run: `riderId` is the run's rider. */
export type RecordedPlace = Record<"runId", string> & {
  riderId: string | null;
  sealedAt: Date | null;
  assignedAt: Date;
  endedAt: Date | null;
};

export type PieceRecord = {
  entries: readonly RecordedEntry[];
  places: readonly RecordedPlace[];
  /** True if the sender of the piece has a stop on a sealed pickup run of the rider. */
  atOwnStop: boolean;
  isCalledOff: boolean;
  /** The time of the delivery of the booking; null before. */
  deliveredAt: Date | null;
};

/** `goneAt`: the time at which the rider's phone was revoked. The rider may not report later pieces. */
export type Teller = { riderId: string; goneAt: Date | null };

/**
 * True if a deed of this kind, done at this time, may move the piece. The rider must hold it, have or have
 * had it on a sealed run, or have it from another rider. A piece that its sender still has allows only a
 * pickup or a failed pickup, on the rider's run or at its stop. Its booking must not be called off.
 */
export function isTheirs(piece: PieceRecord, { riderId, goneAt }: Teller, kind: DeedKind, at: Date): boolean {
  const known = (moment: Date) => goneAt === null || moment <= goneAt;
  const isRider = (holder: Holder) => holder.kind === "rider" && holder.id === riderId;
  const entries = piece.entries.filter(({ receivedAt }) => known(receivedAt));
  const holder = holderOf(entries);
  if (isRider(holder)) return true;
  const held = entries.some(({ oneSided, to }) => !oneSided && isRider(to));
  const places = piece.places.filter(
    (place) =>
      place.riderId === riderId &&
      place.sealedAt !== null &&
      known(place.sealedAt) &&
      known(place.assignedAt) &&
      (place.endedAt === null || place.endedAt > place.sealedAt),
  );
  const onRun = places.length > 0;
  if (kind === "picked_up") {
    if (piece.isCalledOff || (piece.deliveredAt !== null && piece.deliveredAt < at)) return false;
    // In a booking with several pieces, this piece may be delivered while others are not.
    if (holder.kind === "receiver" && holder.since !== null && holder.since < at) return false;
    if (holder.kind === "sender" && piece.atOwnStop) return true;
  }
  if (holder.kind === "sender" && !held) return onRun && (kind === "picked_up" || kind === "attempted");
  const given = entries.some(
    ({ oneSided, from, to }) => oneSided && isRider(to) && from.kind === "rider" && !isRider(from),
  );
  const joined = places.map(({ assignedAt }) => assignedAt);
  return (held || onRun || given) && !isElsewhere(entries, isRider, at, joined);
}

/**
 * True if a hub, another rider or a partner saw the piece come to them before the deed, and after the rider's
 * last receipt or after dispatch put it on their run (`joined`). A list that was confirmed as a whole does
 * not count, because nobody saw the piece.
 */
function isElsewhere(
  entries: readonly RecordedEntry[],
  isRider: (holder: Holder) => boolean,
  at: Date,
  joined: readonly Date[] = [],
): boolean {
  const before = entries.filter(({ occurredAt }) => occurredAt < at);
  const got = before.flatMap(({ to, occurredAt }) => (isRider(to) ? [occurredAt] : []));
  const last = Math.max(
    0,
    ...[...got, ...joined.filter((moment) => moment < at)].map((moment) => moment.getTime()),
  );
  return before.some(
    ({ oneSided, to, method, occurredAt }) =>
      !oneSided &&
      method !== "list" &&
      ELSEWHERE.includes(to.kind) &&
      !isRider(to) &&
      occurredAt.getTime() > last,
  );
}
const ELSEWHERE: readonly HolderKind[] = ["hub", "rider", "partner"];

/** A rider's report about a piece: its kind, its time, and its arrival. */
type ToldOf = Record<"occurredAt" | "receivedAt", Date> & {
  riderId: string;
  kind: DeedKind | "not_understood";
};

/**
 * True if the record now gives the rider a piece about which they told a deed before, so that the deed
 * counts. The rider had the piece by then, or the other rider says that they handed it over. A place on a run
 * does not count, because the piece may have joined the run for another reason.
 */
export function isConfirmed(
  entries: readonly RecordedEntry[],
  { riderId, kind, occurredAt: at, receivedAt }: ToldOf,
): boolean {
  const isRider = (holder: Holder) => holder.kind === "rider" && holder.id === riderId;
  const given = entries.some(({ oneSided, to }) => oneSided && isRider(to));
  if (kind === "received_from_rider") return given;
  // A rider gives only pieces that they had by then, not pieces that they got after the report.
  const holder = holderOf(entries);
  if (kind === "handed_to_rider") return isRider(holder) && (holder.since === null || holder.since <= at);
  // A piece that the rider had before cannot be picked up. A delivered or returned piece does not start again
  // because of the rider's report, even a second report about an earlier time.
  if (kind === "picked_up") {
    const by = entries.filter(({ occurredAt }) => occurredAt <= at);
    const isNew = by.some((entry) => !entry.oneSided && isRider(entry.to) && entry.receivedAt >= receivedAt);
    return isNew && isRider(holderOf(by)) && !isElsewhere(entries, isRider, at);
  }
  const has = entries.some(({ oneSided, from, to, occurredAt }) =>
    oneSided ? isRider(to) && from.kind === "rider" && !isRider(from) : isRider(to) && occurredAt <= at,
  );
  return has && !isElsewhere(entries, isRider, at);
}
