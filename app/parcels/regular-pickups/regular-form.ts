/** PICKUP-1: the form of a regular pickup. The browser and the server use this schema. */
import * as z from "zod";
import { MIN_WINDOW, WEEKDAYS, WINDOW_TIMES, windowMinutes } from "../../domain/regular-pickup.ts";
import { placeOf } from "../../domain/same-place.ts";
import type { StateName } from "../../domain/states.ts";
import { chosenState, confirmedState, stateCheck } from "../../places/state-check.ts";
import { ALWAYS, nameText, requiredText, plainField, textOrNull } from "../../platform/http/fields.ts";
import { phoneField } from "../../platform/http/phone-field.ts";

export const REGULAR_LABELS = {
  name: "Who is there",
  phone: "Phone number",
  address: "Pickup address",
  state: "State",
  note: "Note for the rider",
  days: "Days",
  fromTime: "From",
  untilTime: "Until",
} as const;

/** Returns the name of a day's tick box. Monday is day 0. */
export const dayName = (day: number): string => `day${day}`;

/** The first tick box. If no day is chosen, this box shows the error and gets the focus. */
export const NO_DAY = dayName(0);

const CHOOSE_TIME = "Choose a time from the list";
const time = plainField(CHOOSE_TIME).refine((text) => WINDOW_TIMES.includes(text), CHOOSE_TIME);
const text = (sent: unknown) => (typeof sent === "string" ? sent : "");

export const regularForm = z
  .looseObject({
    name: nameText("Enter who is there", 120),
    phone: phoneField("Enter a phone number"),
    address: requiredText("Enter the pickup address", 400),
    state: chosenState,
    stateSure: confirmedState,
    note: textOrNull(200).default(null),
    days: z.array(z.number().int().min(0).max(6)).max(7).optional(),
    fromTime: time,
    untilTime: time,
  })
  .superRefine(stateCheck("pickup address", ["address", "state", "stateSure"]), ALWAYS)
  .superRefine(
    (form, context) => {
      const add = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      if (daysOf(form).length === 0) add(NO_DAY, "Tick at least one day");
      const window = { fromTime: text(form.fromTime), untilTime: text(form.untilTime) };
      if (
        Object.values(window).every((one) => WINDOW_TIMES.includes(one)) &&
        windowMinutes(window) < MIN_WINDOW
      )
        add("untilTime", "Leave at least an hour between the two times");
    },
    // Days and times are checked even if other fields are wrong, so that the form shows all errors at once.
    ALWAYS,
  );

/** Returns the chosen days. A browser sends a box for each day; a program sends a list of days. */
function daysOf(form: { days?: unknown } & Record<string, unknown>): number[] {
  const days = Array.isArray(form.days)
    ? (form.days as number[])
    : WEEKDAYS.flatMap((_, day) => (form[dayName(day)] === "on" ? [day] : []));
  return [...new Set(days)].toSorted((a, b) => a - b);
}

/** The parsed form. Its state is the chosen state or, without a choice, the state in the address. */
export const regularTerms = regularForm.transform((form) => {
  const { name, phone, address, note, fromTime, untilTime, state } = form;
  const place = placeOf(address, state);
  if (!place) throw new Error("a checked form has no state");
  return {
    ...{ name, phone, address, note, fromTime, untilTime, days: daysOf(form) },
    state: place.state as StateName,
    stateSure: place.state,
    town: place.town,
  };
});
export type RegularInput = z.output<typeof regularTerms>;
