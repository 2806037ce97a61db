/** Fields that contain a list, with one entry in each line. */
import * as z from "zod";

type Read<Entry> = (line: string) => Entry | { wrong: string };
const isWrong = (entry: unknown): entry is { wrong: string } =>
  typeof entry === "object" && entry !== null && "wrong" in entry;

/** Makes a field with one entry in each line. An error names the first invalid line. A list of entries is valid too. */
export function linesField<Entry>(read: Read<Entry>, most: number) {
  return z
    .union([z.string().max(10_000, "This is too long"), z.array(z.custom<Entry>())])
    .default([])
    .transform((text, issue): Entry[] => {
      if (Array.isArray(text)) return text;
      const lines = text
        .split("\n")
        .map((line) => line.replace(/\s+/g, " ").trim())
        .filter(Boolean);
      if (lines.length > most) {
        issue.addIssue(`At most ${most} lines`);
        return z.NEVER;
      }
      const entries: Entry[] = [];
      for (const [at, line] of lines.entries()) {
        const entry = read(line);
        if (isWrong(entry)) {
          issue.addIssue(lines.length > 1 ? `Line ${at + 1}: ${entry.wrong}` : entry.wrong);
          return z.NEVER;
        }
        entries.push(entry);
      }
      return entries;
    });
}

/**
 * Splits a line into two parts: 'Trust: Each change is recorded' becomes 'Trust' and 'Each change is recorded'. Null if
 * a part is missing.
 */
export function twoParts(line: string, between: string): [string, string] | null {
  const at = line.indexOf(between);
  const parts: [string, string] = [line.slice(0, at).trim(), line.slice(at + between.length).trim()];
  return at > 0 && parts.every(Boolean) ? parts : null;
}
