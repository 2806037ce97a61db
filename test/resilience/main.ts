/** `npm run test:long`: every fault as often as promised, with the figures in RESULTS.md. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

const NOTES = ".cache/resilience";
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

const notes = (existsSync(NOTES) ? readdirSync(NOTES) : [])
  .map(
    (file) =>
      JSON.parse(readFileSync(join(NOTES, file), "utf8")) as {
        fault: string;
        figures: Record<string, string | number>;
      },
  )
  .toSorted((a, b) => a.fault.localeCompare(b.fault));
const lines = notes.flatMap(({ fault, figures }) => [
  `## ${fault}`,
  "",
  ...Object.entries(figures).map(([what, figure]) => `- ${what}: ${figure}`),
  "",
]);
const intro = [
  "# What was tried, and what came of it",
  "",
  `Made by \`npm run test:long\` on ${availableParallelism()} cores in ${minutes} minutes. Clients keep a log of each booking they sent and each answer they got; the log is then held against the database. \`lost\`: acknowledged and not stored. \`double\`: a form stored twice. \`jobless\`: a booking without exactly one mail job and one first event, or a job without a booking.`,
  "",
  ...(status === 0 ? [] : ["**This run had failures.**", ""]),
];
// Some of them are tried by name: what they noted is shown, and the page of all stays as it is.
if (only.length > 0) console.log(lines.join("\n"));
else writeFileSync("test/resilience/RESULTS.md", [...intro, ...lines].join("\n"));
process.exit(status);
