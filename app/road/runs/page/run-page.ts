/** TRIP-16: the content of a run's page: its stops, its pieces' outcomes, and its figures. Pure. */
import type { SettledCash } from "../../../domain/cash.ts";
import type { CustodyMethod } from "../../../domain/custody.ts";
import type { RunKind, RunOutcome, RunState } from "../../../domain/run.ts";
import { alsoAt, byPerson, placeKey, placeLine } from "../../../domain/stop-place.ts";
import type { DeedOnRun } from "../deeds-on-run.server.ts";

export type PieceOnRun = {
  pieceId: string;
  code: string;
  bookingCode: string;
  bookingId: string;
  /** The number of pieces of the whole booking. */
  of: number;
  stop: number;
  loadedAt: Date | null;
  /** How the piece was loaded: by its own code, or with all planned pieces of the list. Null before it is loaded. */
  loadedBy: CustodyMethod | null;
  extra: boolean;
  outcome: RunOutcome | null;
  returning: boolean;
  /** The last day on which the delivery was promised. */
  promisedDay: Date;
  attempt: DeedOnRun | null;
  /** The newest deed by which the piece was delivered or picked up. */
  end: DeedOnRun | null;
  /**
   * TRIP-17: what staff did with the cash that the rider collected by `end`, for example counted it. After that, the
   * deed cannot be undone. Null if staff did nothing with the cash.
   */
  settled: SettledCash | null;
  /** The name of the person at the stop. */
  name: string;
  /** The phone number in E.164. `phoneText`: the number as people write it. */
  phone: string;
  phoneText: string;
  address: string;
  town: string | null;
  state: string;
  /** PLACE-2: the notes about the place from earlier parcels. */
  remembered: string[];
  kg: number;
  /**
   * The amount to pay at the stop for the whole booking, in kobo. If the parcel is returned, the sender pays this
   * amount.
   */
  collectKobo: number;
  /** CHOICE-2: the receiver's choices, one in a line; empty for a returning parcel. */
  said: string[];
};

/**
 * The names of a piece's outcomes on this run. `left`: the rider still has the piece, and no delivery or attempt was
 * entered.
 */
export const FATE_NAMES = {
  planned: "Planned",
  left: "Loaded",
  failed: "Not delivered",
  not_picked_up: "Not picked up",
  delivered: "Delivered",
  picked_up: "Picked up",
  back: "Back in the hub",
  arrived: "Arrived",
  missing: "Missing",
  off: "Off the run",
};
export type Fate = keyof typeof FATE_NAMES;

/** Names an outcome. A parcel that went back to its sender is called returned instead of delivered. */
export const fateName = (fate: Fate, returning: boolean): string =>
  returning && fate === "delivered" ? "Returned" : FATE_NAMES[fate];

export function fateOf(kind: RunKind, piece: Pick<PieceOnRun, "loadedAt" | "outcome" | "attempt">): Fate {
  switch (piece.outcome) {
    case "delivered":
      return "delivered";
    case "picked_up":
      return "picked_up";
    case "arrived":
      return "arrived";
    case "returned_to_hub":
      return "back";
    case "not_picked_up":
      // A piece that dispatch had put on another run before the rider picked it up after all.
      return piece.loadedAt ? "picked_up" : "not_picked_up";
    case "missing":
      return "missing";
    case "removed":
    case "moved":
      return "off";
    case null:
      if (piece.attempt) return "failed";
      if (!piece.loadedAt) return "planned";
      return kind === "pickup" ? "picked_up" : "left";
  }
}

export type Stop = Pick<
  PieceOnRun,
  "stop" | "name" | "phone" | "phoneText" | "address" | "town" | "state" | "remembered" | "collectKobo"
> & {
  /** The position of the stop on the run. Positions start at 1 and have no gaps. */
  place: number;
  pieces: PieceOnRun[];
  /** The people at the stop, each with the amount to collect for that person's pieces. */
  people: AtStop[];
  /** TRIP-4: the other stops of these people on the run, one in a line. */
  alsoAt: string[];
};
/**
 * `ownPlace`: where this person really is, if the address was corrected after the seal and differs from the stop's
 * place. Null otherwise.
 */
export type AtStop = Pick<PieceOnRun, "name" | "phone" | "phoneText" | "collectKobo"> & {
  ownPlace: string | null;
};

/** Adds up the amounts to collect for these pieces. A booking's amount counts only once. */
export function collectOf(pieces: readonly PieceOnRun[]): number {
  const due = new Map(pieces.map(({ bookingId, collectKobo }) => [bookingId, collectKobo]));
  return [...due.values()].reduce((sum, kobo) => sum + kobo, 0);
}
/** The outcomes of pieces for which nothing was entered yet. The money for these pieces is still to be collected. */
const OPEN: readonly Fate[] = ["planned", "left"];
/** Adds up the amounts to collect for the pieces for which nothing was entered yet. */
export const dueFor = (kind: RunKind, pieces: readonly PieceOnRun[]): number =>
  collectOf(pieces.filter((piece) => OPEN.includes(fateOf(kind, piece))));

