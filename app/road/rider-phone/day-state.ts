/**
 * PHONE-4: the state that the phone shows: the server's day, and on top the phone's deeds that the day cannot include yet.
 * Deeds count in order of their numbers, however they are stored or answered. Undone and corrected deeds do not count. Pure.
 */
import type { DeedFlag } from "../../domain/deeds.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import type { AtDoor, Deed, DeedAnswer } from "../deeds/protocol.ts";
import type { DayPiece, DayRun, Parcel, RiderDay, Stop } from "../deeds/rider-day.ts";

/** `answer`: null until the server answered. `wait` and `refused` are sent again. */
export type KeptDeed = { deed: Deed; answer: DeedAnswer["answer"] | null; why: DeedFlag[] };

export const isSent = ({ answer }: KeptDeed): boolean =>
  answer === "taken" || answer === "seen" || answer === "flagged";

/** `by`: the own deed that causes this state; null if it comes from the server. */
export type PieceState = {
  piece: DayPiece;
  is: "open" | "delivered" | "attempted" | "picked_up" | "handed_in" | "handed_over";
  by: Deed | null;
  reason: FailureReason | null;
};
export type ParcelState = { parcel: Parcel; pieces: PieceState[]; open: number };
export type StopState = {
  key: string;
  run: DayRun;
  stop: Stop;
  parcels: ParcelState[];
  /** Pieces without a deed yet. */
  open: number;
  failed: number;
  /** Bookings for which this phone took money at such a stop, so that it is not requested twice. */
  paid: ReadonlySet<string>;
};

export type DayState = {
  /** In the order of the runs and their stops. */
  stops: StopState[];
  next: StopState | null;
  open: number;
  done: number;
  /** The last valid deed at a door, which 'Undo' undoes. */
  last: Deed | null;
  /** Not sent yet, or answered with `wait`. */
  unsent: number;
  refused: number;
};

const stopKey = (run: string, stop: number) => `${run}:${stop}`;

/** The effect of a deed at the door; for a correction the corrected one. */
export function atDoor({ did }: Deed): AtDoor | null {
  if (did.kind === "corrected") return did.to;
  return did.kind === "delivered" || did.kind === "attempted" || did.kind === "picked_up" ? did : null;
}
/** The deed that another one undoes. */
export const takesBack = ({ did }: Deed): string | null =>
  did.kind === "undo" || did.kind === "corrected" ? did.of : null;

type Outcome = { is: PieceState["is"]; reason: FailureReason | null };

/** The outcome of each piece in a deed. */
function outcomes(deed: Deed): [string, Outcome][] {
  const all = (pieces: readonly string[], is: PieceState["is"], reason: FailureReason | null = null) =>
    pieces.map((piece): [string, Outcome] => [piece, { is, reason }]);
  const { did } = deed;
  if (did.kind === "handed_to_hub") return all(did.pieces, "handed_in");
  if (did.kind === "handed_to_rider") return all(did.pieces, "handed_over");
  const done = atDoor(deed);
  if (!done) return [];
  if (done.kind === "attempted") return all(done.pieces, "attempted", done.reason);
  if (done.kind === "picked_up") return all(done.pieces, "picked_up");
  const refused = done.refused.flatMap(({ piece, reason }) => all([piece], "attempted", reason));
  return [...all(done.pieces, "delivered"), ...refused];
}

/** The valid deeds, in order of their numbers. */
export function standing(kept: readonly KeptDeed[]): Deed[] {
  const deeds = kept.map(({ deed }) => deed).toSorted((a, b) => a.seq - b.seq);
  const gone = new Set(deeds.map(takesBack));
  return deeds.filter(({ id, did }) => did.kind !== "undo" && !gone.has(id));
}

type Said = { deed: Deed; outcome: Outcome };
type Own = {
  /** By piece: the outcome in this phone's last valid deed. */
  said: Map<string, Said>;
  /** Pieces with deeds of this phone that the server's day cannot include. */
  fresh: Set<string>;
};

