import { defineConfig } from "vitest/config";
import LongestFirst from "./test/fixtures/longest-first.ts";

const isLong = process.env["TEST_LONG"] === "1";
/** The long run repeats properties many more times, beside other checks. */
const testTimeout = isLong ? 300_000 : 60_000;

const project = (name: string, include: string[], more: object = {}) => ({
  // JSX is compiled as in the build. JSX that is compiled for development calls a function which React's production
  // build does not have.
  oxc: { jsx: { runtime: "automatic" as const, development: false } },
  test: { name, include, environment: "node" as const, testTimeout, hookTimeout: 120_000, ...more },
});

const database = { globalSetup: ["test/fixtures/database-setup.ts"] };
const quickPasswords = { setupFiles: ["test/fixtures/quick-passwords.ts"] };
/** The settings of tests that use the build as it runs in production, with React's production build. */
const built = {
  globalSetup: ["test/fixtures/fresh-build.mjs", ...database.globalSetup],
  env: { NODE_ENV: "production" },
};

/** Tests that only the long run includes (scripts/checks.mjs). */
const onlyLong = isLong ? [] : ["**/*.long.test.ts"];

/** One project for each level of checking; scripts/checks.mjs says when each runs. */
export default defineConfig({
  test: {
    retry: 0,
    // The message of a failed comparison shows all entries of the compared lists.
    chaiConfig: { truncateThreshold: 0 },
    sequence: { sequencer: LongestFirst },
    projects: [
      // Modules are loaded once for all files of a worker: a test must leave no state in them.
      project("unit", ["{app,server}/**/*.test.{ts,tsx}", "test/*.test.ts", "scripts/*.test.mjs"], {
        isolate: false,
        exclude: ["**/*.operations.test.ts", "**/*.operations.long.test.ts", ...onlyLong],
      }),
      project(
        "operations",
        ["{app,server}/**/*.operations.test.ts", "{app,server}/**/*.operations.long.test.ts"],
        {
          exclude: onlyLong,
          ...database,
          ...quickPasswords,
          isolate: false,
        },
      ),
      // Each file has a database of its own and uses one shared build, which is loaded once for all of them.
      project("http", ["test/http/**/*.test.ts"], {
        ...built,
        ...quickPasswords,
        isolate: false,
        exclude: onlyLong,
      }),
      project("html", ["test/html/**/*.test.ts"], built),
      project("browser", ["test/e2e/**/*.test.ts"], {
        ...built,
        testTimeout: 90_000,
        // On a busy machine a second passes between a key and its effect on the page.
        expect: { poll: { timeout: 10_000 } },
        maxWorkers: 2,
        isolate: false,
        exclude: onlyLong,
      }),
      project("screenshots", ["test/screenshots/**/*.test.ts"], { ...built, testTimeout: 1_800_000 }),
      project("resilience", ["test/resilience/**/*.test.ts"], {
        ...built,
        testTimeout: 180_000,
        fileParallelism: false,
      }),
    ],
  },
});
