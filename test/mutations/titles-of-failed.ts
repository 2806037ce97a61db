import type { TestModule } from "vitest/node";

/** The titles of the tests that failed in one file; null if the file itself failed, or ran no test. */
export function titlesOfFailed(
  path: string,
  { testModules }: { testModules: TestModule[] },
): string[] | null {
  // The modules of earlier runs are among them.
  const module = testModules.find(({ moduleId }) => moduleId === path);
  if (!module) throw new Error(`${path} is no test file`);
  const all = [...module.children.allTests()];
  const failed = all.filter((test) => test.result().state === "failed").map((test) => test.fullName);
  const isRun = all.some((test) => test.result().state === "passed");
  return failed.length > 0 ? failed : module.ok() && isRun ? [] : null;
}
