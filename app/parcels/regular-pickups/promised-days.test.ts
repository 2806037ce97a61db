/** PICKUP-6: on which past days a rider was promised. */
import { expect, test } from "vitest";
import { readTermsText, termsText } from "../../domain/regular-pickup.ts";
import { promisedDays, type PromiseAct } from "./promised-days.ts";

const office = [{ first: 0, last: 5, opens: "8:00", closes: "18:00" }];
/** 2026-11-24, a Tuesday, is a holiday. */
const RULES = { hubs: [], office, closed: new Set(["2026-11-24"]), cutOff: "16:00" };
const DAILY = "Mon to Fri, 15:00 to 17:00";

const lagos = (time: string) => new Date(`${time.replace(" ", "T")}:00+01:00`);
const act = (time: string, kind: PromiseAct["kind"], more: Partial<PromiseAct> = {}): PromiseAct => ({
  ...{ kind, side: "office", words: kind === "approved" ? DAILY : null, at: lagos(time) },
  ...more,
});
const daysOf = (acts: PromiseAct[], now = "2026-12-01 09:00") =>
  promisedDays(RULES, { hubId: "hub", acts }, lagos(now), 14).map((day) => day.slice(5));

test("[PICKUP-6] a promise begins with the approval, and a day counts once its window is over", () => {
  const acts = [act("2026-11-25 16:59", "approved")];
  expect(daysOf(acts)).toEqual(["11-25", "11-26", "11-27", "11-30"]);
  expect(daysOf([act("2026-11-25 17:00", "approved")])).toEqual(["11-26", "11-27", "11-30"]);
  expect(daysOf(acts, "2026-11-26 16:59")).toEqual(["11-25"]);
  expect(daysOf(acts, "2026-11-26 17:00")).toEqual(["11-25", "11-26"]);
  expect(daysOf([])).toEqual([]);
});

test("[PICKUP-6] no closed day is a promised one, and none of more than 14 days ago", () => {
  const days = ["11-17", "11-18", "11-19", "11-20", "11-23", "11-25", "11-26", "11-27", "11-30"];
  expect(daysOf([act("2026-10-01 09:00", "approved")])).toEqual(days);
});

test("[PICKUP-6] nothing is promised while it is paused, nor after its end", () => {
  const acts = [
    act("2026-11-16 09:00", "approved"),
    act("2026-11-17 17:00", "paused"),
    act("2026-11-19 16:59", "resumed"),
    act("2026-11-20 16:59", "paused", { side: "sender" }),
    act("2026-11-23 17:00", "resumed", { side: "sender" }),
  ];
  const later = ["11-25", "11-26", "11-27", "11-30"];
  expect(daysOf(acts)).toEqual(["11-17", "11-19", ...later]);
  expect(daysOf([...acts, act("2026-11-26 12:00", "ended")])).toEqual(["11-17", "11-19", "11-25"]);
  // A change that is approved during a pause does not end the pause.
  const approved = act("2026-11-21 12:00", "approved");
  expect(daysOf(acts.toSpliced(4, 0, approved))).toEqual(["11-17", "11-19", ...later]);
});

test("[PICKUP-6] a day is judged by what was agreed when its window ended", () => {
  const acts = [
    act("2026-11-20 12:00", "changed", { side: "sender", words: "Sat, 09:00 to 11:00" }),
    act("2026-11-22 09:00", "approved"),
    // At noon of this day, the new window is already over, and the old window no longer applies. So this day is not
    // promised.
    act("2026-11-25 12:00", "changed", { words: "Wed to Fri, 09:00 to 11:00" }),
  ];
  expect(daysOf(acts)).toEqual(["11-23", "11-26", "11-27"]);
  expect(daysOf([...acts, act("2026-11-26 12:00", "approved")])).toEqual([
    "11-23",
    "11-26",
    "11-27",
    "11-30",
  ]);
});

test("[PICKUP-6] what a history says of the terms is read back, and no other text", () => {
  for (let set = 1; set < 128; set++) {
    const days = [0, 1, 2, 3, 4, 5, 6].filter((day) => (set >> day) & 1);
    const terms = { days, fromTime: "07:00", untilTime: "19:30" };
    expect(readTermsText(termsText(terms))).toEqual(terms);
  }
  for (const text of ["", "Mon", "Mon, 7:00 to 9:00", "Day, 07:00 to 09:00", "07:00 to 09:00"])
    expect(readTermsText(text)).toBeNull();
});
