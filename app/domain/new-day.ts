/** STATUS-10: the reason for a parcel's new day, in plain words for everybody. Pure. */
import { wordsOf } from "./words-of.ts";

/** Reasons for a new day that follow from events (moved-day.ts). */
const FOLLOWING = {
  run: "It goes out for delivery that day.",
  linehaul: "It reaches our office near the receiver later than planned.",
  hold: "It waits at our office to be collected.",
  again: "We try again.",
  closed: "We do not work on the day that we said before.",
};
/** Reasons for a new day that dispatch chooses from. */
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

/** The most days by which dispatch moves a parcel ahead. */
export const MOST_NEW_DAYS = 30;
