/** BANK-1: staff choose the heading row of a bank statement and the meaning of its columns. */
import { eq } from "drizzle-orm";
import { lagosDay } from "../../domain/dates.ts";
import { bankStatements, bankStatementShapes } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { readDelimited } from "../../platform/tables/delimited.ts";
import { forgetRowsOf } from "./bank-rows.server.ts";
import { refuse } from "./messages.ts";
import { columnsForm, headingForm } from "./statement-page-forms.ts";
import { bodyOf, shapeOf } from "./statement-lines.ts";
import { previewOf } from "./statement-preview.ts";
import { askToMatch, statementChange, logStatement } from "./statements.server.ts";

/** Reads the file again with another heading row. Deletes the chosen columns and the decisions about rows. */
export const chooseHeading = operation({
  ...statementChange,
  name: "bank_statements.choose_heading",
  keyless: true,
  input: headingForm,
  run: async (work, { id, headingLine }, { preview: { otherSheets } }) => {
    const { tx, at } = work;
    const [file] = await tx
      .select({ source: bankStatements.source })
      .from(bankStatements)
      .where(eq(bankStatements.id, id));
    const table = readDelimited(file?.source ?? "", headingLine);
    if (table.heading.line !== headingLine || bodyOf(table).length === 0)
      return refuse("invalid", "no_heading");
    const preview = previewOf(table, lagosDay(at), otherSheets);
    await forgetRowsOf(tx, id, ["left_out", "taken_back"]);
    await tx
      .update(bankStatements)
      .set({ preview, columns: null, decisions: {}, matched: null })
      .where(eq(bankStatements.id, id));
    await logStatement(work, id, `Chose row ${headingLine} as the heading of a bank statement`);
    return { ok: true };
  },
});

/**
 * Stores the columns, also for later statements of this format. The rows are then read again, so decisions about rows
 * are deleted.
 */
export const chooseColumns = operation({
  ...statementChange,
  name: "bank_statements.choose_columns",
  keyless: true,
  input: columnsForm,
  run: async (work, { id, ...chosen }, row) => {
    const { services, tx, at } = work;
    const { heading: names } = row.preview;
    const { date, amount, details, out, balance, direction, reference } = chosen;
    const used = [date, amount, out, direction, balance, details, reference];
    const places = used.filter((column) => column !== null);
    if (places.some((column) => column < 0 || column >= names.length))
      return refuse("invalid", "unknown_column");
    if (new Set([date, amount, details]).size < 3) return refuse("invalid", "column_twice");
    // The ledger keeps references permanently, and payers write names into the narration. So the narration's column (or
    // the column of days or amounts) must not be the column of references.
    if ([date, amount, details].some((column) => column === reference))
      return refuse("invalid", "reference_shared");
    if (
      [date, amount, details].some((column) => column === balance || column === out || column === direction)
    )
      return refuse("invalid", "money_shared");
    const shape = shapeOf(names);
    const updatedAt = at;
    await tx
      .insert(bankStatementShapes)
      .values({ shape, columns: chosen, updatedAt })
      .onConflictDoUpdate({ target: bankStatementShapes.shape, set: { columns: chosen, updatedAt } });
    await forgetRowsOf(tx, id, ["left_out", "taken_back"]);
    await tx.update(bankStatements).set({ columns: chosen, decisions: {} }).where(eq(bankStatements.id, id));
    await askToMatch(tx, services, row);
    const columnNames = places.map((n) => names[n]).join(", ");
    await logStatement(work, id, `Chose the columns of a bank statement: ${columnNames}`);
    return { ok: true };
  },
});
