/**
 * DEED-12: decides if the record gives a piece to a rider. A deed moves only what is the rider's; everything else that it
 * names waits until the other side or dispatch confirms it. Pure.
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
  /** The hand-overs that were not reversed. */
  entries: readonly RecordedEntry[];
  places: readonly RecordedPlace[];
  /** True if the sender of the piece has a stop on a sealed pickup run of the rider. */
  atOwnStop: boolean;
  /** True if the booking was cancelled or returned. */
  isCalledOff: boolean;
  /** The time at which the booking was delivered; null if it was not. */
  deliveredAt: Date | null;
};

/** The rider, and the time at which their phone was revoked: what they got later is not theirs to tell of. */
export type Teller = { riderId: string; goneAt: Date | null };

/**
 * True if a deed of this kind, done at this time, may move the piece: the rider holds it, it is or was on their sealed run,
 * or another rider handed it to them. A piece that its sender still has can only be picked up, or not be picked up: if it
 * is on the rider's run, or at a stop of it, and if its booking was not called off.
 */
export function isTheirs(piece: PieceRecord, { riderId, goneAt }: Teller, kind: DeedKind, at: Date): boolean {
  const known = (moment: Date) => goneAt === null || moment <= goneAt;
  const isRider = (holder: Holder) => holder.kind === "rider" && holder.id === riderId;
  const entries = piece.entries.filter(({ receivedAt }) => known(receivedAt));
  const holder = holderOf(entries);
  if (isRider(holder)) return true;
  const held = entries.some(({ claim, to }) => !claim && isRider(to));
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
    // Of a booking with several pieces, this one may be delivered while others are not.
    if (holder.kind === "receiver" && holder.since !== null && holder.since < at) return false;
    if (holder.kind === "sender" && piece.atOwnStop) return true;
  }
  if (holder.kind === "sender" && !held) return onRun && (kind === "picked_up" || kind === "attempted");
  const given = entries.some(
    ({ claim, from, to }) => claim && isRider(to) && from.kind === "rider" && !isRider(from),
  );
  const joined = places.map(({ assignedAt }) => assignedAt);
  return (held || onRun || given) && !isElsewhere(entries, isRider, at, joined);
}

/**
 * True if a hub, another rider or a partner saw the piece come to them before the deed, and after the rider got it last, or
 * after dispatch put it on their run (`joined`). A list that was confirmed as a whole does not count, because nobody saw the
 * piece change hands.
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
    ({ claim, to, method, occurredAt }) =>
      !claim &&
      method !== "list" &&
      ELSEWHERE.includes(to.kind) &&
      !isRider(to) &&
      occurredAt.getTime() > last,
  );
}
const ELSEWHERE: readonly HolderKind[] = ["hub", "rider", "partner"];

/** What a rider told about a piece: its kind, its time, and when it arrived. */
type ToldOf = Record<"occurredAt" | "receivedAt", Date> & {
  riderId: string;
  kind: DeedKind | "not_understood";
};

/**
 * True if the record gives the rider a piece about which they told a deed before, so that the deed counts now. It does so if
 * the rider had the piece by then, or if the other rider says that they handed it over. A place on a run does not count,
 * because the piece may have joined the run for another reason.
 */
export function isConfirmed(
  entries: readonly RecordedEntry[],
  { riderId, kind, occurredAt: at, receivedAt }: ToldOf,
): boolean {
  const isRider = (holder: Holder) => holder.kind === "rider" && holder.id === riderId;
  const given = entries.some(({ claim, to }) => claim && isRider(to));
  if (kind === "received_from_rider") return given;
  // A rider gives only what they had by then, not what they got after they told of it.
  const holder = holderOf(entries);
  if (kind === "handed_to_rider") return isRider(holder) && (holder.since === null || holder.since <= at);
  // What the rider had before is no pickup: a piece that was delivered or came back does not start anew by their word, nor by a
  // second word about an earlier time.
  if (kind === "picked_up") {
    const by = entries.filter(({ occurredAt }) => occurredAt <= at);
    const isNew = by.some((entry) => !entry.claim && isRider(entry.to) && entry.receivedAt >= receivedAt);
    return isNew && isRider(holderOf(by)) && !isElsewhere(entries, isRider, at);
  }
  const has = entries.some(({ claim, from, to, occurredAt }) =>
    claim ? isRider(to) && from.kind === "rider" && !isRider(from) : isRider(to) && occurredAt <= at,
  );
  return has && !isElsewhere(entries, isRider, at);
}