/** Returns the stops in their order. Pieces that are no longer on the run are at no stop. */
export function stopsIn(kind: RunKind, pieces: readonly PieceOnRun[]): Stop[] {
  const there = pieces.filter((piece) => fateOf(kind, piece) !== "off");
  return [...Map.groupBy(there, ({ stop }) => stop)]
    .toSorted(([a], [b]) => a - b)
    .map(([stop, own], index) => {
      const { name, phone, phoneText, address, town, state } = own[0]!;
      const collectKobo = dueFor(kind, own);
      const people = byPerson(own, (piece) => piece).map(([first, ...others]): AtStop => {
        const { name: whose, phone: e164, phoneText: text } = first!;
        const ownPlace =
          placeKey(first!) === placeKey({ ...own[0]!, phone: e164 }) ? null : placeLine(first!);
        const due = dueFor(kind, [first!, ...others]);
        return { name: whose, phone: e164, phoneText: text, collectKobo: due, ownPlace };
      });
      const place = { name, phone, phoneText, address, town, state };
      const { remembered } = own.find((piece) => piece.remembered.length > 0) ?? own[0]!;
      const others = { people, alsoAt: alsoAt(own, there) };
      return { stop, place: index + 1, ...place, remembered, collectKobo, ...others, pieces: own };
    });
}

/**
 * The last entry at a stop. `settled`: what staff did with the collected cash, for example counted it. The entry can be
 * undone only if `settled` is null.
 */
export type NewestEntry = { event: number; fate: Fate; pieces: number; settled: SettledCash | null };

/**
 * Returns the last entry at a stop that still determines the outcome of its pieces. Only this entry can be undone. Null
 * without such an entry.
 */
export function newestEntry(kind: RunKind, pieces: readonly PieceOnRun[]): NewestEntry | null {
  const entered = pieces.flatMap((piece) => {
    const fate = fateOf(kind, piece);
    const deed = fate === "failed" ? piece.attempt : ENDED.includes(fate) ? piece.end : null;
    return deed ? [{ fate, ...deed, settled: fate === "failed" ? null : piece.settled }] : [];
  });
  const [last] = entered.toSorted((a, b) => b.event - a.event);
  if (!last) return null;
  const own = entered.filter(({ act }) => act === last.act);
  const settled = own.find((one) => one.settled)?.settled ?? null;
  return { event: last.event, fate: last.fate, pieces: own.length, settled };
}
const ENDED: readonly Fate[] = ["delivered", "picked_up"];

export type Counts = {
  of: "load" | "return";
  expected: string[];
  scanned: string[];
  /** How many pieces were loaded one by one, by a scanned or typed code, and not with the whole list. */
  byCode: number;
  missing: string[];
  extra: string[];
};

/**
 * Returns the expected, scanned, missing and extra codes. Null for a pickup that has not left, and for any run that is
 * sealed or on its way.
 *
 * - Before the seal, the planned pieces are expected. The loaded pieces count as scanned, even if they were loaded with
 *   the whole list. `byCode` counts only pieces whose code was scanned or typed.
 * - Once the run is back, its undelivered pieces are expected. Those that a hub has received count as scanned.
 */
export function countsOf(
  { kind, state }: { kind: RunKind; state: RunState },
  pieces: readonly PieceOnRun[],
  extraBack: readonly string[],
): Counts | null {
  const codes = codesIn(pieces);
  if (state === "planned") {
    if (kind === "pickup") return null;
    const open = (piece: PieceOnRun) => piece.outcome === null;
    const there = (piece: PieceOnRun) => open(piece) && !piece.extra && piece.loadedAt !== null;
    return {
      of: "load",
      expected: codes((piece) => open(piece) && !piece.extra),
      scanned: codes(there),
      byCode: pieces.filter((piece) => there(piece) && piece.loadedBy !== "list").length,
      missing: codes((piece) => open(piece) && !piece.extra && piece.loadedAt === null),
      extra: codes((piece) => open(piece) && piece.extra),
    };
  }
  if (state === "loaded" || state === "out") return null;
  const gone = (piece: PieceOnRun) =>
    piece.loadedAt !== null && (piece.outcome === null || piece.outcome === "missing");
  return {
    of: "return",
    expected: codes((piece) => isBack(piece) || gone(piece)),
    scanned: codes(isBack),
    byCode: pieces.filter(isBack).length,
    missing: codes(gone),
    extra: [...extraBack],
  };
}

export const codesIn = (pieces: readonly PieceOnRun[]) => (which: (piece: PieceOnRun) => boolean) =>
  pieces.filter(which).map(({ code }) => code);
const isBack = ({ outcome }: PieceOnRun) => outcome === "returned_to_hub" || outcome === "arrived";

/** Returns the pieces that are still to be delivered or, on a pickup run, to be picked up. */
export const leftOf = (kind: RunKind, pieces: readonly PieceOnRun[]): PieceOnRun[] =>
  pieces.filter((piece) => fateOf(kind, piece) === (kind === "pickup" ? "planned" : "left"));

/** The step for which the page shows the main button; null if the run is closed. */
export type NextStep = "load_planned" | "seal" | "out" | "returned" | "reconcile" | "holder";
export function nextStep(
  run: { kind: RunKind; state: RunState; holder: boolean },
  pieces: readonly PieceOnRun[],
): NextStep | null {
  const { kind, state } = run;
  if (state === "reconciled") return null;
  if (state === "returned") return "reconcile";
  if (state === "out") return "returned";
  if (!run.holder) return "holder";
  if (state === "loaded" || kind === "pickup") return "out";
  const open = pieces.filter(({ outcome }) => outcome === null);
  return open.some(({ loadedAt }) => loadedAt) ? "seal" : "load_planned";
}
