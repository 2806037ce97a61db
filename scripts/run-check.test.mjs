/** The runner of `npm test`: each kind of failure in a check fails the run. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHECKS, chooseChecks } from "./checks.mjs";
import { repeatFailed, runCommands, runVitest, total } from "./run-check.mjs";

const PASSING = 'import { test } from "vitest";\ntest("passes", () => {});\n';
let folder;
beforeAll(() => {
  // The folder is inside the repository, so that the tests in it find vitest.
  mkdirSync(".cache", { recursive: true });
  folder = mkdtempSync(resolve(".cache/runner-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs vitest over these files; returns the counts and the output. */
async function runOn(name, files) {
  const own = join(folder, name);
  mkdirSync(own);
  const config =
    'export default { test: { projects: [{ test: { name: "unit", include: ["*.test.mjs"] } }] } };';
  writeFileSync(join(own, "vitest.config.mjs"), config);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(own, file), text);
  let output = "";
  const onOutput = (text) => (output += text);
  const result = await runVitest("unit", { folder: own, file: join(own, "result.json"), onOutput });
  return { result, output };
}

test("a file whose tests pass passes, and its seconds are printed", async () => {
  const { result, output } = await runOn("good", { "good.test.mjs": PASSING });
  expect(result).toEqual({ passed: 1, failed: 0, skipped: [], failures: [], failedFiles: [] });
  expect(output).toMatch(/\d\.\d \(\d+\.\d\) {2}good\.test\.mjs/);
});

test("a file that cannot be loaded or has no test fails, whatever the others do; each is named with its message", async () => {
  const { result } = await runOn("bad", {
    "good.test.mjs": PASSING,
    "missing.test.mjs": `import "./nowhere.mjs";\n${PASSING}`,
    "syntax.test.mjs": "test(",
    "empty.test.mjs": "",
    "failing.test.mjs": 'import { expect, test } from "vitest";\ntest("counts", () => expect(1).toBe(2));\n',
    "left.test.mjs": PASSING.replace("passes", "waits").replace("test(", "test.skip("),
  });
  expect(result).toMatchObject({ passed: 1, failed: 4, skipped: ["waits"] });
  expect(result.failures).toHaveLength(4);
  for (const named of [
    /missing\.test\.mjs\n.*nowhere\.mjs/s,
    /syntax\.test\.mjs/,
    /empty\.test\.mjs/,
    /failing\.test\.mjs: counts\n.*expected 1 to be 2/s,
  ])
    expect(result.failures).toContainEqual(expect.stringMatching(named));
  expect(total([result])).toEqual({ line: "1 passed, 4 failed", ok: false });
});

test("a few files that failed run once more; what fails twice fails, and what passes then is named", async () => {
  const failed = {
    passed: 5,
    failed: 2,
    skipped: [],
    failures: ["a.test: waits"],
    failedFiles: ["a.test.ts"],
  };
  const asked = [];
  const second = (count) => (files) => (asked.push(files), { ...failed, passed: 2 - count, failed: count });
  expect(await repeatFailed(failed, second(1))).toBe(failed);
  const passed = await repeatFailed(failed, second(0));
  expect(passed).toMatchObject({ passed: 7, failed: 0, failures: [], repeated: ["a.test: waits"] });
  expect(asked).toEqual([["a.test.ts"], ["a.test.ts"]]);
  // Nothing is repeated if the project fails without naming a file, or if more files failed than FILES_TO_REPEAT.
  for (const failedFiles of [[], ["a", "b", "c", "d"]])
    expect((await repeatFailed({ ...failed, failedFiles }, second(0))).failed).toBe(2);
});

test("a hook that throws and a run without a file fail", async () => {
  const hook = `import { afterAll } from "vitest";\nafterAll(() => { throw new Error("no"); });\n${PASSING}`;
  expect((await runOn("hook", { "hook.test.mjs": hook })).result.failed).toBe(1);
  expect((await runOn("none", {})).result.failed).toBe(1);
});

test("a program that fails fails its check, and the next of it is not run", async () => {
  const mark = join(folder, "ran");
  const quiet = { quiet: true };
  const write = ["-e", `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`];
  expect((await runCommands([["-e", "process.exit(3)"], write], quiet)).failed).toBe(1);
  expect(() => readFileSync(mark)).toThrow();
  expect((await runCommands([["-e", ""], write], quiet)).passed).toBe(1);
});

test("the short run leaves out only what the long one has; a file runs in the checks that hold it", () => {
  const titles = (choice) =>
    chooseChecks({
      names: [],
      files: [],
      holding: new Set(),
      holdingQuick: new Set(),
      long: false,
      ...choice,
    }).map(({ title }) => title);
  expect(titles({ long: true })).toEqual(CHECKS.filter(({ short }) => !short).map(({ title }) => title));
  expect(CHECKS.filter(({ title }) => !titles({}).includes(title)).every(({ long }) => long)).toBe(true);
  expect(titles({ names: ["operations"] })).toEqual(["operations (server)", "operations (embedded)"]);
  expect(titles({ names: ["resilience"] })).toEqual(["resilience"]);
  const quick = CHECKS.find(({ short }) => short).only;
  expect(quick.filter((file) => !existsSync(file))).toEqual([]);
  const http = new Set(["http"]);
  const files = { files: ["test/http/booking.test.ts"], holding: http, holdingQuick: http };
  expect(titles(files)).toEqual(["http"]);
  expect(titles({ ...files, names: ["lint"] })).toEqual(["http", "lint"]);
  // A `*.long.test.ts` file belongs to no quick check, so `holdingQuick` is left out.
  const longFile = { files: ["test/e2e/ten-tasks.long.test.ts"], holding: new Set(["browser"]), long: true };
  expect(titles(longFile)).toEqual(["browser"]);
  const operations = new Set(["operations"]);
  expect(titles({ ...files, holding: operations, holdingQuick: operations })).toEqual([
    "operations (server)",
    "operations (embedded)",
  ]);
});
