/**
 * `npm test`: runs every check, in parallel where checks do not disturb each other. Results of earlier runs are not
 * reused. `npm test -- unit http` runs only these two checks. `npm test -- test/http/booking.test.ts` runs only the
 * files whose path contains that text. `npm run test:long` (--long) is the run before a release.
 */
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { CHECKS, chooseChecks, ONLY_LONG } from "./checks.mjs";
import { findProgram, howToInstall, installMissing } from "./machine.mjs";
import { nodeBinary, Refusal } from "./node-binary.mjs";
import { ensureBuilt, ensureInstalled, main, root, run, seconds } from "./prepare.mjs";
import { repeatFailed, runCommands, runVitest, total } from "./run-check.mjs";
import { beginRun } from "./test-run.mjs";

/** Settings of the product that a shell may have. They are removed, because they must not affect the tests. */
const PRODUCT_SETTINGS =
  "DATABASE_URL DATA_DIR SMTP_URL S3_URL APP_ORIGIN PORT HOST NODE_ENV APP_SECRET WEB_CONCURRENCY".split(" ");

/** The test files whose path contains one of these texts, each with the name of its check. */
function filesWith(texts) {
  const args = ["node_modules/vitest/vitest.mjs", "list", "--filesOnly", ...texts];
  const { stdout } = spawnSync(nodeBinary(), args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, TEST_LONG: "1" },
  });
  return [...stdout.matchAll(/^\[(\w+)\] (.+)$/gm)].map(([, check, path]) => ({ check, path }));
}

