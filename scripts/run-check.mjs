/** Runs one check to its end and counts its tests. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { nodeBinary } from "./node-binary.mjs";
import { root, run } from "./prepare.mjs";

/** @typedef {{ passed: number, failed: number, skipped: string[], failures: string[], failedFiles: string[] }} Result */
const FAILED = { passed: 0, failed: 1, skipped: [], failures: [], failedFiles: [] };
/** The number of lines of each failure's message that are repeated at the end of a run. */
const MESSAGE_LINES = 12;

/** Runs programs one after the other. Together they count as one test. */
export async function runCommands(commands, options) {
  for (const args of commands) if (await run(nodeBinary(), args, options)) return FAILED;
  return { passed: 1, failed: 0, skipped: [], failures: [], failedFiles: [] };
}

/**
 * Runs one project of the vitest configuration. vitest writes its results to `file`; the seconds of each test file are
 * printed.
 */
export async function runVitest(project, { file, files = [], folder = root, ...options }) {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const own = ["file-seconds", "progress"].map((name) => join(root, `scripts/${name}.mjs`));
  const reporters = ["default", ...own, "json"];
  const args = [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    project,
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    `--outputFile.json=${file}`,
    ...files,
  ];
  const code = await run(nodeBinary(), args, { cwd: folder, ...options });
  return existsSync(file) ? countTests(JSON.parse(readFileSync(file, "utf8")), code) : FAILED;
}

/**
 * Counts the tests of a vitest run. A file that cannot be loaded, and a run without files, are failures without a
 * failed test.
 */
export function countTests({ numPassedTests, numFailedTests, testResults }, code) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failed = numFailedTests + broken.length;
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  );
  const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed");
  const failures = [
    ...tests
      .filter(({ status }) => status === "failed")
      .map(({ file, fullName, failureMessages }) => failure(`${file}: ${fullName}`, failureMessages)),
    ...broken.map(({ name, message }) => failure(relative(root, name), [message])),
  ];
  return {
    passed: numPassedTests,
    failed: code ? Math.max(failed, 1) : failed,
    skipped: skipped.map(({ fullName }) => fullName),
    failures,
    failedFiles: testResults
      .filter(({ status }) => status === "failed")
      .map(({ name }) => relative(root, name)),
  };
}

/**
 * The largest number of failed files that are run again. If more files fail, the cause is probably the code and not a
 * busy machine.
 */
const FILES_TO_REPEAT = 3;

/**
 * Runs the failed files of a result again if they are few. If they pass the second time, the result counts as passed
 * and lists their failures as `repeated`. Otherwise the result is unchanged.
 */
export async function repeatFailed(first, runFiles) {
  if (first.failed === 0 || first.failedFiles.length === 0 || first.failedFiles.length > FILES_TO_REPEAT)
    return first;
  const second = await runFiles(first.failedFiles);
  if (second.failed > 0) return first;
  return { ...first, passed: first.passed + first.failed, failed: 0, failures: [], repeated: first.failures };
}

/** The name of a failed test, followed by the start of its message. */
function failure(name, messages) {
  const lines = stripVTControlCharacters(messages.join("\n")).split("\n").slice(0, MESSAGE_LINES);
  return [name, ...lines.map((line) => `    ${line}`)].join("\n");
}

/** The last line of a run's output, and true if the run succeeded. */
export function total(results) {
  const sum = (count) => results.reduce((all, result) => all + count(result), 0);
  const failed = sum((result) => result.failed);
  return { line: `${sum((result) => result.passed)} passed, ${failed} failed`, ok: failed === 0 };
}
