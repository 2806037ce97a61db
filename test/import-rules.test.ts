/**
 * Each rule of .dependency-cruiser.mjs reports the import that it forbids, and reports nothing in a tree without
 * faults.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import { expect, test } from "vitest";
import { afterTest } from "./fixtures/after-test.ts";

const { forbidden = [], options: { tsConfig: _, ...options } = {} } =
  await extractDepcruiseConfig("./.dependency-cruiser.mjs");

/** The files of a small product: each path with the paths that the file imports. */
type Files = Record<string, string[]>;

const TIDY: Files = {
  "app/root.tsx": ["./shells/frame.tsx"],
  "app/shells/frame.tsx": ["../parcels/bookings/form.tsx", "../ui/button.tsx"],
  "app/parcels/bookings/book.route.tsx": ["./create.server.ts", "./form.tsx", "../../shells/frame.tsx"],
  "app/parcels/bookings/create.server.ts": [
    "../../access/actor.ts",
    "../../platform/db/schema/bookings.ts",
    "./weight.ts",
    "../../notifications/notify.server.ts",
    "node:crypto",
  ],
  "app/parcels/bookings/form.tsx": ["../../ui/button.tsx", "./weight.ts"],
  "app/parcels/bookings/weight.ts": ["../../domain/money.ts"],
  "app/road/rider-phone/state/words.ts": ["../../../domain/money.ts"],
  "app/road/rider-phone/log/deed-log.client.ts": ["../state/words.ts"],
  "app/road/rider-phone/send/send-deeds.client.ts": ["../log/deed-log.client.ts", "../state/words.ts"],
  "app/road/rider-phone/screens/app.tsx": ["../send/send-deeds.client.ts"],
  "app/road/runs/lock-run.server.ts": ["../../platform/clock.ts"],
  "app/road/entries/enter-deeds.server.ts": ["../runs/lock-run.server.ts"],
  "app/road/entries/take-money.server.ts": ["./enter-deeds.server.ts"],
  "app/road/runs/board/board-address.ts": ["../../../domain/money.ts"],
  "app/road/runs/board/board.ts": ["./board-address.ts"],
  "app/road/runs/page/run-page.ts": ["../board/board-address.ts"],
  "app/road/runs/page/stop-order.ts": ["./run-page.ts"],
  "app/road/deeds/deliver.server.ts": [
    "../entries/enter-deeds.server.ts",
    "../runs/page/run-page.ts",
    "../runs/board/board-address.ts",
  ],
  "app/people/profile/profile.ts": ["../../domain/money.ts"],
  "app/history/add-events.server.ts": ["../platform/clock.ts"],
  "app/notifications/notify.server.ts": ["../platform/clock.ts"],
  "app/places/hubs.server.ts": ["../platform/clock.ts"],
  "app/access/actor.ts": ["../domain/money.ts", "../platform/clock.ts"],
  "app/offline/send-queue.ts": ["../ui/button.tsx"],
  "app/platform/clock.ts": ["../domain/money.ts"],
  "app/platform/db/schema/bookings.ts": [],
  "app/domain/money.ts": ["../text/plain-text.ts"],
  "app/text/plain-text.ts": [],
  "app/ui/button.tsx": ["../text/plain-text.ts"],
  "server/main.ts": ["../app/platform/clock.ts", "pg"],
  "node_modules/pg/index.js": [],
  "node_modules/react/index.js": [],
};

