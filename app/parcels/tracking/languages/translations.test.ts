import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BOOKING_STATUSES, STATUS_FACTS } from "../../../domain/delivery-status.ts";
import { FAILURE_REASONS, failureReason, NEXT_STEPS } from "../../../domain/failure-reasons.ts";
import { DELIVERY_TYPES } from "../../../domain/booking.ts";
import { EVENT_FACTS } from "../../../domain/event-kinds.ts";
import { ANSWER_NAMES, ASKED_REASONS, OTHER_REASONS, TAKER_NAMES } from "../../../domain/choices.ts";
import { CLAIM_OUTCOME_LABELS, NOT_RECEIVED_HOURS } from "../../../domain/claims.ts";
import { PLACE_TEXT } from "../../../domain/consents.ts";
import { NOT_EXPECTED_NAMES } from "../../../domain/not-expected.ts";
import { LANGUAGE_TAGS } from "../../../domain/languages.ts";
import { promiseOf } from "../../../domain/promise.ts";
import { NO_WEB_ADDRESS } from "../../../domain/web-address.ts";
import { refuse as refusePayment } from "../../../money/payments/messages.ts";
import { STEPS } from "../parcel-result.tsx";
import { TRANSLATIONS } from "./translations.server.ts";

const read = (glob: string) => globSync(glob).map((file) => readFileSync(file, "utf8"));
const sources = read("app/parcels/tracking/*.tsx");
const receivers = read(
  "app/parcels/receiver-page/!(senders-*|sender-view*|*-mails.server|*.test).{ts,tsx}",
).concat(read("app/parcels/receiver-page/to-pay.ts"));
/** Refusals of the receiver's buttons. Those with a time to wait are in English. */
const refusals = [
  "receiver-choices/{messages,{choose,attempt-question}.server}.ts",
  "receiver-link/{of-parcel,not-expected,pin-code}.server.ts",
  "claiming/messages.ts",
].flatMap((glob) => read(`app/parcels/${glob}`));
const textsIn = (all: readonly string[], pattern: RegExp) =>
  all.flatMap((source) => [...source.matchAll(pattern)].map(([, text]) => JSON.parse(`"${text}"`) as string));
const DOOR_REFUSALS = [
  ...(["online_off", "not_gone_through", "problem_open"] as const),
  ...(["page_opening", "nothing_at_door", "no_receipt_email"] as const),
];
/** The texts that the page translates: those in its source, and those of its tables. */
const translated = [
  ...textsIn([...sources, ...receivers], /\bt\(\s*"((?:[^"\\]|\\.)+)"/g),
  // The responses to the buttons of the receiver's page.
  ...textsIn(receivers, /\bdone: "((?:[^"\\]|\\.)+)"/g),
  // Tables of the receiver's page: what was chosen, and what was not done.
  ...textsIn(receivers, /^ {2}(?:"[\w-]+"|day|hold|refuse|person|landmark|note): "((?:[^"\\]|\\.)+)",$/gm),
  ...textsIn(
    receivers.map((source) => /^ {2}receiver: \{$[^}]+/m.exec(source)?.[0] ?? ""),
    /: "([^"]+)"/g,
  ),
  ...[
    TAKER_NAMES,
    NOT_EXPECTED_NAMES,
    CLAIM_OUTCOME_LABELS,
    ASKED_REASONS,
    OTHER_REASONS,
    ANSWER_NAMES,
  ].flatMap(Object.values),
  ...textsIn(refusals, /^ +(?:\w+: )+(?:\{ \w+: )?"([A-Z](?:[^"\\]|\\.)+)"/gm),
  ...textsIn(refusals, /(?:enum\(\w+, |date\(|string\(|Text\(|phoneField\(|\/, )"([A-Z][^"]+)"/g),
  `The delivery was more than ${NOT_RECEIVED_HOURS} hours ago. Call us: we look into it all the same.`,
  ...DOOR_REFUSALS.map((reason) => refusePayment("conflict", reason).errors["form"] ?? reason),
  ...[NO_WEB_ADDRESS, "Enter a real phone number, e.g. 0803 123 4567"],
  ...[PLACE_TEXT, "Nothing was sent", "This link has ended or is wrong."],
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

test.each(LANGUAGE_TAGS)(
  "[TRACK-11] [RECEIVER-9] %s has every text of the track page and of the receiver's, with its values",
  (tag) => {
    const { texts, weekdays, months } = TRANSLATIONS[tag];
    expect(sources.length).toBeGreaterThan(2);
    expect(receivers.length).toBeGreaterThan(10);
    expect(refusals.length).toBe(7);
    expect(translated.filter((text) => !texts[text]?.trim())).toEqual([]);
    expect([weekdays.length, months.length]).toEqual([7, 12]);
    for (const [english, text] of Object.entries(texts)) expect(holes(text), english).toEqual(holes(english));
  },
);
