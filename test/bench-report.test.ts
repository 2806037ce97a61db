/** The output of `npm run bench` names missed targets, and its exit code reports them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { missedTargets, summary, write, type Section } from "../bench/report.ts";

const run = { on: "2026-11-22", load: "0.1" };
const section = (title: string, ...met: boolean[]): Section => ({
  title,
  head: ["", "ratio"],
  rows: [["page", "3"]],
  targets: met.map((one, index) => ({ what: `of page ${index}`, target: "≤ 3 ×", is: "4.00 ×", met: one })),
});
const timed = (is: string): Section => ({
  ...section("Search"),
  targets: [{ what: "search, p99", target: "≤ 25 ms", is, met: false }],
});

test("a missed target is named with its section, so that the run exits with 1", () => {
  expect(missedTargets([section("Track", true), section("Book", true, false)])).toEqual([
    "Book: 4.00 × of page 1 (target ≤ 3 ×)",
  ]);
  expect(missedTargets([section("Track", true)])).toEqual([]);
});

test("a time is meant for a fast machine: up to three times as long is reported, and longer fails the run", () => {
  expect(missedTargets([timed("75.0 ms")])).toEqual([]);
  expect(write(timed("75.0 ms"), run)).toContain("- **Slow on this machine**: 75.0 ms search, p99");
  expect(missedTargets([timed("75.1 ms")])).toEqual(["Search: 75.1 ms search, p99 (target ≤ 25 ms)"]);
});

test("the page of results says how many targets are missed, also of parts that an earlier run wrote", () => {
  const parts = [write(section("Track", true, false), run), write(section("Book", true), run)];
  expect(summary(parts)).toBe(
    "**1 targets are missed**, 2 are met, and 0 times are longer than on a fast machine, but at most three times as long. A run that misses a target exits with 1.",
  );
  expect(summary([write(timed("30 ms"), run)])).toMatch(/^No target is missed, 0 are met, and 1 times/);
});

test("each section says when it was measured", () => {
  const text = write({ ...section("Track"), text: "Of strangers." }, run);
  expect(text).toContain("Measured on 2026-11-22; load of the machine before: 0.1. Of strangers.");
});

test("bench/main.ts sets the exit code", () => {
  expect(readFileSync("bench/main.ts", "utf8")).toContain("if (missed.length > 0) process.exitCode = 1;");
});
