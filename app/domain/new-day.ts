/** STATUS-10: why a parcel has a new day, in plain words that everybody may read. Pure. */
import { wordsOf } from "./words-of.ts";

/** The reasons that follow from what happens to a parcel (moved-day.ts), by their words. */
const FOLLOWING = {
  run: "It goes out for delivery that day.",
  linehaul: "It reaches our office near the receiver later than planned.",
  hold: "It waits at our office to be collected.",
  again: "We try again.",
  closed: "We do not work on the day that we said before.",
};
/** The reasons from which a person at dispatch chooses, by their words. */
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

/** The most days ahead to which a person at dispatch moves a parcel. */
export const MOST_NEW_DAYS = 30;
