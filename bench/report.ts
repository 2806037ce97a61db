/** RESULTS.md: tables and targets, in words. */
import { writeFileSync } from "node:fs";

export type Target = { what: string; target: string; is: string; met: boolean };
export type Section = { title: string; text?: string; head: string[]; rows: string[][]; targets: Target[] };

export const round = (value: number): string =>
  Number.isFinite(value) ? Math.round(value).toLocaleString("en") : "not measured";
export const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
export const times = (value: number): string => `${value.toFixed(2)} ×`;

const line = (cells: string[]) => `| ${cells.join(" | ")} |`;

export function write(section: Section): string {
  return [
    `## ${section.title}`,
    ...(section.text ? ["", section.text] : []),
    "",
    line(section.head),
    line(section.head.map(() => "---")),
    ...section.rows.map(line),
    "",
    ...section.targets.map(
      ({ what, target, is, met }) => `- ${met ? "Met" : "**Short**"}: ${is} ${what} (target ${target})`,
    ),
    "",
  ].join("\n");
}

export function writeResults(machine: string, sections: Section[]): void {
  const text = [
    "# Measured",
    "",
    "Made by `npm run bench -- all`. The figures to compare are the ratios: both sides were measured in the same run on the same machine.",
    "",
    `Machine: ${machine}. One process each, 32 connections, limits widened.`,
    "",
    ...sections.map(write),
  ].join("\n");
  writeFileSync("bench/RESULTS.md", text);
}
