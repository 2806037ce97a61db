import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BOOKING_STATUSES, STATUS_FACTS } from "../../../domain/delivery-status.ts";
import { FAILURE_REASONS, failureReason, NEXT_STEPS } from "../../../domain/failure-reasons.ts";
import { DELIVERY_TYPES } from "../../../domain/booking.ts";
import { EVENT_FACTS } from "../../../domain/event-kinds.ts";
import { LANGUAGE_TAGS } from "../../../domain/languages.ts";
import { promiseOf } from "../../../domain/promise.ts";
import { STEPS } from "../parcel-result.tsx";
import { TRANSLATIONS } from "./translations.server.ts";

const sources = globSync("app/parcels/tracking/*.tsx").map((file) => readFileSync(file, "utf8"));
/** The texts that the page translates: those in its source, and those of its tables. */
const translated = [
  ...sources.flatMap((source) =>
    [...source.matchAll(/\bt\(\s*"((?:[^"\\]|\\.)+)"/g)].map(([, text]) => JSON.parse(`"${text}"`) as string),
  ),
  ...BOOKING_STATUSES.flatMap((status) =>
    [STATUS_FACTS[status].label, STATUS_FACTS[status].publicName ?? []].flat(),
  ),
  ...FAILURE_REASONS.map((reason) => failureReason(reason).publicText),
  ...Object.values(NEXT_STEPS),
  ...DELIVERY_TYPES.map((type) => `Delivered ${promiseOf(type)}.`),
  ...STEPS,
  ...Object.values(EVENT_FACTS).flatMap(({ publicText }) => publicText ?? []),
  ...["Error", "Please enter a tracking code", "Tracking failed"],
  "Invalid tracking code or system error. Please try again.",
];
const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

test.each(LANGUAGE_TAGS)("[TRACK-11] %s has every text of the track page, with its values", (tag) => {
  const { texts, weekdays, months } = TRANSLATIONS[tag];
  expect(sources.length).toBeGreaterThan(2);
  expect(translated.filter((text) => !texts[text]?.trim())).toEqual([]);
  expect([weekdays.length, months.length]).toEqual([7, 12]);
  for (const [english, text] of Object.entries(texts)) expect(holes(text), english).toEqual(holes(english));
});