function ownDeeds(kept: readonly KeptDeed[], heard: ReadonlySet<string>): Own {
  const said = new Map<string, Said>();
  for (const deed of standing(kept))
    for (const [piece, outcome] of outcomes(deed)) said.set(piece, { deed, outcome });
  const byId = new Map(kept.map(({ deed }) => [deed.id, deed]));
  const fresh = new Set<string>();
  for (const { deed } of kept) {
    if (heard.has(deed.id)) continue;
    for (let about: Deed | undefined = deed; about; about = byId.get(takesBack(about) ?? ""))
      for (const [piece] of outcomes(about)) fresh.add(piece);
  }
  return { said, fresh };
}

/** A deed names a piece by its id, or by the scanned code. */
const namesOf = ({ piece, code, sticker }: DayPiece) => [piece, code, ...(sticker ? [sticker] : [])];

function pieceState(piece: DayPiece, { said, fresh }: Own): PieceState {
  const names = namesOf(piece);
  const own = names
    .flatMap((name) => said.get(name) ?? [])
    .reduce<Said | null>((last, one) => (last && last.deed.seq > one.deed.seq ? last : one), null);
  const isFresh = names.some((name) => fresh.has(name));
  if (own && isFresh) return { piece, by: own.deed, ...own.outcome };
  if (isFresh) return { piece, by: null, is: "open", reason: null };
  // The server's state. A claim of this phone that the server received is shown beside it.
  const claimed = own && (own.outcome.is === "handed_in" || own.outcome.is === "handed_over");
  if (own && (claimed || own.outcome.is === piece.done)) return { piece, by: own.deed, ...own.outcome };
  return { piece, by: null, is: piece.done ?? "open", reason: null };
}

function stopState(run: DayRun, stop: Stop, own: Own, paid: Paid): StopState {
  const parcels = stop.parcels.map((parcel): ParcelState => {
    const pieces = parcel.pieces.map((piece) => pieceState(piece, own));
    return { parcel, pieces, open: pieces.filter(({ is }) => is === "open").length };
  });
  const pieces = parcels.flatMap((parcel) => parcel.pieces);
  return {
    key: stopKey(run.id, stop.stop),
    run,
    stop,
    parcels,
    open: pieces.filter(({ is }) => is === "open").length,
    failed: pieces.filter(({ is }) => is === "attempted").length,
    paid: run.kind === "pickup" ? paid.picked_up : paid.delivered,
  };
}

/** `heard`: the deeds that the server had answered before it created this day. */
export function dayState(
  day: Pick<RiderDay, "runs">,
  kept: readonly KeptDeed[],
  heard: ReadonlySet<string>,
): DayState {
  const own = ownDeeds(kept, heard);
  const deeds = standing(kept);
  const paid = paidIn(deeds);
  const stops = day.runs.flatMap((run) => run.stops.map((stop) => stopState(run, stop, own, paid)));
  const sum = (of: (stop: StopState) => number) => stops.reduce((total, stop) => total + of(stop), 0);
  const pieces = sum(({ parcels }) => parcels.reduce((total, parcel) => total + parcel.pieces.length, 0));
  const open = sum((stop) => stop.open);
  return {
    stops,
    next: stops.find((stop) => stop.open > 0) ?? null,
    open,
    done: pieces - open,
    last: deeds.findLast((deed) => atDoor(deed) !== null) ?? null,
    unsent: kept.filter((one) => !isSent(one) && one.answer !== "refused").length,
    refused: kept.filter(({ answer }) => answer === "refused").length,
  };
}

type Paid = Record<"picked_up" | "delivered", ReadonlySet<string>>;

/** The sender's money at the pickup and the receiver's at the door are apart: one rider may do both on one day. */
function paidIn(deeds: readonly Deed[]): Paid {
  const tookAt = (kind: keyof Paid) =>
    new Set(
      deeds.flatMap((deed) => {
        const done = atDoor(deed);
        return done?.kind === kind ? done.took.map(({ booking }) => booking) : [];
      }),
    );
  return { picked_up: tookAt("picked_up"), delivered: tookAt("delivered") };
}
