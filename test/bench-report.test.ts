/** The output of `npm run bench` names missed targets, and its exit code reports them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { missedTargets, summary, write, type Section } from "../bench/report.ts";

const run = { on: "2026-11-22", load: "0.1" };
const section = (title: string, ...met: boolean[]): Section => ({
  title,
  head: ["", "ms"],
  rows: [["page", "3"]],
  targets: met.map((one, index) => ({ what: `of page ${index}`, target: "≤ 3 ms", is: "4 ms", met: one })),
});

test("a missed target is named with its section, so that the run exits with 1", () => {
  expect(missedTargets([section("Track", true), section("Book", true, false)])).toEqual([
    "Book: 4 ms of page 1 (target ≤ 3 ms)",
  ]);
  expect(missedTargets([section("Track", true)])).toEqual([]);
});

test("the page of results says how many targets are missed, also of parts that an earlier run wrote", () => {
  const parts = [write(section("Track", true, false), run), write(section("Book", true), run)];
  expect(summary(parts)).toBe(
    "**1 targets are missed**, 2 are met. A run that misses a target exits with 1.",
  );
  expect(summary([write(section("Track", true), run)])).toContain("Every target is met");
});

test("each section says when it was measured", () => {
  const text = write({ ...section("Track"), text: "Of strangers." }, run);
  expect(text).toContain("Measured on 2026-11-22; load of the machine before: 0.1. Of strangers.");
});

test("bench/main.ts sets the exit code", () => {
  expect(readFileSync("bench/main.ts", "utf8")).toContain("if (missed.length > 0) process.exitCode = 1;");
});
