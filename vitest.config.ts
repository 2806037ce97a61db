import { defineConfig } from "vitest/config";

const project = (name: string, include: string[], more: object = {}) => ({
  test: { name, include, environment: "node" as const, testTimeout: 20_000, hookTimeout: 120_000, ...more },
});

/** One project for each level of checking; scripts/test.mjs runs them in this order. */
export default defineConfig({
  test: {
    projects: [
      project("unit", ["app/**/*.test.ts", "app/**/*.test.tsx", "server/**/*.test.ts", "test/*.test.ts"], {
        exclude: ["**/*.operations.test.ts"],
      }),
      project("operations", ["app/**/*.operations.test.ts"], {
        globalSetup: ["test/fixtures/database-setup.ts"],
      }),
      project("http", ["test/http/**/*.test.ts"], { globalSetup: ["test/fixtures/database-setup.ts"] }),
      project("html", ["test/html/**/*.test.ts"], { globalSetup: ["test/fixtures/database-setup.ts"] }),
      project("browser", ["test/e2e/**/*.test.ts"], {
        globalSetup: ["test/fixtures/database-setup.ts"],
        testTimeout: 90_000,
        fileParallelism: false,
        retry: 1,
      }),
      project("screenshots", ["test/screenshots/**/*.test.ts"], {
        globalSetup: ["test/fixtures/database-setup.ts"],
        testTimeout: 1_800_000,
      }),
      project("resilience", ["test/resilience/**/*.test.ts"], {
        globalSetup: ["test/fixtures/database-setup.ts"],
        testTimeout: 180_000,
        fileParallelism: false,
      }),
    ],
  },
});
