/**
 * `npm run mutations`: changes the code in one place for each rule of the list, and expects that a test with the rule's
 * number in its title fails. `npm run mutations -- LINK BOOK-17`: only these areas and rules. `-- unit`, `-- built`: only
 * those that unit tests and tests of operations judge, or only those that need a build. The sources are not changed.
 */
import { judgeByBuild } from "./by-build.ts";
import { judgeByLoading } from "./by-loading.ts";
import { MUTATIONS } from "./list.ts";
import { type Judge, type Judged, type Mutation, needsBuild } from "./mutation.ts";

const asked = process.argv.slice(2);
const isAsked = (mutation: Mutation) =>
  asked.length === 0 ||
  asked.some((name) =>
    name === "unit" || name === "built"
      ? needsBuild(mutation) === (name === "built")
      : mutation.rule === name || mutation.rule.startsWith(`${name}-`),
  );
const chosen = MUTATIONS.filter(isAsked);
if (chosen.length === 0) throw new Error(`No mutation has a rule of ${asked.join(", ")}.`);
process.env["TEST_DATABASE"] ??= "embedded";

const unseen: string[] = [];

async function judgeAll(mutations: readonly Mutation[], judge: Judge): Promise<void> {
  const files = [...Map.groupBy(mutations, ({ test }) => test)].map(([test, own]) => ({
    test,
    rules: new RegExp(`\\[(?:${own.map(({ rule }) => rule).join("|")})\\]`),
  }));
  console.log(`Running ${files.length} test files without a mutation`);
  const clean = await judge.failedTests(files, null);
  for (const mutation of mutations) {
    const own = files.filter(({ test }) => test === mutation.test);
    const problem = await judgeOne(mutation, judge, own, clean.get(mutation.test) ?? null);
    console.log(`${(problem?.word ?? "seen").padEnd(7)}${mutation.rule.padEnd(12)}${mutation.file}`);
    if (!problem) continue;
    unseen.push(mutation.rule);
    console.log(`       ${mutation.find}\n     → ${mutation.replace}\n       ${problem.text}`);
  }
  await judge.close();
}

/** Null if a test of the rule passes without the mutation and fails with it. */
async function judgeOne(
  mutation: Mutation,
  judge: Judge,
  files: readonly Judged[],
  before: string[] | null,
): Promise<{ word: string; text: string } | null> {
  const { rule, test } = mutation;
  if (before?.length !== 0)
    return {
      word: "FAILS",
      text: `${test} fails without a mutation: ${before?.join("; ") ?? "no test ran"}`,
    };
  const failed = (await judge.failedTests(files, mutation)).get(test) ?? null;
  if (!judge.wasUsed()) return { word: "UNUSED", text: `${test} does not load the file` };
  if (failed === null) return { word: "BROKEN", text: "the file did not load" };
  if (failed.some((title) => title.includes(`[${rule}]`))) return null;
  return { word: failed.length > 0 ? "OTHER" : "GREEN", text: failed.join("\n       ") };
}

const byLoading = chosen.filter((mutation) => !needsBuild(mutation));
if (byLoading.length > 0) await judgeAll(byLoading, await judgeByLoading(MUTATIONS));
const byBuild = chosen.filter(needsBuild);
if (byBuild.length > 0) await judgeAll(byBuild, await judgeByBuild(MUTATIONS.filter(needsBuild)));
console.log(
  `\n${chosen.length - unseen.length} of ${chosen.length} mutations were seen by a test of their rule.`,
);
process.exit(unseen.length > 0 ? 1 : 0);
