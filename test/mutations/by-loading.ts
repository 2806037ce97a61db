/** Runs unit tests and tests of operations. A plugin of Vite changes the mutated file while it is loaded. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createVitest, type VitestPluginContext } from "vitest/node";
import type { Judge, Mutation } from "./mutation.ts";
import { titlesOfFailed } from "./titles-of-failed.ts";

/** `all`: every mutation of the list. Their files are not cached, because a cached file would lack the mutation. */
export async function judgeByLoading(all: readonly Mutation[]): Promise<Judge> {
  const mutated = new Set(all.map(({ file }) => resolve(file)));
  let current: Mutation | null = null;
  let loaded = false;
  const mutate = {
    name: "mutate",
    enforce: "pre" as const,
    configureVitest({ defineCacheKeyGenerator }: VitestPluginContext) {
      defineCacheKeyGenerator(({ id }) => (mutated.has(id.split("?")[0]!) ? false : null));
    },
    load(id: string) {
      if (!current || id.split("?")[0] !== resolve(current.file)) return null;
      const { find, replace } = current;
      loaded = true;
      return readFileSync(current.file, "utf8").replace(find, () => replace);
    },
  };

  const { default: config } = await import("../../vitest.config.ts");
  const projects = config.test!.projects!.map((project) => ({ ...(project as object), plugins: [mutate] }));
  const vitest = await createVitest(
    "test",
    { config: false, watch: false, project: ["unit", "operations"], reporters: [{}], silent: true },
    { test: { ...config.test, projects } },
  );
  return {
    failedTests(files, mutation) {
      const changed = [current, mutation].flatMap((one) => one?.file ?? []);
      current = mutation;
      loaded = false;
      for (const file of changed) vitest.invalidateFile(resolve(file));
      return titlesOfFailed(vitest, files, (test) => (test.includes(".operations.") ? "operations" : "unit"));
    },
    wasUsed: () => loaded,
    close: () => vitest.close(),
  };
}
