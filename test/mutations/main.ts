/**
 * `npm run mutations`: changes the code in one place for each rule of the list, and expects that a test with the rule's
 * number in its title fails. `npm run mutations -- LINK BOOK-17`: only these areas and rules. The changes are made while
 * the files are loaded; nothing on the disk is changed.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createVitest, type TestModule, type VitestPluginContext } from "vitest/node";
import { MUTATIONS } from "./list.ts";
import type { Mutation } from "./mutation.ts";

const asked = process.argv.slice(2);
const chosen = MUTATIONS.filter(
  ({ rule }) => asked.length === 0 || asked.some((name) => rule === name || rule.startsWith(`${name}-`)),
);
if (chosen.length === 0) throw new Error(`No mutation has a rule of ${asked.join(", ")}.`);

const mutated = new Set(MUTATIONS.map(({ file }) => resolve(file)));
let current: Mutation | null = null;
let loaded = false;
const mutate = {
  name: "mutate",
  enforce: "pre" as const,
  configureVitest({ defineCacheKeyGenerator }: VitestPluginContext) {
    // The cache of earlier runs has these files without mutations.
    defineCacheKeyGenerator(({ id }) => (mutated.has(id.split("?")[0]!) ? false : null));
  },
  load(id: string) {
    if (!current || id.split("?")[0] !== resolve(current.file)) return null;
    const { find, replace } = current;
    loaded = true;
    return readFileSync(current.file, "utf8").replace(find, () => replace);
  },
};

process.env["TEST_DATABASE"] ??= "embedded";
const { default: config } = await import("../../vitest.config.ts");
const projects = config.test!.projects!.map((project) => ({ ...(project as object), plugins: [mutate] }));
const vitest = await createVitest(
  "test",
  { config: false, watch: false, project: ["unit", "operations"], reporters: [{}], silent: true },
  { test: { ...config.test, projects } },
);

/** Runs one test file. Returns the titles of all tests that failed; null if the file itself failed. */
async function failedTests(path: string): Promise<string[] | null> {
  const name = path.includes(".operations.") ? "operations" : "unit";
  const project = vitest.projects.find((each) => each.name === name)!;
  for (const file of mutated) vitest.invalidateFile(file);
  const { testModules } = await vitest.runTestSpecifications([project.createSpecification(resolve(path))]);
  const module = testModules.find(({ moduleId }) => moduleId === resolve(path));
  if (!module) throw new Error(`${path} is no test file of ${name}.`);
  return titlesOf(module);
}

function titlesOf(module: TestModule): string[] | null {
  const failed = [...module.children.allTests("failed")].map((test) => test.fullName);
  return failed.length === 0 && !module.ok() ? null : failed;
}

const clean = new Map<string, string[] | null>();
const green: string[] = [];
for (const mutation of chosen) {
  const { rule, file, find, replace, test } = mutation;
  current = null;
  if (!clean.has(test)) clean.set(test, await failedTests(test));
  if (clean.get(test)?.length !== 0) {
    console.log(`FAILS  ${rule.padEnd(12)}${test} fails without a mutation: ${clean.get(test)?.join("; ")}`);
    green.push(rule);
    continue;
  }
  current = mutation;
  loaded = false;
  const failed = await failedTests(test);
  const seen = failed?.some((title) => title.includes(`[${rule}]`));
  const word = !loaded
    ? "UNUSED"
    : seen
      ? "seen  "
      : failed === null
        ? "BROKEN"
        : failed.length > 0
          ? "OTHER "
          : "GREEN ";
  console.log(`${word} ${rule.padEnd(12)}${file}`);
  if (!seen) {
    green.push(rule);
    console.log(
      `       ${find}\n     → ${replace}\n       ${failed?.join("\n       ") ?? "the file did not load"}`,
    );
  }
}
await vitest.close();
console.log(
  `\n${chosen.length - green.length} of ${chosen.length} mutations were seen by a test of their rule.`,
);
process.exit(green.length > 0 ? 1 : 0);
