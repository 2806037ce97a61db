/** `npm run test:long`: every fault as often as promised, and the product's guarantees, with the figures in RESULTS.md. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { NOTES } from "../fixtures/long.ts";
import { resultsPage, type Tried } from "../fixtures/results-page.ts";

const PAGE = "test/resilience/RESULTS.md";
rmSync(NOTES, { recursive: true, force: true });

type Report = { testResults: { name: string; status: string }[] };

/** Runs tests; returns the paths of the files in which every test passed. */
function run(project: string, args: string[], env: Record<string, string>): string[] {
  const report = join(NOTES, `../resilience-${project}.json`);
  rmSync(report, { force: true });
  const reporters = ["--reporter=verbose", "--reporter=json", `--outputFile.json=${report}`];
  const all = ["node_modules/vitest/vitest.mjs", "run", "--project", project, ...reporters, ...args];
  const { status } = spawnSync(process.execPath, all, {
    stdio: "inherit",
    env: { ...process.env, TEST_LONG: "1", ...env },
  });
  if (status !== 0) process.exitCode = 1;
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  return testResults
    .filter((file) => file.status === "passed")
    .map(({ name }) => relative(process.cwd(), name));
}
/**
 * Files of other projects with tests whose figures are on the page too: guarantees that need no fault, or that are
 * tested without a process of the product.
 */
const ELSEWHERE = [
  "app/people/sign-in/link-limits.operations.test.ts",
  "app/company/dashboard/counters.operations.test.ts",
  "app/platform/db/migrations.operations.test.ts",
  "app/platform/mail/unlinked.operations.test.ts",
  "app/people/profile/delete-account.operations.test.ts",
  "app/money/reports/money-recount.operations.test.ts",
  "test/e2e/shared-phone.test.ts",
  "test/http/backup-drills.test.ts",
  "test/http/edge.test.ts",
  "test/http/guards.test.ts",
  "test/http/limits.test.ts",
  "test/http/live.test.ts",
  "test/http/mailbox.test.ts",
  "test/http/same-key.test.ts",
  "test/http/static-files.test.ts",
  "test/http/tracking-guesses.test.ts",
];
const projectOf = (file: string) =>
  file.startsWith("test/http/")
    ? "http"
    : file.startsWith("test/e2e/")
      ? "browser"
      : /^(app|server)\//.test(file)
        ? "operations"
        : "resilience";

const only = process.argv.slice(2);
const chosen = Map.groupBy(only.length > 0 ? only : ["test/resilience/", ...ELSEWHERE], projectOf);
const begun = performance.now();
const passed = new Set(
  [...chosen].flatMap(([project, files]) => run(project, files, { COUNTER_WRITES: "100000" })),
);
const minutes = Math.ceil((performance.now() - begun) / 60_000);

type Noted = Pick<Tried, "fault" | "figures"> & { file: string };
const tried = (existsSync(NOTES) ? readdirSync(NOTES) : []).map((name) => {
  const file = join(NOTES, name);
  const { fault, figures, ...of } = JSON.parse(readFileSync(file, "utf8")) as Noted;
  return {
    fault,
    figures: passed.has(of.file) ? figures : { ...figures, [of.file]: "had failures" },
    on: statSync(file).mtime.toISOString().slice(0, 10),
  };
});
const intro = [
  "# What was tried, and what came of it",
  `Made by \`npm run test:long\` on ${availableParallelism()} cores. Clients keep a log of each booking they sent and each answer they got; the log is then held against the database. \`lost\`: acknowledged and not stored. \`double\`: a form stored twice. \`jobless\`: a booking without exactly one mail job and one first event, or a job without a booking.`,
  "A run of everything makes the whole page. A run of some files (`node test/resilience/main.ts FILE…`) replaces the sections of its faults. Each section has the day of its run, and says where its test file had failures.",
];
writeFileSync(PAGE, resultsPage(intro, only.length > 0 ? readFileSync(PAGE, "utf8") : "", tried));
console.log(`After ${minutes} minutes.`);
