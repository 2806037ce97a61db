/** `npm run test:long` tries every fault as often as it is promised and writes down what it saw; `npm test` tries each a few times. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const LONG = process.env["TEST_LONG"] === "1";
export const times = (quick: number, long: number): number => (LONG ? long : quick);

/** Where a long run leaves its figures; test/resilience/main.ts makes RESULTS.md of them. */
export const NOTES = ".cache/resilience";

/** Notes what a fault did, as pairs of a word and a figure. Only long runs are kept. */
export function note(fault: string, figures: Record<string, string | number>): void {
  if (!LONG) return;
  mkdirSync(NOTES, { recursive: true });
  writeFileSync(join(NOTES, `${fault.replace(/\W+/g, "-")}.json`), JSON.stringify({ fault, figures }));
}

export const worst = (values: number[]): number =>
  Math.round(values.reduce((most, value) => Math.max(most, value), 0));
