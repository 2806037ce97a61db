import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BOOKING_STATUSES, STATUS_FACTS } from "../domain/delivery-status.ts";
import { ASKS_YOU, FAILURE_REASONS, failureReason, NEXT_STEPS } from "../domain/failure-reasons.ts";
import { DELIVERY_TYPES } from "../domain/booking.ts";
import { EVENT_FACTS } from "../domain/event-kinds.ts";
import { ANSWER_NAMES, ASKED_REASONS, OTHER_REASONS, TAKER_NAMES } from "../domain/choices.ts";
import { CLAIM_OUTCOME_LABELS, NOT_RECEIVED_HOURS } from "../domain/claims.ts";
import { PLACE_TEXT } from "../domain/consents.ts";
import { NOT_EXPECTED_NAMES } from "../domain/not-expected.ts";
import { LANGUAGE_TAGS } from "../domain/languages.ts";
import { NEW_DAY_TEXTS } from "../domain/new-day.ts";
import { LATE, promiseOf } from "../domain/promise.ts";
import { NO_WEB_ADDRESS } from "../domain/web-address.ts";
import { refuse as refusePayment } from "../money/payments/messages.ts";
import { stepsOf } from "../parcels/tracking/parcel-steps.tsx";
import { UNWANTED } from "../parcels/tracking/parcel-words.ts";
import { WAIT_PATTERNS, waitText } from "../platform/limits/wait-text.ts";
import { textIn } from "./translation.ts";
import { translationOf } from "./translations.server.ts";

const read = (glob: string) => globSync(glob).map((file) => readFileSync(file, "utf8"));
const sources = read("app/parcels/tracking/*.tsx");
const receivers = read(
  "app/parcels/receiver-page/!(senders-*|sender-view*|*-mails.server|*.test).{ts,tsx}",
).concat(read("app/parcels/receiver-page/to-pay.ts"));
/** The files with the refusals of the receiver's buttons. */
const REFUSALS = [
  ...["messages", "choose.server", "attempt-question.server", "lock-choosing.server"].map(
    (name) => `receiver-choices/${name}`,
  ),
  ...["of-parcel", "not-expected", "pin-code", "renew"].map((name) => `receiver-link/${name}.server`),
  ...["claiming/messages", "claiming/not-received.server", "remembered-places/agree.server"],
];
const refusals = REFUSALS.flatMap((file) => read(`app/parcels/${file}.ts`));
const textsIn = (all: readonly string[], pattern: RegExp) =>
  all.flatMap((source) => [...source.matchAll(pattern)].map(([, text]) => JSON.parse(`"${text}"`) as string));
const DOOR_REFUSALS = [
  ...(["online_off", "not_gone_through", "problem_open"] as const),
  ...(["page_opening", "nothing_at_door", "no_receipt_email"] as const),
];
/** The texts of the track page, from its source and from the tables that the page shows. */
const track = [
  ...textsIn(sources, /\bt\(\s*"((?:[^"\\]|\\.)+)"/g),
  ...BOOKING_STATUSES.flatMap((status) =>
    [STATUS_FACTS[status].label, STATUS_FACTS[status].publicName ?? []].flat(),
  ),
  ...FAILURE_REASONS.map((reason) => failureReason(reason).publicText),
  ...[...Object.values(NEXT_STEPS), ASKS_YOU, UNWANTED],
  ...DELIVERY_TYPES.flatMap((type) => [true, false].map((is) => `Delivered ${promiseOf(type, is)}.`)),
  ...Object.values(NEW_DAY_TEXTS),
  ...[true, false].flatMap(stepsOf),
  ...Object.values(EVENT_FACTS).flatMap(({ publicText }) => publicText ?? []),
  LATE,
  ...["Error", "Please enter a tracking code", "Tracking failed"],
  "Invalid tracking code or system error. Please try again.",
  ...["Too many codes were tried from your connection.", ...WAIT_PATTERNS],
];
/** The texts of the receiver's page, which also shows the texts of the track page. */
const receiver = [
  ...textsIn(receivers, /\bt\(\s*"((?:[^"\\]|\\.)+)"/g),
  ...textsIn(receivers, /^const \w+ = "([A-Z](?:[^"\\]|\\.)+)"/gm),
  // The success messages of the receiver's buttons.
  ...textsIn(receivers, /\bdone: "((?:[^"\\]|\\.)+)"/g),
  // The tables of the receiver's page: the sentences about choices, and the headings of refusals.
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
  ...textsIn([...refusals, ...receivers], /refuseTooMany\("([^"]+)"/g),
  ...textsIn(refusals, /countForParcel\(\s*\w+,\s*"([^"]+)"/g),
  (refusePayment("rate_limited", "too_many_tries", { retryAfterSeconds: 100 }).errors["form"] ?? "").replace(
    ` ${waitText(100)}`,
    "",
  ),
  `The delivery was more than ${NOT_RECEIVED_HOURS} hours ago. Call us: we look into it all the same.`,
  ...DOOR_REFUSALS.map((reason) => refusePayment("conflict", reason).errors["form"] ?? reason),
  ...[NO_WEB_ADDRESS, "Enter a real phone number, e.g. 0803 123 4567"],
  ...[PLACE_TEXT, "Nothing was sent", "This link has ended or is wrong."],
];
const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

test.each(LANGUAGE_TAGS)(
  "[TRACK-11] [RECEIVER-9] %s has every text of both pages, with its values",
  (tag) => {
    const { texts, weekdays, months } = translationOf(tag, "receiver");
    const { texts: own } = translationOf(tag, "track");
    expect(sources.length).toBeGreaterThan(2);
    expect(receivers.length).toBeGreaterThan(10);
    expect(refusals.length).toBe(REFUSALS.length);
    expect(track.filter((text) => !own[text]?.trim())).toEqual([]);
    expect(receiver.filter((text) => !texts[text]?.trim())).toEqual([]);
    // The texts that are sent with the track page must all be used there. Each of the other texts must be used on the
    // receiver's page.
    expect(Object.keys(own).filter((text) => !track.includes(text))).toEqual([]);
    expect(Object.keys(texts).filter((text) => !own[text] && !receiver.includes(text))).toEqual([]);
    expect([weekdays.length, months.length]).toEqual([7, 12]);
    for (const [english, text] of Object.entries(texts)) expect(holes(text), english).toEqual(holes(english));
  },
);

test("[TRACK-11] a refusal with a time to wait is translated with its number", () => {
  const t = textIn(translationOf("ha", "track"));
  expect(t(`Too many codes were tried from your connection. ${waitText(600)}`)).toBe(
    "An gwada lambobi da yawa daga hanyar sadarwarka. Don Allah jira minti 10, sannan ka sake gwadawa.",
  );
  expect(t(waitText(20))).toBe("Don Allah jira daƙiƙa 20, sannan ka sake gwadawa.");
  expect(waitText(1)).toBe("Please wait 2 seconds and try again.");
  expect(textIn(null)(`Too soon. ${waitText(20)}`)).toBe(`Too soon. ${waitText(20)}`);
});
