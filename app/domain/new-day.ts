/** STATUS-10: the reasons for a parcel's new promised day, in plain words for everybody. Pure. */
import { wordsOf } from "./words-of.ts";

/** The reasons for a new promised day when an event set the day (moved-day.ts). */
const FOLLOWING = {
  run: "It goes out for delivery that day.",
  linehaul: "It reaches our office near the receiver later than planned.",
  hold: "It waits at our office to be collected.",
  again: "We try again.",
  closed: "We do not work on the day that we said before.",
};
/** The reasons from which dispatch chooses when it sets a new promised day. */
const DESK = {
  vehicle: "Our vehicle broke down.",
  road: "The road is blocked or not safe.",
  volume: "We have more parcels than usual.",
  weather: "The weather holds us up.",
  office: "We set a new day.",
};
export const NEW_DAY_TEXTS = { ...FOLLOWING, ...DESK };
export type NewDayReason = keyof typeof NEW_DAY_TEXTS;
export const NEW_DAY_REASONS = wordsOf(NEW_DAY_TEXTS);
export const DESK_DAY_REASONS = wordsOf(DESK);

/** Dispatch moves a promised day ahead by at most this many days. */
export const MOST_NEW_DAYS = 30;
