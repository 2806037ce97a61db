/** The texts of the rider's page. Pure. */
import { failureReason, STAFF_REASONS, type FailureReason } from "../../../domain/failure-reasons.ts";
import { readablePieceCode } from "../../../domain/piece-code.ts";
import { readableTrackingCode } from "../../../domain/tracking-code.ts";
import { parseWeight } from "../../../domain/weight.ts";
import type { AtDoor, Deed } from "../../deeds/protocol.ts";
import type { DayRun, DayParcel, RiderDay, DayStop } from "../../deeds/rider-day.ts";
import type { PieceState } from "./day-state.ts";
import { atDoor } from "./kept-deeds.ts";

export const countedWord = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;

/** PHONE-9: says how many of the day's pieces and regular pickups are done. */
export function progressText(
  pieces: { open: number; done: number },
  regular: { all: number; done: number },
): string {
  const all = pieces.open + pieces.done;
  const ofRegular = `${regular.done} of ${countedWord(regular.all, "regular pickup")}`;
  const ofPieces = `${pieces.done} of ${countedWord(all, "piece")} done`;
  if (regular.all === 0) return all === 0 ? "No stop yet" : ofPieces;
  return all === 0 ? `${ofRegular} done` : `${ofPieces}, ${ofRegular}`;
}

export const takeBackText = (failed: number): string =>
  `${countedWord(failed, "piece")} not delivered: take ${failed === 1 ? "it" : "them"} back to the hub.`;

/**
 * PHONE-9: the rider's first message to a person at a stop. At a pickup the text is different, because the sender still
 * has the parcel.
 */
export function comingText(
  { rider, company }: Pick<RiderDay, "rider" | "company">,
  { kind }: Pick<DayRun, "kind">,
  name: string,
): string {
  const what = kind === "pickup" ? "to pick up your parcel" : "with your parcel";
  return `Hello ${name}, this is ${rider.name} of ${company.name}. I am on my way ${what}.`;
}

/** Reads a weight in kg from a text that the rider typed. Null if the text is not a weight. */
export function kgOf(text: string): number | null {
  const weight = parseWeight(text);
  return weight.ok ? weight.kg : null;
}

/** Writes a phone number as people in Nigeria write it: 0803 123 4567. */
export function phoneText(e164: string): string {
  const [, a, b, c] = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? [];
  return a ? `0${a} ${b} ${c}` : e164;
}

/** The most frequent reasons for a failed delivery. The screen shows them before all others. */
export const FIRST_REASONS: FailureReason[] = [
  "nobody_home",
  "phone_not_answered",
  "another_day",
  "refused",
  "could_not_pay",
  "address_not_found",
  "place_closed",
];
/** The less frequent reasons. 'Lost' is left out, because only the office reports a parcel as lost. */
export const MORE_REASONS: FailureReason[] = STAFF_REASONS.filter(
  (code) => code !== "lost" && !FIRST_REASONS.includes(code),
);
export const reasonText = (code: FailureReason): string => failureReason(code).label;

/** The words for what was done with a piece, and with the pieces of a deed. */
export const OUTCOME_TEXT = {
  open: "",
  delivered: "Delivered",
  attempted: "Not delivered",
  picked_up: "Picked up",
  not_picked_up: "Not picked up",
  handed_in: "Handed to the hub",
  handed_over: "Handed to a rider",
} satisfies Record<PieceState["is"], string>;

export const parcelsOf = (run: DayRun): DayParcel[] => run.stops.flatMap(({ parcels }) => parcels);

/** Returns the run of a deed, if the phone still has it. */
export const runOfDeed = ({ runs }: Pick<RiderDay, "runs">, { run }: Pick<Deed, "run">): DayRun | undefined =>
  runs.find(({ id }) => id === run?.id);

/**
 * True if the phone still has the run of this deed. Once the run has returned, the hub counts the run's money, so the
 * rider can no longer undo the run's deeds on the phone.
 */
export const isOnPhone = (day: Pick<RiderDay, "runs">, { run }: Pick<Deed, "run">): boolean =>
  run === null || runOfDeed(day, { run }) !== undefined;

/**
 * Returns a piece's code in groups of digits, as on the label. `ref`: the id or the code by which a deed names the
 * piece.
 */
export function pieceText(day: Pick<RiderDay, "runs">, ref: string): string {
  const gone = day.runs.flatMap((run) => run.gone).find(({ piece }) => piece === ref);
  if (gone) return gone.code;
  for (const run of day.runs)
    for (const parcel of parcelsOf(run))
      for (const { piece, code, number } of parcel.pieces)
        if (piece === ref || code === ref) return readablePieceCode(parcel.code, number, parcel.of);
  return readableTrackingCode(ref);
}

/** Says what a deed did at its stop. `run`: the deed's run, if the phone still has it. Empty for other deeds. */
export function doneText(run: Pick<DayRun, "kind"> | undefined, deed: Deed): string {
  const done = atDoor(deed);
  if (done?.kind !== "attempted") return done ? OUTCOME_TEXT[done.kind] : "";
  return `${OUTCOME_TEXT[run?.kind === "pickup" ? "not_picked_up" : "attempted"]}: ${reasonText(done.reason)}`;
}

const KIND_LETTERS = { delivered: "D", attempted: "N", picked_up: "P" } as const;

/**
 * Returns a short code for a deed that could not be stored, such as 'D 48210973 × 2' or 'N3 48210973'. The rider reads
 * the code out to the hub. It consists of a letter for the kind of deed, the number of the reason (only for a failed
 * attempt), the digits of the first parcel's code, and the number of pieces if there are several.
 */
export function spokenCode(done: AtDoor, day: Pick<RiderDay, "runs">): string {
  const digits = /\d+/.exec(pieceText(day, done.pieces[0] ?? "").replace(/\s/g, ""))?.[0] ?? "?";
  const reason = done.kind === "attempted" ? STAFF_REASONS.indexOf(done.reason) + 1 : "";
  const more = done.pieces.length > 1 ? ` × ${done.pieces.length}` : "";
  return `${KIND_LETTERS[done.kind]}${reason} ${digits}${more}`;
}

/**
 * Returns a link for a map app. The link points to the position of the last known hand-over at this place. Without such
 * a position, it points to the postal address.
 */
export function mapLink({
  remembered,
  address,
  town,
  state,
}: Pick<DayStop, "address" | "town" | "state"> & Partial<Pick<DayStop, "remembered">>): string {
  if (remembered && remembered.lat !== null && remembered.lng !== null) {
    const at = `${remembered.lat},${remembered.lng}`;
    return `geo:${at}?q=${at}`;
  }
  return `geo:0,0?q=${encodeURIComponent([address, town, state, "Nigeria"].filter(Boolean).join(", "))}`;
}
