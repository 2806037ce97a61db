/**
 * PHONE-4: computes what the phone shows: the server's `RiderDay`, changed by those deeds of this phone that `RiderDay`
 * does not include yet. Deeds take effect in the order of their numbers. Undone and corrected deeds have no effect.
 * Pure.
 */
import type { FailureReason } from "../../../domain/failure-reasons.ts";
import type { Deed } from "../../deeds/protocol.ts";
import type { DayPiece, DayRun, DayParcel, RiderDay, DayStop } from "../../deeds/rider-day.ts";
import { atDoor, isSent, validDeeds, takesBack, type KeptDeed } from "./kept-deeds.ts";
import { beforeTaken, paidOf, tookIn, type Took } from "./taken-money.ts";

/**
 * `by`: the phone's deed that gave the piece its state; null if the server gave the piece its state. `not_picked_up`: a
 * failed attempt on a pickup run, after which the sender still has the piece.
 */
export type PieceState = {
  piece: DayPiece;
  is: "open" | "delivered" | "attempted" | "picked_up" | "not_picked_up" | "handed_in" | "handed_over";
  by: Deed | null;
  reason: FailureReason | null;
};
export type ParcelState = { parcel: DayParcel; pieces: PieceState[]; open: number };
export type StopState = {
  key: string;
  run: DayRun;
  stop: DayStop;
  parcels: ParcelState[];
  open: number;
  /** How many pieces the rider has because they could not be delivered. */
  failed: number;
  /** The bookings whose money this phone already took on a run of this kind. Their money is not requested again. */
  paid: ReadonlySet<string>;
};

export type DayState = {
  stops: StopState[];
  next: StopState | null;
  open: number;
  done: number;
  /** The last deed at a stop that is not undone. The button 'Undo' undoes this deed. */
  last: Deed | null;
  /** The number of deeds that are not sent yet, or were answered with `wait`. */
  unsent: number;
  refused: number;
};

const stopKey = (run: string, stop: number) => `${run}:${stop}`;

type Outcome = { is: PieceState["is"]; reason: FailureReason | null };

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

type Said = { deed: Deed; outcome: Outcome; isHeard: boolean };
type Own = {
  said: Map<string, Said[]>;
  /** The deeds that `RiderDay` does not include yet, even undone ones. The key is a name of a piece (`namesOf`). */
  fresh: Map<string, Deed[]>;
  there: Map<string, ReadonlySet<string>>;
  /** The deeds that this phone undid or corrected and that `RiderDay` still includes, sorted by number. */
  takenBack: KeptDeed[];
};

function add<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}

function ownDeeds(
  { runs }: Pick<RiderDay, "runs">,
  kept: readonly KeptDeed[],
  heard: ReadonlySet<string>,
): Own {
  const said: Own["said"] = new Map();
  for (const deed of validDeeds(kept))
    for (const [piece, outcome] of outcomes(deed))
      add(said, piece, { deed, outcome, isHeard: heard.has(deed.id) });
  const byId = new Map(kept.map(({ deed }) => [deed.id, deed]));
  const gone = new Set(kept.flatMap(({ deed }) => (heard.has(deed.id) ? [] : (takesBack(deed) ?? []))));
  const takenBack = kept
    .filter(({ deed: { id } }) => gone.has(id) && heard.has(id))
    .toSorted((a, b) => a.deed.seq - b.deed.seq);
  const fresh: Own["fresh"] = new Map();
  for (const { deed } of kept) {
    if (heard.has(deed.id)) continue;
    for (let about: Deed | undefined = deed; about; about = byId.get(takesBack(about) ?? ""))
      for (const [piece] of outcomes(about)) add(fresh, piece, about);
  }
  const names = ({ stops }: DayRun) =>
    stops.flatMap(({ parcels }) => parcels.flatMap(({ pieces }) => pieces.flatMap(namesOf)));
  return { said, fresh, takenBack, there: new Map(runs.map((run) => [run.id, new Set(names(run))])) };
}

