/** REPORT-8: the content of a parcel report: its views, its lines and its percentages. Pure. */
import { ANSWER_NAMES, type AttemptAnswer } from "../../domain/choices.ts";
import { PARCEL_NUMBERS, type ParcelNumbers } from "../../domain/parcel-numbers.ts";
import { wordsOf } from "../../domain/words-of.ts";
import { readPeriod, type AskedPeriod, type Period } from "../../money/reports/period.ts";
import { uuidParam } from "../../platform/http/uuid.ts";

export const PARCEL_VIEW_LABELS = {
  ...{ hub: "By hub", lane: "By lane", week: "By week", run: "By run", rider: "By rider" },
  denied: "Denied attempts",
};
export type ParcelView = keyof typeof PARCEL_VIEW_LABELS;
export const PARCEL_VIEWS = wordsOf(PARCEL_VIEW_LABELS);
export type PlaceView = "hub" | "lane" | "week";
export const isPlaceView = (view: ParcelView): view is PlaceView =>
  view === "hub" || view === "lane" || view === "week";
export const NO_HUB = "No hub";
/** The views without stored counts. They are counted from each deed of the period. */
const FROM_DEEDS: readonly ParcelView[] = ["rider", "denied"];
const MOST = { days: 366, refusal: "Choose at most 366 days" };

export type ParcelLine = ParcelNumbers & {
  /**
   * The subject of the line: the id of a hub (or NO_ID), a lane such as 'Lagos → Kano', the Monday of a week, or the
   * id of a run.
   */
  key: string;
};

export const NO_PARCELS = Object.fromEntries(PARCEL_NUMBERS.map((name) => [name, 0])) as ParcelNumbers;

export const hasParcels = (line: ParcelNumbers): boolean => PARCEL_NUMBERS.some((name) => line[name] !== 0);

export const totalParcels = (lines: readonly ParcelNumbers[]): ParcelNumbers =>
  Object.fromEntries(
    PARCEL_NUMBERS.map((name) => [name, lines.reduce((sum, line) => sum + line[name], 0)]),
  ) as ParcelNumbers;

/** The percentages of a report. Each percentage is the count `part` divided by the count `whole`. */
export const SHARES = {
  firstAttempt: { label: "First attempt", part: "firstDelivered", whole: "firstTries" },
  onTime: { label: "On time", part: "onTime", whole: "delivered" },
} as const;
export type Share = keyof typeof SHARES;

/**
 * Returns a whole percentage; null if the count `whole` is 0. 0 and 100 are returned only if exact; other values become
 * 1 to 99.
 */
export function percentOf(numbers: ParcelNumbers, share: Share): number | null {
  const { part, whole } = SHARES[share];
  return shareOf(numbers[part], numbers[whole]);
}

export function shareOf(some: number, all: number): number | null {
  if (all <= 0) return null;
  if (some === 0 || some === all) return some === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((100 * some) / all)));
}

/** Says for staff how a receiver denied an attempt, such as 'Nobody came'. */
export const denialText = (answer: AttemptAnswer): string =>
  ANSWER_NAMES[answer].replace(/^No, (.)/, (_, first: string) => first.toUpperCase());

/** Compares a percentage with the percentage of the period before, such as '3 points more than 84%'. */
export function comparedShare(now: number | null, before: number | null): string {
  if (before === null) return "Nothing to compare with";
  if (now === null || now === before) return now === before ? "As before" : `Before: ${before}%`;
  const points = Math.abs(now - before);
  return `${points} ${points === 1 ? "point" : "points"} ${now > before ? "more" : "less"} than ${before}%`;
}

/** Counts the pieces that a run took: picked up, taken along on a linehaul, or sent out to receivers. */
export const takenBy = ({ pickedUp, departed, sentOut }: ParcelNumbers): number =>
  pickedUp + departed + sentOut;

export type AskedParcels = AskedPeriod & {
  view: ParcelView;
  hub: string | null;
};

/**
 * Reads the view, the hub and the period of the report from a URL. The default view is by hub, or by lane if the
 * company has no hub.
 */
export function readParcelParams(params: URLSearchParams, now: Date, hasHubs: boolean): AskedParcels {
  const view = PARCEL_VIEWS.find((known) => known === params.get("by")) ?? (hasHubs ? "hub" : "lane");
  const hub = view === "run" ? uuidParam(params.get("hub")) : null;
  return { view, hub, ...readPeriod(params, now, FROM_DEEDS.includes(view) ? MOST : null) };
}

export const parcelsPath = (view: ParcelView, { from, to }: Period, more: Record<string, string> = {}) =>
  `/admin/reports/parcels?${new URLSearchParams({ by: view, from, to, ...more })}`;
