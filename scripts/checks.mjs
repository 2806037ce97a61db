/** Every check of `npm test` and `npm run test:long`, and the order in which they begin. */
const vitestCheck = (name, more = {}) => ({ name, title: name, ...more });
const commandCheck = (name, ...commands) => ({ name, title: name, commands });

/** Tests of faults that a change of any screen may cause. They are so fast that the short run has them, too. */
const QUICK_RESILIENCE = ["clock", "fuzz", "replies", "stock"].map(
  (name) => `test/resilience/${name}.test.ts`,
);

/**
 * The properties of a check:
 *
 * - `built`: the check tests the build.
 * - `needs`: the program that must be installed. Tests in a browser name their browser.
 * - `alone`: the check needs the whole machine, and waits until no other check runs.
 * - `beside`: the check is half of all the work. The short run begins it at once, and runs the other checks beside it.
 * - `long`: only the long run has the check.
 * - `short`: only the short run has the check. The long run has a larger form of it.
 * - `again`: the check repeats another check in another environment. Only the long run has it, even if it is named.
 * - `quick`: the check always has as few repetitions as in a short run, and no `*.long.test.ts`. In the long run,
 *   another check has all tests with all repetitions.
 * - `only`: the files that the check runs if none are given.
 */
export const CHECKS = [
  vitestCheck("operations", {
    title: "operations (server)",
    database: "server",
    needs: "postgresql",
    long: true,
  }),
  vitestCheck("operations", { title: "operations (embedded)", database: "embedded", quick: true }),
  // The two longest checks begin first. Shorter checks use the remaining cores.
  vitestCheck("http", { built: true }),
  vitestCheck("unit"),
  // One checker is enough. Several checkers share no results: four of them take one and a half times the processor time
  // of one.
  commandCheck("types", ["node_modules/typescript-native/bin/tsc", "--noEmit", "--checkers", "1"]),
  commandCheck("format", ["node_modules/oxfmt/bin/oxfmt", "--check"]),
  commandCheck("arrows", [
    "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
    "--config",
    ".dependency-cruiser.mjs",
    "app",
    "server",
  ]),
  // Files, exports and dependencies that nobody uses. knip.json names the exceptions.
  commandCheck("unused", ["node_modules/knip/bin/knip.js", "--no-progress"]),
  vitestCheck("html", { built: true, needs: "java", long: true }),
  vitestCheck("browser", { built: true, needs: "chromium", beside: true }),
  vitestCheck("browser", {
    title: "browser (whole Chromium)",
    built: true,
    needs: "whole chromium",
    alone: true,
    long: true,
    again: true,
    quick: true,
  }),
  vitestCheck("resilience", {
    title: "resilience (quick)",
    built: true,
    short: true,
    only: QUICK_RESILIENCE,
  }),
  // Lint uses all cores. It begins near the end of a run, when the last other check uses only one core.
  commandCheck(
    "lint",
    ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"],
    ["scripts/check-patterns.mjs"],
  ),
  vitestCheck("resilience", { built: true, needs: "postgresql", alone: true, long: true }),
  // Breaks each rule of the list once: a test of the rule must then fail (docs/mutations.md).
  { ...commandCheck("mutations", ["test/mutations/main.ts"]), alone: true, long: true },
  { ...commandCheck("figures", ["test/resilience/write-results.ts"]), alone: true, long: true, again: true },
];

const isVitest = (check) => !check.commands;

/**
 * The checks of one run. `names` and `files` choose the checks. Without either, all checks of the short or the long run
 * are chosen. `holding` has the names of the checks that have one of the files. `holdingQuick` is used for quick checks
 * and does not count `*.long.test.ts` files: a quick check runs none of these files, and fails if it has no other file.
 */
export function chooseChecks({ names, files, holding, holdingQuick, long }) {
  const named = names.length > 0 ? new Set(names) : null;
  const asked = CHECKS.filter((check) => !check.short && (long || !check.again));
  if (files.length > 0) {
    const vitestNamed = asked.some((check) => isVitest(check) && named?.has(check.name));
    return asked.filter((check) =>
      isVitest(check)
        ? (check.quick ? holdingQuick : holding).has(check.name) && (!vitestNamed || named.has(check.name))
        : named?.has(check.name),
    );
  }
  if (named) return asked.filter((check) => named.has(check.name));
  return long ? asked : CHECKS.filter((check) => !check.long);
}

/** The checks that a short run of all checks leaves to the long one. */
export const ONLY_LONG = [
  ...CHECKS.filter(({ long }) => long).map(({ title }) => title),
  "a bare machine",
  "whole days, walks by keyboard, counted interactions, bytes and caches of the browser, the screens of the back office, and what riders, scans, runs and several open pages do in a browser (test/e2e/*.long.test.ts)",
  "the day on the road with receivers who answer, every way to pay, the doors and the recount of the demo, thirty lives hour by hour, and restores (other *.long.test.ts)",
  "every viewport in the browser",
  "the screens of who is signed in, and axe on a laptop, in dark colours, and the contrast of the texts of a page",
  "further states of a page, such as a refused form, in the browser",
];