/** Returns the names by which deeds refer to a piece: its id, the code of its label, and its sticker. */
const namesOf = ({ piece, code, sticker }: DayPiece) => [piece, code, ...(sticker ? [sticker] : [])];

const isHandOver = ({ is }: Outcome) => is === "handed_in" || is === "handed_over";

/**
 * True if a deed about a piece counts on this run. A deed does not count if it names another run that also has the
 * piece, because then it counts there.
 */
const countsOn = (run: DayRun, names: readonly string[], { there }: Own, { run: of }: Deed): boolean =>
  of?.id === run.id || !of || !names.some((name) => there.get(of.id)?.has(name));

function pieceState(run: DayRun, piece: DayPiece, own: Own): PieceState {
  const state = stateOf(run, piece, own);
  return run.kind === "pickup" && state.is === "attempted" ? { ...state, is: "not_picked_up" } : state;
}

function stateOf(run: DayRun, piece: DayPiece, own: Own): PieceState {
  const names = namesOf(piece);
  const isFresh = names.some((name) => own.fresh.get(name)?.some((deed) => countsOn(run, names, own, deed)));
  const last = names
    .flatMap((name) => own.said.get(name) ?? [])
    .filter(({ deed, outcome, isHeard }) => {
      // Once `RiderDay` includes a hand-over, the field `handed` of the piece replaces the deed.
      if (isHeard && isHandOver(outcome) && piece.handed !== undefined) return false;
      // An undo can make an older deed count again, but only on the run that the older deed names.
      if (isHeard && isFresh && deed.run && deed.run.id !== run.id) return false;
      return countsOn(run, names, own, deed);
    })
    .reduce<Said | null>((latest, one) => (latest && latest.deed.seq > one.deed.seq ? latest : one), null);
  if (isFresh && last) return { piece, by: last.deed, ...last.outcome };
  if (isFresh) return { piece, by: null, is: piece.handed ?? "open", reason: null };
  // `RiderDay` includes all deeds about this piece, so the server's state is shown. Only if an older server sends no
  // `handed`, a hand-over by a deed of this phone is shown instead.
  const is = piece.handed ?? piece.done ?? "open";
  if (last && (isHandOver(last.outcome) || last.outcome.is === is))
    return { piece, by: last.deed, ...last.outcome };
  return { piece, by: null, is, reason: null };
}

function stopState(run: DayRun, stop: DayStop, own: Own, took: Took): StopState {
  const parcels = stop.parcels.map((served): ParcelState => {
    const parcel = beforeTaken(run, served, own.takenBack);
    const pieces = parcel.pieces.map((piece) => pieceState(run, piece, own));
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
    paid: paidOf(
      run,
      parcels.map(({ parcel }) => parcel),
      took,
    ),
  };
}

/** Returns what the phone shows. `heard`: the ids of the deeds that this `RiderDay` includes. */
export function dayState(
  day: Pick<RiderDay, "runs">,
  kept: readonly KeptDeed[],
  heard: ReadonlySet<string>,
): DayState {
  const own = ownDeeds(day, kept, heard);
  const deeds = validDeeds(kept);
  const took = tookIn(deeds, heard);
  const stops = day.runs.flatMap((run) => run.stops.map((stop) => stopState(run, stop, own, took)));
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

/** Returns the state as if this deed were undone. The screens that correct a deed start from this state. */
export function withoutDeed(
  day: Pick<RiderDay, "runs">,
  kept: readonly KeptDeed[],
  heard: ReadonlySet<string>,
  id: string,
): DayState {
  const wrong = kept.find(({ deed }) => deed.id === id);
  const undo = wrong && { ...wrong.deed, id: `undo ${id}`, did: { kind: "undo" as const, of: id } };
  return dayState(day, undo ? [...kept, { deed: undo, answer: null, why: [] }] : kept, heard);
}