/** Throws if no test file of the chosen checks has one of these texts in its path, because nothing would be tested. */
function refuseWithout(files, found, { names, long }) {
  for (const text of files) {
    const its = found.filter(({ path }) => path.includes(text.replace(/^\.\//, "")));
    if (its.length === 0) throw new Refusal(`No test file has ${text} in its path.`);
    const chosen = its.filter(({ check }) => names.length === 0 || names.includes(check));
    if (chosen.length === 0)
      throw new Refusal(`${text} is in no test file of ${names.join(", ")}, but of ${its[0].check}.`);
    if (!long && chosen.every(({ path }) => path.endsWith(".long.test.ts")))
      throw new Refusal(`Only the long run has ${text}: npm run test:long -- ${text}`);
  }
}

function environment() {
  const env = { ...process.env, PATH: `${dirname(nodeBinary())}:${process.env.PATH}` };
  for (const name of PRODUCT_SETTINGS) delete env[name];
  return env;
}

/** Runs one check. Returns its counts, or the reason for which it is skipped. */
async function runCheck(check, { env, files, built, long, show, onMessage }) {
  const { title, commands, database, needs, beside, quick } = check;
  const missing = needs && !findProgram(needs);
  if (missing && !process.env.CI)
    return { skip: `${title}: ${needs} is missing (${howToInstall(needs)})`, failed: 0, passed: 0 };
  if (missing) throw new Refusal(`${needs} is missing: ${howToInstall(needs)}`);
  if (check.built) await built;
  const options = {
    onOutput: show,
    onMessage,
    inBackground: beside && !long,
    env: {
      ...env,
      TEST_LONG: long && !quick ? "1" : "",
      TEST_DATABASE: database ?? env.TEST_DATABASE ?? "embedded",
      CHROMIUM_PATH: findProgram(/chromium/.test(needs) ? needs : "chromium") ?? "",
    },
  };
  if (commands) return runCommands(commands, { ...options, onMessage: undefined });
  const file = join(root, ".cache/test", `${title.replaceAll(/\W+/g, "-").replace(/-$/, "")}.json`);
  return runVitest(check.name, { file, files: files.length > 0 ? files : check.only, ...options });
}

/** The interval between two lines about the progress of a running check. */
const PROGRESS_MS = 5_000;

/** One line about a running check. For a check without vitest, the line has only the time. */
function progressLine({ title }, progress, begun) {
  const { files, of, passed, failed } = progress ?? {};
  const counts = progress ? `${files} of ${of} files, ${passed} passed, ${failed} failed` : "";
  return `running ${title.padEnd(24)}${seconds(begun).padStart(8)}  ${counts}`.trimEnd();
}

/**
 * Runs as many checks at once as there are cores. A short run runs one check more than that, and the browser's tests
 * (`beside`) as well, because every check spends a third of its time waiting. Checks that need the whole machine come
 * last, one by one.
 */
async function runAll(checks, settings) {
  const results = [];
  // A single check shows its output as it runs. If there are several, the output of each is shown when it has ended.
  const live = checks.length === 1;
  const one = async (check) => {
    const begun = Date.now();
    let output = "";
    let progress;
    const tell = () => console.log(progressLine(check, progress, begun));
    const ticker = setInterval(tell, PROGRESS_MS);
    console.log(`${live ? "\n── " : "begun   "}${check.title}`);
    const show = live ? undefined : (text) => (output += text);
    const onMessage = (message) => (progress = message);
    const result = await runCheck(check, { ...settings, show, onMessage }).catch((error) => {
      output += `${error instanceof Refusal ? error.message : error.stack}\n`;
      return { passed: 0, failed: 1 };
    });
    clearInterval(ticker);
    const took = seconds(begun);
    if (output) console.log(`\n── ${check.title} (${took})\n${output.trimEnd()}\n`);
    results.push({ ...result, check, took });
  };
  const isBeside = ({ beside }) => beside && !settings.long;
  const queue = checks.filter((check) => !check.alone && !isBeside(check)).values();
  // Tests on a database wait for the database half of their time. A short run uses that time for one more check.
  const most = Math.max(2, availableParallelism()) + (settings.long ? 0 : 1);
  const lanes = Array.from({ length: most }, async () => {
    for (const check of queue) await one(check);
  });
  await Promise.all([...lanes, ...checks.filter(isBeside).map(one)]);
  for (const check of checks.filter(({ alone }) => alone)) await one(check);
  return repeatAll(results, settings);
}

/**
 * Runs failed files once more, alone, because a test with a time limit can fail while other tests use the processor.
 * The summary names these files.
 */
async function repeatAll(results, settings) {
  const repeated = [];
  for (const result of results) {
    const again = (files) => {
      console.log(`\n── ${result.check.title}: once more, alone: ${files.join(", ")}`);
      return runCheck(result.check, { ...settings, files });
    };
    repeated.push(result.check.commands ? result : await repeatFailed(result, again));
  }
  return repeated;
}

function summary(results, skipped) {
  const table = results.map(({ check, failed, skip, took }) => {
    const word = failed ? "FAILED" : skip ? "skipped" : "passed";
    return `${word.padEnd(8)}${check.title.padEnd(24)}${took.padStart(8)}`;
  });
  const left = [
    ...results.flatMap(({ skip }) => skip ?? []),
    ...results.flatMap(({ check, skipped: tests = [] }) => tests.map((test) => `${check.title}: ${test}`)),
    ...skipped,
  ];
  // The failures are printed last, because the last lines remain visible in a truncated log.
  const failures = results.flatMap(({ failures: all = [] }) => all.map((text) => `FAILED ${text}`));
  const repeated = results.flatMap(({ repeated: all = [] }) =>
    all.map((text) => `passed only when repeated: ${text}`),
  );
  return [...table, "", ...left.map((what) => `not checked: ${what}`), "", ...repeated, ...failures]
    .join("\n")
    .trimEnd();
}

main(async () => {
  process.chdir(root);
  const begun = Date.now();
  const given = process.argv.slice(2);
  const long = given.includes("--long");
  const files = given.filter((text) => text !== "--long" && /[./]/.test(text));
  const names = given.filter((text) => text !== "--long" && !files.includes(text));
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) {
    const known = [...new Set(CHECKS.map(({ name }) => name))].join(", ");
    throw new Refusal(`No such check: ${unknown.join(", ")}. There are ${known}.`);
  }
  await ensureInstalled();
  const found = files.length > 0 ? filesWith(files) : [];
  refuseWithout(files, found, { names, long });
  const holding = new Set(found.map(({ check }) => check));
  const short = found.filter(({ path }) => !path.endsWith(".long.test.ts"));
  const holdingQuick = new Set(short.map(({ check }) => check));
  const checks = chooseChecks({ names, files, holding, holdingQuick, long });
  if (checks.length === 0) throw new Refusal(`No check of this run has ${files.join(" or ")}.`);
  await installMissing([...new Set(checks.flatMap(({ needs }) => needs ?? []))]);
  const env = { ...environment(), ...beginRun() };
  // The types of routes are generated first, because type checks, lint and tests read them.
  if (await run(nodeBinary(), ["node_modules/@react-router/dev/bin.cjs", "typegen"], { env, quiet: true }))
    throw new Refusal("The types of the routes could not be made; see above.");
  const built = checks.some((check) => check.built) ? ensureBuilt() : null;
  // The checks that need the build wait for it and report its failure. Until then the failure must not end this
  // process.
  built?.catch(() => {});
  const results = await runAll(checks, { env, files, built, long });
  const all = names.length === 0 && files.length === 0;
  const left = all && !long ? ONLY_LONG.map((what) => `${what}: npm run test:long`) : [];
  const { line, ok } = total(results);
  console.log(`\n${summary(results, left)}\n\nAfter ${seconds(begun)}:\n${line}`);
  process.exit(ok ? 0 : 1);
});
