/** PICKUP-1: the regular pickup of a sender whom a rider visits on the same days of each week. Pure. */
import { lagosClock, middayOf } from "./dates.ts";
import { wordsOf } from "./words-of.ts";

/** `asked`: the office has not decided yet. Only an active pickup makes stops. */
export const REGULAR_STATE_NAMES = {
  asked: "Waits for approval",
  active: "Approved",
  paused: "Paused",
  refused: "Refused",
  ended: "Ended",
};
export type RegularState = keyof typeof REGULAR_STATE_NAMES;
export const REGULAR_STATES = wordsOf(REGULAR_STATE_NAMES);

export const REGULAR_SIDES = ["sender", "office"] as const;
export type RegularSide = (typeof REGULAR_SIDES)[number];

/** The acts in the history of a regular pickup, in words for the sender and the office. */
export const REGULAR_ACT_NAMES = {
  asked: "Asked for",
  approved: "Approved",
  refused: "Refused",
  change_asked: "Change asked for",
  change_refused: "Change refused",
  changed: "Changed",
  paused: "Paused",
  resumed: "Resumed",
  ended: "Ended",
  skipped: "Day skipped",
  unskipped: "Day not skipped",
};
export type RegularAct = keyof typeof REGULAR_ACT_NAMES;
export const REGULAR_ACTS = wordsOf(REGULAR_ACT_NAMES);

/** The days of a week, from Monday as 0. */
export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** The times at which a sender's time window can begin or end: each half hour from 7:00 to 20:00. */
export const WINDOW_TIMES: readonly string[] = Array.from(
  { length: 27 },
  (_, n) => `${String(7 + Math.floor(n / 2)).padStart(2, "0")}:${n % 2 === 0 ? "00" : "30"}`,
);
/** The shortest time window, in minutes. Within a window the rider has to reach several stops. */
export const MIN_WINDOW = 60;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** Returns the length of a time window in minutes; negative if the window ends before it begins. */
export const windowMinutes = ({ fromTime, untilTime }: Window): number =>
  minutesOf(untilTime) - minutesOf(fromTime);

type Window = { fromTime: string; untilTime: string };
export type RegularTerms = Window & {
  name: string;
  phone: string;
  address: string;
  town: string | null;
  state: string;
  note: string | null;
  days: number[];
};

/** Writes 'Mon to Fri', or 'Mon, Wed and Fri'. */
export function weekdaysText(days: readonly number[]): string {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b);
  const names = sorted.map((day) => WEEKDAYS[day] ?? "");
  const isRow = sorted.length > 2 && sorted.at(-1)! - sorted[0]! === sorted.length - 1;
  if (isRow) return `${names[0]} to ${names.at(-1)}`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

/** Writes 'Mon to Fri, 15:00 to 17:00'. */
export const termsText = ({
  days,
  fromTime,
  untilTime,
}: Pick<RegularTerms, "days" | "fromTime" | "untilTime">) =>
  `${weekdaysText(days)}, ${fromTime} to ${untilTime}`;

/** All sets of weekdays. */
const weekdaySets = () =>
  Array.from({ length: 2 ** WEEKDAYS.length - 1 }, (_, n) =>
    [0, 1, 2, 3, 4, 5, 6].filter((day) => ((n + 1) >> day) & 1),
  );

/** Reads weekdays and window from what `termsText` wrote into a history. Null for any other text. */
export function readTermsText(text: string): (Window & { days: number[] }) | null {
  const split = text.lastIndexOf(", ");
  const window = /^(\d\d:\d\d) to (\d\d:\d\d)$/.exec(text.slice(split + 2));
  const days = weekdaySets().find((set) => weekdaysText(set) === text.slice(0, Math.max(split, 0)));
  return days && window ? { days, fromTime: window[1]!, untilTime: window[2]! } : null;
}

/** Returns the weekday of a Lagos day 'yyyy-MM-dd', counted from Monday as 0. */
export const weekdayOf = (day: string): number => (lagosClock(middayOf(day)).weekday + 6) % 7;

/** A sender may skip a day that is at most this many days ahead. */
export const SKIP_DAYS = 30;
/** One sender may have at most this many regular pickups that have not ended. */
export const MOST_REGULAR = 20;
