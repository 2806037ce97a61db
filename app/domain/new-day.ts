/** STATUS-10: why a parcel has a new day, in plain words that everybody may read. Pure. */
import { wordsOf } from "./words-of.ts";

/** The reasons, by their words. The first two are set by the road, the others by a person at the desk. */
export const NEW_DAY_TEXTS = {
  run: "It goes out for delivery that day.",
  linehaul: "It reaches our office near the receiver later than planned.",
  vehicle: "Our vehicle broke down.",
  road: "The road is blocked or not safe.",
  volume: "We have more parcels than usual.",
  weather: "The weather holds us up.",
  office: "We set a new day.",
};
export type NewDayReason = keyof typeof NEW_DAY_TEXTS;
export const NEW_DAY_REASONS = wordsOf(NEW_DAY_TEXTS);
/** The reasons from which a person at the desk chooses. */
export const DESK_DAY_REASONS = /* @__PURE__ */ NEW_DAY_REASONS.filter(
  (why) => why !== "run" && why !== "linehaul",
);

/** The most days ahead to which a person at the desk moves a parcel. */
export const MOST_NEW_DAYS = 30;
