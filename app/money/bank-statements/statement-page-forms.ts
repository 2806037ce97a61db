/** BANK-1: the forms of a statement's page. */
import * as z from "zod";
import type { LineState, StatementDecisions } from "../../domain/payment.ts";
import type { Matched } from "./match-statement.ts";
import { readParts } from "./parts-text.ts";
import type { StatementLine } from "./statement-line.ts";

/** Reads a column number. Other text is refused: the option 'Choose' is empty, and `Number("")` would be column 0. */
const column = (missing: string) =>
  z.preprocess(
    (sent) => (/^\d+$/.test(String(sent)) ? Number(sent) : null),
    z.number(missing).int(missing).max(39, missing),
  );
const optionalColumn = z
  .union([z.literal("").transform(() => null), z.null(), z.coerce.number().int().min(0).max(39)])
  .default(null);
export const statementForm = z.object({ id: z.string().max(40) });

/** The id prefix of the fields on a statement's page. The summary of errors links to these ids. */
export const STATEMENT_FORM = "statement";
export const fieldId = (name: string): string => `${STATEMENT_FORM}-${name}`;

export const OTHER_ACCOUNT = "other";

export const columnsForm = statementForm.extend({
  date: column("Choose the column of the day"),
  amount: column("Choose the column of the amount"),
  details: column("Choose the column of the narration"),
  out: optionalColumn,
  reference: optionalColumn,
  direction: optionalColumn,
  balance: optionalColumn,
  dayFirst: z.union(
    [z.enum(["yes", "no"]).transform((text) => text === "yes"), z.boolean()],
    "Say which comes first: the days of this file do not tell",
  ),
});

export const headingForm = statementForm.extend({
  headingLine: z.coerce.number("Choose the row with the names of the columns").int().min(1).max(1_000_000),
});

export const recordForm = statementForm.extend({
  plan: z.string().max(64).default(""),
  leaveUnread: z.union([z.literal("on").transform(() => true), z.boolean()]).default(false),
});

/** The form of decisions. Field names such as 'do-14' contain the row number (`readDecisions`). */
export const decisionsForm = statementForm.catchall(z.string());

export const LINE_STATE_LABELS: Record<LineState, string> = {
  matched: "Matched",
  doubtful: "To check",
  unknown: "No match",
  broken: "Cannot be read",
  repeated: "Already recorded",
  left_out: "Skipped",
  out: "Money out",
};

export const CHOICES = ["open", "record", "leave"] as const;
export const CHOICE_LABELS: Record<(typeof CHOICES)[number], string> = {
  open: "Decide later",
  record: "Record",
  leave: "Skip",
};

type Decided = Record<string, StatementDecisions[string] | null>;

export const LINES_A_PAGE = 50;

/** Reads row numbers from field names: 'do-14' means row 14. */
export const rowsOf = (rawValues: Record<string, string>): number[] =>
  Object.keys(rawValues)
    .flatMap((name) => /^do-(\d{1,6})$/.exec(name)?.[1] ?? [])
    .slice(0, LINES_A_PAGE)
    .map(Number);

/** Reads the decisions of a page: 'do-14' and 'parts-14' for row 14. Undecided rows are left out. */
export function readDecisions(
  rawValues: Record<string, string>,
  lines: readonly Pick<Matched<StatementLine>, "row" | "kobo" | "decided">[],
): { ok: true; decided: Decided } | { ok: false; errors: Record<string, string> } {
  const decided: Decided = {};
  const errors: Record<string, string> = {};
  for (const { row, kobo, decided: before } of lines) {
    const choice = rawValues[`do-${row}`];
    if (choice === "leave") decided[row] = [];
    else if (choice === "open" && before) decided[row] = null;
    else if (choice === "record") {
      const read = readParts(rawValues[`parts-${row}`] ?? "", kobo ?? 0);
      if (read.ok) decided[row] = read.parts;
      else errors[`parts-${row}`] = read.error;
    }
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, decided };
}
