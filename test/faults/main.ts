/** `npm run faults`: every fault as often as it is promised, and what came of it in RESULTS.md. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

const NOTES = ".cache/faults";
rmSync(NOTES, { recursive: true, force: true });
const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "faults", ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, {
  stdio: "inherit",
  env: { ...process.env, FAULTS: "long" },
});

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
  `Made by \`npm run faults\` on ${availableParallelism()} cores, which other work shared. Clients keep a log of each booking they sent and each answer they got; the log is then held against the database. \`lost\`: acknowledged and not stored. \`double\`: a form stored twice. \`jobless\`: a booking without exactly one mail job and one first event, or a job without a booking.`,
  "",
  ...(status === 0 ? [] : ["**This run had failures.**", ""]),
];
writeFileSync("test/faults/RESULTS.md", [...intro, ...lines].join("\n"));
process.exit(status ?? 1);
