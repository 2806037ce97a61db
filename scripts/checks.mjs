/** Every check of `npm test` and `npm run test:long`, and the order in which they begin. */
const vitestCheck = (name, more = {}) => ({ name, title: name, ...more });
const commandCheck = (name, ...commands) => ({ name, title: name, commands });

/**
 * `built`: it tries the build. `needs`: a program of the machine. `alone`: it wants the whole machine, and waits until
 * nothing else runs. `long`: only the long run has it.
 */
export const CHECKS = [
  vitestCheck("operations", { title: "operations (embedded)", database: "embedded" }),
  vitestCheck("operations", { title: "operations (server)", database: "server", needs: "postgresql" }),
  vitestCheck("unit"),
  commandCheck("lint", ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"]),
  commandCheck("types", ["node_modules/typescript-native/bin/tsc", "--noEmit"]),
  commandCheck("format", ["node_modules/prettier/bin/prettier.cjs", "--check", "."]),
  commandCheck("arrows", [
    "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
    "--config",
    ".dependency-cruiser.mjs",
    "app",
    "server",
  ]),
  vitestCheck("http", { built: true }),
  vitestCheck("html", { built: true, needs: "java", long: true }),
  vitestCheck("browser", { built: true, needs: "chromium", alone: true }),
  vitestCheck("resilience", { built: true, alone: true }),
];

/** The long run tries every fault as often as it is promised, and writes down what came of it. */
const LONG_RESILIENCE = {
  ...commandCheck("resilience", ["test/resilience/main.ts"]),
  built: true,
  alone: true,
};

const isVitest = (check) => !check.commands;

/**
 * The checks of one run. `names` and `files` choose; without either it is all of the short or the long run. `holding` are
 * the names of the checks that have one of the files.
 */
export function chooseChecks({ names, files, holding, long }) {
  const named = names.length > 0 ? new Set(names) : null;
  if (files.length > 0) {
    const vitestNamed = CHECKS.some((check) => isVitest(check) && named?.has(check.name));
    return CHECKS.filter((check) =>
      isVitest(check)
        ? holding.has(check.name) && (!vitestNamed || named.has(check.name))
        : named?.has(check.name),
    );
  }
  const ofRun = CHECKS.filter((check) => (named ? named.has(check.name) : long || !check.long));
  return long ? ofRun.map((check) => (check.name === "resilience" ? LONG_RESILIENCE : check)) : ofRun;
}

/** What a whole short run leaves to the long one. */
export const ONLY_LONG = [
  ...CHECKS.filter(({ long }) => long).map(({ title }) => title),
  "resilience at full count",
  "a bare machine",
  "every viewport in the browser",
];
