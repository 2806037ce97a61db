/** Writes RESULTS.md: tables and targets. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** `because`: what makes the measurement miss its target, where that was found out. */
export type Target = { what: string; target: string; is: string; met: boolean; because?: string };
export type Section = { title: string; text?: string; head: string[]; rows: string[][]; targets: Target[] };
export type Say = (line: string) => void;
/** The day of a measurement, and the load of the machine before it. */
export type Run = { on: string; load: string };

export const round = (value: number): string =>
  Number.isFinite(value) ? Math.round(value).toLocaleString("en") : "not measured";
export const quantile = (values: number[], q: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]!;
export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
export const times = (value: number): string => `${value.toFixed(2)} ×`;

export const line = (cells: string[]) => `| ${cells.join(" | ")} |`;

export function write(section: Section, { on, load }: Run): string {
  return [
    `## ${section.title}`,
    "",
    `Measured on ${on}; load of the machine before: ${load}.${section.text ? ` ${section.text}` : ""}`,
    "",
    line(section.head),
    line(section.head.map(() => "---")),
    ...section.rows.map(line),
    "",
    ...section.targets.map(
      ({ what, target, is, met, because }) =>
        `- ${met ? "Met" : "**Short**"}: ${is} ${what} (target ${target})${met || !because ? "" : `. ${because}`}`,
    ),
    "",
  ].join("\n");
}

/** The targets that the sections miss, each with the title of its section. */
export const missedTargets = (sections: readonly Section[]): string[] =>
  sections.flatMap(({ title, targets }) =>
    targets
      .filter(({ met }) => !met)
      .map(({ what, target, is }) => `${title}: ${is} ${what} (target ${target})`),
  );

/** The numbers of met and missed targets in the sections of a results file. */
export function summary(parts: readonly string[]): string {
  const count = (mark: string) => parts.join("\n").split(`\n- ${mark}: `).length - 1;
  const missed = count("**Short**");
  const verdict = missed === 0 ? "Every target is met" : `**${missed} targets are missed**`;
  return `${verdict}, ${count("Met")} are met. A run that misses a target exits with 1.`;
}

const FILE = "bench/RESULTS.md";

/**
 * Writes the sections of a run. Other sections of the file stay unchanged, each with the day on which it was measured.
 */
export function writeResults(machine: string, run: Run, sections: Section[]): void {
  const kept = existsSync(FILE)
    ? readFileSync(FILE, "utf8")
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  const written = new Map(kept.map((text) => [titleOf(text), text.trimEnd() + "\n"]));
  for (const section of sections) written.set(section.title, write(section, run));
  const text = [
    "# Measured",
    "",
    "Made by `npm run bench -- PART …`; `all` is every part. A run replaces the sections of its parts. The figures to compare are the ratios: both sides were measured in the same run on the same machine. CPU is that of a process with its children, in microseconds for each request.",
    "",
    `Machine: ${machine}. One process each, 32 connections, distinct people and addresses, counts that are fixed, each after a warm-up of a quarter.`,
    "",
    summary([...written.values()]),
    "",
    ...written.values(),
  ].join("\n");
  writeFileSync(FILE, text);
}

const titleOf = (text: string) => text.slice(3, text.indexOf("\n"));
