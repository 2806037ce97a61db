import { defineConfig } from "vitest/config";

const project = (name: string, include: string[], more: object = {}) => ({
  test: { name, include, environment: "node" as const, testTimeout: 20_000, hookTimeout: 120_000, ...more },
});

const database = { globalSetup: ["test/fixtures/database-setup.ts"] };

/** One project for each level of checking; scripts/checks.mjs says when each runs. */
export default defineConfig({
  test: {
    retry: 0,
    projects: [
      // Modules are loaded once for all files of a worker: a test leaves nothing behind in them.
      project("unit", ["{app,server}/**/*.test.{ts,tsx}", "test/*.test.ts", "scripts/*.test.mjs"], {
        isolate: false,
        exclude: ["**/*.operations.test.ts"],
      }),
      project("operations", ["{app,server}/**/*.operations.test.ts"], { ...database, isolate: false }),
      // Each file has a database of its own and asks the same build, which is loaded once for all of them.
      project("http", ["test/http/**/*.test.ts"], { ...database, isolate: false }),
      project("html", ["test/html/**/*.test.ts"], database),
      project("browser", ["test/e2e/**/*.test.ts"], {
        ...database,
        testTimeout: 90_000,
        maxWorkers: 2,
        isolate: false,
      }),
      project("screenshots", ["test/screenshots/**/*.test.ts"], { ...database, testTimeout: 1_800_000 }),
      project("resilience", ["test/resilience/**/*.test.ts"], {
        ...database,
        testTimeout: 180_000,
        fileParallelism: false,
      }),
    ],
  },
});
