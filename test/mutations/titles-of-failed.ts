import { resolve } from "node:path";
import type { TestModule, Vitest } from "vitest/node";
import type { Judged } from "./mutation.ts";

/**
 * Runs tests. Returns the titles of the failed tests by file; null for a file that could not be loaded, or of which no
 * test ran.
 */
export async function titlesOfFailed(
  vitest: Vitest,
  files: readonly Judged[],
  projectOf: (test: string) => string,
): Promise<Map<string, string[] | null>> {
  const titles = new Map<string, string[] | null>();
  // Vitest cannot run projects with different numbers of workers at the same time.
  for (const [name, own] of Map.groupBy(files, ({ test }) => projectOf(test))) {
    const project = vitest.projects.find((one) => one.name === name)!;
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      own.map(({ test, rules }) => project.createSpecification(resolve(test), { testNamePattern: rules })),
    );
    for (const { test } of own) {
      // `testModules` also has the modules of earlier runs.
      const module = testModules.find(({ moduleId }) => moduleId === resolve(test));
      if (!module) throw new AggregateError(unhandledErrors, `${test} did not run`);
      titles.set(test, titlesIn(module));
    }
  }
  return titles;
}

function titlesIn(module: TestModule): string[] | null {
  const all = [...module.children.allTests()];
  const failed = all.filter((test) => test.result().state === "failed").map((test) => test.fullName);
  const isRun = all.some((test) => test.result().state === "passed");
  return failed.length > 0 ? failed : module.ok() && isRun ? [] : null;
}
