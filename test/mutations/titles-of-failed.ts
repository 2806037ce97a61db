import { resolve } from "node:path";
import type { TestModule, Vitest } from "vitest/node";
import type { Judged } from "./mutation.ts";

/** Runs tests. Returns the titles of the failed ones by file; null if a file itself failed, or ran no test. */
export async function titlesOfFailed(
  vitest: Vitest,
  files: readonly (Judged & { project: string })[],
): Promise<Map<string, string[] | null>> {
  const specifications = files.map(({ test, rules, project }) =>
    vitest.projects
      .find(({ name }) => name === project)!
      .createSpecification(resolve(test), { testNamePattern: rules }),
  );
  const { testModules } = await vitest.runTestSpecifications(specifications);
  return new Map(
    files.map(({ test }) => {
      // The modules of earlier runs are among them.
      const module = testModules.find(({ moduleId }) => moduleId === resolve(test));
      if (!module) throw new Error(`${test} is no test file`);
      return [test, titlesIn(module)];
    }),
  );
}

function titlesIn(module: TestModule): string[] | null {
  const all = [...module.children.allTests()];
  const failed = all.filter((test) => test.result().state === "failed").map((test) => test.fullName);
  const isRun = all.some((test) => test.result().state === "passed");
  return failed.length > 0 ? failed : module.ok() && isRun ? [] : null;
}
