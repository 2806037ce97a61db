/**
 * The last check of `npm run test:long`: writes the figures that the tests recorded by `note` to RESULTS.md. Sections
 * whose faults were not tried again stay, with the day of their run.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { NOTES } from "../fixtures/long.ts";
import { resultsPage, type Tried } from "../fixtures/results-page.ts";

const PAGE = "test/resilience/RESULTS.md";

const tried = (existsSync(NOTES) ? readdirSync(NOTES) : []).map((name): Tried => {
  const file = join(NOTES, name);
  const { fault, figures } = JSON.parse(readFileSync(file, "utf8")) as Pick<Tried, "fault" | "figures">;
  return { fault, figures, on: statSync(file).mtime.toISOString().slice(0, 10) };
});
const intro = [
  "# What was tried, and what came of it",
  `Made by \`npm run test:long\` on ${availableParallelism()} cores. Clients keep a log of each booking they sent and each answer they got; the log is then held against the database. \`lost\`: acknowledged and not stored. \`double\`: a form stored twice. \`jobless\`: a booking without exactly one mail job and one first event, or a job without a booking.`,
  "Each section has the day of its run. A run of some files (`npm run test:long -- FILE…`) replaces the sections of their faults.",
];
writeFileSync(PAGE, resultsPage(intro, readFileSync(PAGE, "utf8"), tried));
