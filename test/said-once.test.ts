/**
 * BOOK-4, PAY-10: only `app/domain/promise.ts` contains texts about delivery days, and only `app/domain/how-to-pay.ts`
 * contains texts about ways to pay. All other code calls these files.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { doorWays } from "../app/domain/how-to-pay.ts";
import { latestText, pickupText } from "../app/domain/promise.ts";

const files = ["app", "server"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);
/** Returns a file's source without comments. */
const source = (path: string) =>
  readFileSync(path, "utf8")
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
/** Returns the matching lines of all sources, each with its path. `except` lists files that are left out. */
const linesWith = (pattern: RegExp, except: readonly string[] = []) =>
  files
    .filter((path) => !except.includes(path) && !path.startsWith("app/languages/"))
    .flatMap((path) =>
      source(path)
        .split("\n")
        .flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
    );

const WHEN = "app/domain/promise.ts";
/** Pages that name the days in five languages. Their English texts are checked below. */
const TRANSLATED = ["app/parcels/tracking/parcel-result.tsx", "app/parcels/tracking/parcel-panel.tsx"];
const FIELDS = "promised(?:Day)?|estimatedDelivery|lastDay|pickupDay|movedTo|newDay";

test("[BOOK-4] a day of delivery is formatted by the functions of promise.ts alone", () => {
  const formatted = new RegExp(
    `\\b(?:format\\w*Date\\w*|nearDate|date|(?:admin)?[dD]ayText|toLocale\\w+)\\([^()]*(?:\\([^()]*)?\\b(?:${FIELDS})\\b`,
  );
  expect(formatted.test("`by ${formatNearDate(row.promisedDay)}`")).toBe(true);
  expect(formatted.test("dayText(booking.newDay)")).toBe(true);
  expect(linesWith(formatted, [WHEN, ...TRANSLATED])).toEqual([]);
});

test("[API-5] [WIDGET-1] what programs read has its days from there, too", () => {
  const written = new RegExp(`\\blagosDay\\([^()]*(?:\\([^()]*)?\\b(?:${FIELDS})\\b`);
  const offered = linesWith(written).filter((line) => /^(?:app\/developers|server\/api)\//.test(line));
  expect(offered).toEqual([]);
  for (const path of ["api-booking.server.ts", "track.server.ts"])
    expect(source(`app/developers/endpoints/${path}`)).toContain("promised_day: dayData(");
  expect(source("server/api/tracking-widget.ts")).toContain("latestText(parcel.promisedDay)");
});

test("[BOOK-22] no other file words a day of delivery or of pickup", () => {
  const words =
    /at the latest|[Ww]e pick (?:it )?up on|[Bb]ring it by|reach you by|[Aa]rrives (?:by|on)|within \d+ (?:days|hours)|next[- ]day delivery/;
  // Files about claims are left out, because their days are not delivery days but the days of decisions.
  const said = linesWith(words, [WHEN, ...TRANSLATED]).filter(
    (line) => !/^app\/(?:parcels\/claiming|care\/claims)\//.test(line),
  );
  expect(said).toEqual([]);
  // Translations are looked up by the English sentence. So the translated pages must contain exactly the sentences of
  // promise.ts.
  const translated = source(TRANSLATED[0]!);
  const key = (text: string) => `"${text.replace("Mon 23 Nov", "{day}")}."`;
  for (const text of [
    latestText(new Date("2026-11-23T12:00:00Z")),
    pickupText("2026-11-23"),
    pickupText("2026-11-23", false, "morning"),
    pickupText("2026-11-23", false, "afternoon"),
    pickupText("2026-11-23", true),
  ])
    expect(translated).toContain(key(text));
});

const HOW = "app/domain/how-to-pay.ts";
const ACCOUNT = { bank: "", accountName: "", accountNumber: "" };
test("[PAY-10] no other file offers a way to pay a delivery", () => {
  const words =
    /by (?:bank )?transfer|\b[Ii]n cash\b|[Cc]ash or transfer|cash at|pay the rider|pay (?:it )?online|[Pp]ay now|at (?:the|our) (?:counter|office) or/i;
  const offers = linesWith(words, [HOW]).filter((line) => !STAFF_ONLY.some((path) => line.startsWith(path)));
  expect(
    offers.filter((line) => !GIVEN.some(([path, text]) => line.startsWith(path) && line.includes(text))),
  ).toEqual([]);
});

/** Texts for staff, riders and operators only. They report how something was paid, and offer no way to pay. */
const STAFF_ONLY = [
  "app/access/",
  "app/care/",
  "app/company/dashboard/",
  "app/company/details/",
  "app/domain/activity-actions.ts",
  "app/money/bank-statements/",
  "app/money/cash",
  "app/money/payments/notice-response.tsx",
  "app/money/reports/",
  "app/money/settlements/",
  "app/platform/",
  "app/road/",
  "app/shells/admin",
  "server/",
];
/**
 * Allowed exceptions, each with a part of the text. The first two offer no way to pay a delivery. The others repeat the
 * text of `doorWays`, because translations are looked up by the English sentence.
 */
const GIVEN: [path: string, text: string][] = [
  ["app/parcels/bookings/collected-facts.server.ts", "by transfer: we check it"],
  ["app/parcels/claiming/senders-claims.tsx", "from the cover"],
  ["app/parcels/receiver-page/to-pay.ts", `Pay at the door only: ${doorWays({ account: ACCOUNT })}.`],
  ["app/parcels/receiver-page/to-pay.ts", `Pay when you get the parcel: ${doorWays({ account: ACCOUNT })}.`],
];