const FORBIDDEN: [rule: string, file: string, imported: string][] = [
  ["history-knows-no-feature", "app/history/add-events.server.ts", "../parcels/bookings/weight.ts"],
  ["history-knows-no-feature", "app/history/add-events.server.ts", "../places/hubs.server.ts"],
  ["text-is-pure", "app/text/plain-text.ts", "../domain/money.ts"],
  ["no-circle", "app/domain/money.ts", "./money.ts"],
  ["domain-is-pure", "app/domain/money.ts", "../ui/button.tsx"],
  ["ui-knows-no-business", "app/ui/button.tsx", "../domain/money.ts"],
  ["platform-knows-no-feature", "app/platform/clock.ts", "../parcels/bookings/weight.ts"],
  ["platform-knows-no-feature", "app/platform/clock.ts", "../notifications/notify.server.ts"],
  ["notifications-know-no-feature", "app/notifications/notify.server.ts", "../parcels/bookings/weight.ts"],
  ["platform-knows-no-feature", "app/platform/clock.ts", "../access/actor.ts"],
  ["access-knows-no-feature", "app/access/actor.ts", "../parcels/bookings/weight.ts"],
  ["offline-knows-no-feature", "app/offline/send-queue.ts", "../parcels/bookings/weight.ts"],
  ["areas-import-down", "app/people/profile/profile.ts", "../../parcels/bookings/weight.ts"],
  ["features-import-down", "app/parcels/bookings/form.tsx", "../../shells/frame.tsx"],
  ["app-imports-no-server-folder", "app/parcels/bookings/create.server.ts", "../../../server/main.ts"],
  ["rider-phone-state-imports-down", "app/road/rider-phone/state/words.ts", "../log/deed-log.client.ts"],
  [
    "rider-phone-log-imports-down",
    "app/road/rider-phone/log/deed-log.client.ts",
    "../send/send-deeds.client.ts",
  ],
  ["rider-phone-send-imports-down", "app/road/rider-phone/send/send-deeds.client.ts", "../screens/app.tsx"],
  [
    "nobody-imports-the-riders-page",
    "app/parcels/bookings/form.tsx",
    "../../road/rider-phone/state/words.ts",
  ],
  ["a-run-knows-no-room", "app/road/runs/lock-run.server.ts", "./board/board-address.ts"],
  ["a-run-knows-no-room", "app/road/runs/lock-run.server.ts", "../entries/enter-deeds.server.ts"],
  ["entries-know-only-the-run", "app/road/entries/take-money.server.ts", "../runs/page/run-page.ts"],
  ["entries-have-doors", "app/road/deeds/deliver.server.ts", "../entries/take-money.server.ts"],
  ["the-board-has-doors", "app/road/runs/page/run-page.ts", "../board/board.ts"],
  ["a-runs-page-has-doors", "app/road/deeds/deliver.server.ts", "../runs/page/stop-order.ts"],
  ["nobody-imports-a-route", "app/parcels/bookings/form.tsx", "./book.route.tsx"],
  [
    "only-server-files-touch-the-database",
    "app/parcels/bookings/form.tsx",
    "../../platform/db/schema/bookings.ts",
  ],
  ["only-server-files-touch-the-database", "app/parcels/bookings/form.tsx", "pg"],
  ["plain-files-are-pure", "app/parcels/bookings/weight.ts", "./create.server.ts"],
  ["plain-files-are-pure", "app/parcels/bookings/weight.ts", "react"],
  ["plain-files-use-no-node-module", "app/parcels/bookings/weight.ts", "node:crypto"],
  ["resolvable", "app/parcels/bookings/form.tsx", "./missing.ts"],
];

async function brokenRules(files: Files): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "imports-"));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, imports] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const lines = imports.map((to, at) => `import * as x${at} from "${to}";\nexport { x${at} };`);
    writeFileSync(join(folder, path), `${lines.join("\n")}\nexport const own = 1;\n`);
  }
  const { output } = await cruise(["app", "server"], {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden },
  });
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
}

test("a tree whose imports point down breaks no rule", async () => {
  expect(await brokenRules(TIDY)).toEqual([]);
});

test.each(FORBIDDEN)("%s: %s may not import %s", async (rule, file, imported) => {
  const broken = await brokenRules({ ...TIDY, [file]: [...TIDY[file]!, imported] });
  expect(broken).toContain(rule);
});

test("each rule has an import here that breaks it", () => {
  const here = new Set(FORBIDDEN.map(([rule]) => rule));
  expect(here).toEqual(new Set(forbidden.map(({ name }) => name)));
});
