/** BANK-1: stores a bank statement that staff upload. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { lagosDay } from "../../domain/dates.ts";
import type { StatementColumns, StatementPreview } from "../../domain/payment.ts";
import { bankStatements, bankStatementShapes } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { ALWAYS } from "../../platform/http/fields.ts";
import { readDelimited } from "../../platform/tables/delimited.ts";
import { decodedFile, tableField } from "../../platform/tables/table-field.ts";
import { textOfTable } from "../../platform/tables/table-file.server.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { refuse, UPLOADED_BEFORE } from "./messages.ts";
import { OTHER_ACCOUNT } from "./statement-page-forms.ts";
import { bodyOf, shapeOf } from "./statement-lines.ts";
import { previewOf } from "./statement-preview.ts";
import { askToMatch, logStatement } from "./statements.server.ts";
import { MAX_STATEMENT_BYTES, MAX_STATEMENT_ROWS } from "./statement-limits.ts";

/** The form that uploads a bank's file. The person chooses an account that was used before, or types a new name. */
const uploadForm = z
  .object({
    file: tableField(MAX_STATEMENT_BYTES, {
      missing: "Choose the bank's file.",
      tooLarge: "This file is over 5 MB. Export a shorter period.",
    }),
    account: z.string().max(80).default(""),
    otherAccount: z.string().max(80).default(""),
  })
  .superRefine(({ account, otherAccount }, context) => {
    if (otherAccount !== "" || (account !== OTHER_ACCOUNT && account !== "")) return;
    context.addIssue(
      account === ""
        ? { code: "custom", path: ["account"], message: "Choose the account whose statement this is" }
        : { code: "custom", path: ["otherAccount"], message: "Write the bank and the number of the account" },
    );
  }, ALWAYS)
  // A typed name overrules the choice in the list, because the only account in a list is preselected.
  .transform(({ account, otherAccount, file }) => ({
    account: otherAccount === "" ? account : otherAccount.replace(/\s+/g, " "),
    file,
  }));

/**
 * Returns the stored columns. Null if staff must choose: the format is new, the days are unclear, or a running balance
 * shows that other columns are right.
 */
function rememberedColumns(
  known: StatementColumns | undefined,
  { columns, asksDays, proven }: StatementPreview,
) {
  if (!known || asksDays) return null;
  const agree = known.amount === columns.amount && (known.direction ?? null) === columns.direction;
  if (proven && !agree) return null;
  const { out, balance } = proven ? columns : known;
  return { ...known, out: out ?? null, balance: balance ?? null, dayFirst: columns.dayFirst };
}

/**
 * Stores an uploaded statement. The columns chosen before for this format apply unless the cells contradict them.
 * Refuses a file that is no table, has no rows, or has more than 5 MB or 20,000 rows.
 */
export const uploadStatement = operation({
  name: "bank_statements.upload",
  by: staff("decideStatements"),
  input: uploadForm,
  prepare: async ({ services, actor, at }, { file }) => {
    const { readWorkbook } = services;
    const bounds = { rows: MAX_STATEMENT_ROWS, person: actor.person.id, readWorkbook };
    const read = await textOfTable(decodedFile(file), bounds);
    if (!read.ok) return refuse("invalid", "no_table", { why: read.error });
    const table = readDelimited(read.text);
    const body = bodyOf(table);
    if (body.length === 0 || table.heading.cells.length < 2) return refuse("invalid", "no_rows");
    const preview = previewOf(table, lagosDay(at), read.left);
    return {
      ok: true,
      prepared: { source: read.text, preview, rows: body.length, shape: shapeOf(table.heading.cells) },
    };
  },
  run: async (work, { account }) => {
    const { services, tx, actor, at, reserved, prepared } = work;
    const { source, preview, rows, shape } = prepared;
    const [known] = await tx
      .select({ columns: bankStatementShapes.columns })
      .from(bankStatementShapes)
      .where(eq(bankStatementShapes.shape, shape));
    const columns = rememberedColumns(known?.columns, preview);
    const [made] = await tx
      .insert(bankStatements)
      .values({
        formKey: reserved?.key ?? randomUUID(),
        formHash: reserved?.hash ?? null,
        source,
        account,
        preview,
        columns,
        createdAt: at,
        ...shownAuthor(actor),
      })
      .returning({ id: bankStatements.id });
    if (!made) throw new Error("a statement was not written");
    if (columns) await askToMatch(tx, services, { id: made.id, matching: 0 });
    await logStatement(work, made.id, `Uploaded a bank statement of ${rows} rows, ${account}`);
    return { ok: true, id: made.id };
  },
  conflict: () => UPLOADED_BEFORE,
});
