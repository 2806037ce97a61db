/**
 * The statuses are listed in one table, app/domain/delivery-status.ts. The database's checks, the filters, the screens
 * and the mails read it. The table of event kinds has the status that a parcel gets by each kind of event.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BOOKING_STATUSES, STATUS_FACTS } from "../app/domain/delivery-status.ts";

/** Files that may contain the word of a status, grouped by what the word means there. */
const OTHER_WORDS: Record<string, string[]> = {
  "the table": ["app/domain/delivery-status.ts"],
  "the kinds that lead to them": ["app/domain/event-kinds.ts"],
  "a deed of a rider, and its proof": [
    "app/developers/sandbox/walk.server.ts",
    "app/care/exceptions/find-exceptions.server.ts",
    "app/domain/acts.ts",
    "app/domain/deeds.ts",
    "app/parcels/proof/read-proofs.server.ts",
    "app/parcels/proof/record-proof.server.ts",
    "app/road/deeds/deed-schema.ts",
    "app/road/deeds/deliver.server.ts",
    "app/road/deeds/prove.server.ts",
    "app/road/deeds/read-stops.server.ts",
    "app/road/deeds/release-by-pin.server.ts",
    "app/road/deeds/rider-day.ts",
    "app/road/deeds/carry-out-deed.server.ts",
    "app/road/rider-phone/state/day-state.ts",
    "app/road/rider-phone/state/taken-money.ts",
    "app/road/rider-phone/screens/not-delivered-screen.tsx",
    "app/road/entries/enter-deeds.server.ts",
    "app/road/entries/entry-buttons.server.ts",
    "app/road/entries/office-proof.server.ts",
    "app/road/entries/run-deeds.server.ts",
  ],
  "how a piece's place on a run ended": [
    "app/domain/run.ts",
    "app/parcels/custody/deliver-by-hand.server.ts",
    "app/parcels/taking-back/put-back.server.ts",
    "app/road/runs/assign-pieces.server.ts",
    "app/road/runs/deeds-on-run.server.ts",
    "app/road/runs/page/piece-line.tsx",
    "app/road/runs/page/run-figures.ts",
    "app/road/runs/page/run-page.ts",
    "app/road/runs/page/stop-entry.tsx",
    "app/road/runs/page/stop-list.tsx",
    "app/road/scan/counter-scan.server.ts",
    "app/care/exceptions/hand-over-steps.server.ts",
  ],
  "the event of who has the cash": ["app/money/cash-ledger/holders.server.ts"],
  "a reason that ends an exception": ["app/domain/exception-kinds.ts"],
  "a job of the queue": [
    "app/platform/jobs/jobs.server.ts",
    "app/platform/jobs/queue-state.server.ts",
    "app/company/system/system.route.tsx",
    "server/observe/metrics.ts",
  ],
  "an online payment": ["app/platform/online-payments/paystack.server.ts"],
  "a number of the reports of parcels": [
    "app/road/parcel-reports/admin-parcel-reports.route.tsx",
    "app/road/parcel-reports/deed-tables.tsx",
    "app/road/parcel-reports/parcel-report.ts",
    "app/road/parcel-reports/parcel-tables.tsx",
  ],
  "a referral": [
    "app/platform/db/schema/people.ts",
    "app/money/referrals/referrals.server.ts",
    "app/money/referrals/referral-card.tsx",
  ],
  "a message to a receiver": [
    "app/domain/receiver-messages.ts",
    "app/parcels/messages/send-message.server.ts",
    "app/platform/db/schema/messages.ts",
    "app/platform/phone-channels/phone-channels.ts",
    "app/platform/phone-channels/termii.server.ts",
    "app/platform/phone-channels/whatsapp.server.ts",
  ],
  "a label translated": ["hausa", "igbo", "pidgin", "yoruba"].map(
    (language) => `app/languages/${language}.ts`,
  ),
  "a word of the log": ["app/entry.server.tsx", "server/app.ts"],
};

/** The label 'Delivered' is left out, because it also names the time of a delivery. */
const labels = BOOKING_STATUSES.map((status) => STATUS_FACTS[status].label).filter(
  (label) => label !== "Delivered",
);
/**
 * The word of a status in quotes. Values of `state`, `kind`, `step` and `act`, and names of properties, are left out.
 */
const word = new RegExp(
  `(?<!\\b(?:state|kind|step|act)(?::| [=!]==) )(?<!\\w\\[)(["'\`])(?:${[...BOOKING_STATUSES, ...labels].join("|")})\\1`,
);

test("a status or its label is written in the table alone", () => {
  const allowed = Object.values(OTHER_WORDS).flat();
  const found = ["app", "server"]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => word.test(readFileSync(path, "utf8")));
  expect(found.filter((path) => !allowed.includes(path))).toEqual([]);
  expect(allowed.filter((path) => !found.includes(path))).toEqual([]);
});

test("no second table of statuses: the word that nothing else has is no key elsewhere", () => {
  const unquoted = /\bin_transit\b/;
  const found = readdirSync("app", { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => unquoted.test(readFileSync(path, "utf8")));
  expect(found.toSorted()).toEqual(["app/domain/delivery-status.ts", "app/domain/event-kinds.ts"]);
});

test("each status has a letter and a place of its own in the menu, and a way to it from the first", () => {
  const keys = BOOKING_STATUSES.map((status) => STATUS_FACTS[status].key);
  expect(new Set(keys).size).toBe(keys.length);
  const reached = new Set(BOOKING_STATUSES.slice(0, 1));
  for (const status of reached) for (const next of STATUS_FACTS[status].next) reached.add(next);
  expect([...reached].toSorted()).toEqual(BOOKING_STATUSES.toSorted());
});
