/** Parses and checks the arguments of `npm run admin --` before anything starts. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import type { z } from "zod";

export class UsageError extends Error {}
/** An expected failure of a command. Its message is the reason, in one line. */
export class CommandRefused extends Error {}

export function options<Schema extends z.ZodObject>(args: string[], schema: Schema): z.infer<Schema> {
  const names = Object.keys(schema.shape);
  const known = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const { values } = parse(() => parseArgs({ args, options: known, allowPositionals: false, strict: true }));
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => message).join("; "));
  return parsed.data;
}

const force = { type: "boolean" } as const;
const FILE_OPTIONS = {
  backup: { force },
  restore: { force, erasures: { type: "string" }, "accept-differences": { type: "boolean" } },
  verify: {},
} as const;

/** Parses FILE and the options of a command. Paths are resolved against the caller's folder; `-` stays unchanged. */
export function fileOption(
  args: string[],
  folder: string,
  command: keyof typeof FILE_OPTIONS,
): { file: string; force: boolean; erasures: string | undefined; acceptDifferences: boolean } {
  const { values, positionals } = parse(() =>
    parseArgs({ args, options: { ...FILE_OPTIONS[command] }, allowPositionals: true, strict: true }),
  );
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError("Name one FILE");
  const given = values as { force?: boolean; erasures?: string; "accept-differences"?: boolean };
  const { force = false, erasures, "accept-differences": acceptDifferences = false } = given;
  return {
    file: file === "-" ? file : resolve(folder, file),
    force,
    erasures: erasures && resolve(folder, erasures),
    acceptDifferences,
  };
}

/** Asks at the terminal before a file is overwritten. Without a terminal, refuses to overwrite it. */
export async function mayOverwrite(file: string, force: boolean): Promise<void> {
  if (force || !existsSync(file)) return;
  if (!process.stdin.isTTY) throw new CommandRefused(`${file} already exists. --force overwrites it.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const response = await lines.question(`${file} already exists. Overwrite it? (yes or no) `);
  lines.close();
  if (!/^y(es)?$/i.test(response.trim())) throw new CommandRefused("Nothing was written.");
}

function parse<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new UsageError((error as Error).message.split(". To specify")[0]);
  }
}
