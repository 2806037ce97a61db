/**
 * DEED-12: decides if a rider has a piece by the records. A deed moves only the rider's own pieces. Every other named
 * piece waits until the other side or dispatch confirms it. Pure.
 */
import { holderOf, type CustodyEntry, type CustodyMethod, type Holder } from "../../domain/custody.ts";
import type { HolderKind } from "../../domain/holders.ts";
import type { DeedKind } from "./protocol.ts";

export type RecordedEntry = CustodyEntry & { from: Holder; method: CustodyMethod; receivedAt: Date };
/** A piece's place on a run. `riderId`: the rider of the run. */
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
  /** The time at which the booking was delivered; null before the delivery. */
  deliveredAt: Date | null;
};

/**
 * The rider who sent a deed. `goneAt`: when the rider's phone was revoked. The rider may not report pieces that came to
 * the rider after that.
 */
export type Teller = { riderId: string; goneAt: Date | null };

/**
 * True if a deed of this kind, done at this time, may move the piece. By the records, one of these must be true:
 *
 * - The rider holds the piece.
 * - The rider held the piece before, has or had it on a sealed run, or another rider reported giving it to this rider.
 *   Since then, no hub, other rider or partner has received the piece (`isElsewhere`).
 * - The sender still has the piece, and the deed is a pickup or a failed pickup on the rider's run, or a pickup at the
 *   sender's stop.
 *
 * A piece that is cancelled, returned or already delivered cannot be picked up, except by the rider who holds it.
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
    // The rider cannot pick up a piece that its receiver already had before `at`. Other pieces of the booking may be
    // allowed.
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
 * True if a hub, another rider or a partner received the piece before the deed. A receipt counts only if it is later
 * than the rider's own last receipt of the piece, and later than all times when dispatch put the piece on a run of the
 * rider (`joined`). Receiving a whole list does not count, because nobody saw the piece itself.
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

/** A rider's report about a piece, with its kind, the time of the deed and the time of arrival. */
type ToldOf = Record<"occurredAt" | "receivedAt", Date> & {
  riderId: string;
  kind: DeedKind | "not_understood";
};

/**
 * True if the records now confirm a rider's earlier report about a piece, so that the waiting deed takes
 * effect: the rider had the piece at the time of the deed, or another rider reported giving it to this rider.
 * A place on a run does not count, because the piece may have joined the run for another reason.
 */
export function isConfirmed(
  entries: readonly RecordedEntry[],
  { riderId, kind, occurredAt: at, receivedAt }: ToldOf,
): boolean {
  const isRider = (holder: Holder) => holder.kind === "rider" && holder.id === riderId;
  const given = entries.some(({ oneSided, to }) => oneSided && isRider(to));
  if (kind === "received_from_rider") return given;
  // A rider can give only pieces that the rider already had at the time of the report.
  const holder = holderOf(entries);
  if (kind === "handed_to_rider") return isRider(holder) && (holder.since === null || holder.since <= at);
  // A pickup is confirmed only by a hand-over to the rider that was recorded after this report arrived. An earlier
  // hand-over confirmed an earlier report. If it counted again, a piece that was delivered or returned since could
  // count as picked up once more.
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
