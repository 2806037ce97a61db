/** The forms of a statement's page. */
import * as z from "zod";
import type { StatementDecisions } from "../domain/payment.ts";
import type { LineState, MatchedLine } from "./match-statement.ts";
import { readParts } from "./parts-text.ts";

const column = (missing: string) => z.coerce.number(missing).int(missing).min(0, missing).max(39, missing);
const optionalColumn = z
  .union([z.literal("").transform(() => null), z.coerce.number().int().min(0).max(39)])
  .default(null);

export const columnsForm = z.object({
  date: column("Choose the column of the day"),
  amount: column("Choose the column of the amount"),
  details: column("Choose the column of the narration"),
  reference: optionalColumn,
  direction: optionalColumn,
  dayFirst: z.enum(["yes", "no"]).transform((text) => text === "yes"),
});

export const recordForm = z.object({
  plan: z.string().max(64).default(""),
  leaveBroken: z.literal("on").optional(),
});

export const LINE_STATE_LABELS: Record<LineState, string> = {
  matched: "Matched",
  doubtful: "Doubtful",
  unknown: "Unknown",
  repeated: "Counted before",
  left_out: "Left out",
};

export const CHOICES = ["open", "record", "leave"] as const;
export const CHOICE_LABELS: Record<(typeof CHOICES)[number], string> = {
  open: "Not decided",
  record: "Record",
  leave: "Leave out",
};

type Decided = Record<string, StatementDecisions[string] | null>;

/** What was decided about the rows that a page showed: 'do-14' and 'parts-14' for row 14. Rows that stay undecided are left out. */
export function readDecisions(
  rawValues: Record<string, string>,
  lines: readonly MatchedLine[],
): { ok: true; decided: Decided } | { ok: false; errors: Record<string, string> } {
  const decided: Decided = {};
  const errors: Record<string, string> = {};
  for (const { row, kobo, decided: before } of lines) {
    const choice = rawValues[`do-${row}`];
    if (choice === "leave") decided[row] = [];
    else if (choice === "open" && before) decided[row] = null;
    else if (choice === "record") {
      const read = readParts(rawValues[`parts-${row}`] ?? "", kobo);
      if (read.ok) decided[row] = read.parts;
      else errors[`parts-${row}`] = read.error;
    }
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, decided };
}
