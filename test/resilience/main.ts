/** `npm run test:long`: every fault as often as promised, with the figures in RESULTS.md. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { NOTES } from "../fixtures/long.ts";
import { resultsPage, type Tried } from "../fixtures/results-page.ts";

const PAGE = "test/resilience/RESULTS.md";
rmSync(NOTES, { recursive: true, force: true });

/** What one run of tests answered: 0 when all went well. */
function run(project: string, args: string[], env: Record<string, string>): number {
  const all = ["node_modules/vitest/vitest.mjs", "run", "--project", project, "--reporter=verbose", ...args];
  return (
    spawnSync(process.execPath, all, { stdio: "inherit", env: { ...process.env, TEST_LONG: "1", ...env } })
      .status ?? 1
  );
}
const only = process.argv.slice(2);
const begun = performance.now();
const resilience = run("resilience", only, {});
// Not a fault, but it takes as long: the counters that triggers maintain, after many writes at once.
const counters =
  only.length === 0 ? run("operations", ["counters.operations"], { COUNTER_WRITES: "100000" }) : 0;
const status = resilience || counters;
const minutes = Math.ceil((performance.now() - begun) / 60_000);

const tried = (existsSync(NOTES) ? readdirSync(NOTES) : []).map((name) => {
  const file = join(NOTES, name);
  const { fault, figures } = JSON.parse(readFileSync(file, "utf8")) as Pick<Tried, "fault" | "figures">;
  return {
    fault,
    figures: status === 0 ? figures : { ...figures, "the run": "had failures" },
    on: statSync(file).mtime.toISOString().slice(0, 10),
  };
});
const intro = [
  "# What was tried, and what came of it",
  `Made by \`npm run test:long\` on ${availableParallelism()} cores. Clients keep a log of each booking they sent and each answer they got; the log is then held against the database. \`lost\`: acknowledged and not stored. \`double\`: a form stored twice. \`jobless\`: a booking without exactly one mail job and one first event, or a job without a booking.`,
  "A run of everything makes the whole page. A run of some files (`node test/resilience/main.ts FILE…`) replaces the sections of its faults. Each section has the day of its run, and says where that run had failures.",
];
writeFileSync(PAGE, resultsPage(intro, only.length > 0 ? readFileSync(PAGE, "utf8") : "", tried));
console.log(`After ${minutes} minutes.`);
process.exit(status);
