/**
 * A child process of main.ts. Tries the mutations whose places in the list are its arguments, prints a line about each,
 * and sends the number of those that no test noticed.
 */
import { judgeByBuild } from "./by-build.ts";
import { judgeByLoading } from "./by-loading.ts";
import { MUTATIONS } from "./list.ts";
import { type Judge, type Judged, type Mutation, needsBuild } from "./mutation.ts";

const mutations = process.argv.slice(2).map((place) => MUTATIONS[Number(place)]!);
const judge = await (needsBuild(mutations[0]!)
  ? judgeByBuild(MUTATIONS.filter(needsBuild))
  : judgeByLoading(MUTATIONS));
/**
 * Returns the rules of all mutations that a test file has to notice. A test may need data of an earlier test in its
 * file.
 */
const rulesOf = (test: string) =>
  MUTATIONS.filter((mutation) => mutation.test === test).map(({ rule }) => rule);
const files: Judged[] = [...new Set(mutations.map(({ test }) => test))].map((test) => ({
  test,
  rules: new RegExp(`\\[(?:${rulesOf(test).join("|")})\\]`),
}));
console.log(`Running ${files.length} test files without a mutation`);
const clean = await judge.failedTests(files, null);
// Some tests fail without the other tests of their file. Then the whole file runs.
const whole = files.filter(({ test }) => clean.get(test)?.length !== 0);
for (const file of whole) file.rules = /^/;
for (const [test, failed] of await judge.failedTests(whole, null)) clean.set(test, failed);
let unseen = 0;
for (const mutation of mutations) {
  const own = files.filter(({ test }) => test === mutation.test);
  const problem = await judgeOne(mutation, judge, own, clean.get(mutation.test) ?? null);
  const line = `${(problem?.word ?? "seen").padEnd(7)}${mutation.rule.padEnd(12)}${mutation.file}`;
  if (!problem) {
    console.log(line);
    continue;
  }
  unseen++;
  console.log(`${line}\n       ${mutation.find}\n     → ${mutation.replace}\n       ${problem.text}`);
}
await judge.close();
process.send!(unseen, () => process.exit());

/**
 * Returns null if the tests pass without the mutation and a test of the rule fails with it. Otherwise returns the
 * problem.
 */
async function judgeOne(
  mutation: Mutation,
  by: Judge,
  own: readonly Judged[],
  before: string[] | null,
): Promise<{ word: string; text: string } | null> {
  const { rule, test } = mutation;
  if (before?.length !== 0)
    return {
      word: "FAILS",
      text: `${test} fails without a mutation: ${before?.join("; ") ?? "no test ran"}`,
    };
  const failed = (await by.failedTests(own, mutation)).get(test) ?? null;
  if (!by.wasUsed()) return { word: "UNUSED", text: `${test} does not load the file` };
  if (failed === null) return { word: "BROKEN", text: "the file did not load" };
  if (failed.some((title) => title.includes(`[${rule}]`))) return null;
  return { word: failed.length > 0 ? "OTHER" : "GREEN", text: failed.join("\n       ") };
}
