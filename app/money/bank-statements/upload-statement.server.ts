/** BANK-1: stores a bank statement that staff upload. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { bankStatements, bankStatementShapes } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { by } from "../../access/author.server.ts";
import { refuse, UPLOADED_BEFORE } from "./messages.ts";
import { MAX_STATEMENT_BYTES, readStatementCsv, textOf } from "./read-csv.server.ts";
import { headerOf, shapeOf } from "./statement-lines.ts";
import { askToMatch, log } from "./statements.server.ts";

/** The longest cell that is stored, longer than any narration. */
const MAX_CELL = 500;

const sizeOf = (file: Uint8Array | File) => (file instanceof File ? file.size : file.byteLength);

/** The form that uploads the bank's file. Its output is the text of the file. */
const uploadForm = z.object({
  file: z
    .union(
      [z.string(), z.custom<Uint8Array>((file) => file instanceof Uint8Array), z.instanceof(File)],
      "Choose the bank's CSV file.",
    )
    .refine(
      (file) => typeof file === "string" || sizeOf(file) <= MAX_STATEMENT_BYTES,
      "This file is over 5 MB. Export a shorter period.",
    )
    .transform(async (file) => {
      if (typeof file === "string") return file;
      return textOf(file instanceof File ? new Uint8Array(await file.arrayBuffer()) : file);
    }),
});

/**
 * Stores an uploaded statement. If staff chose the columns of this bank's format before, the statement gets these
 * columns. Refuses a file that is no CSV of at most 5 MB, and a file without a row of column names.
 */
export const uploadStatement = operation({
  name: "bank_statements.upload",
  by: staff("recordPayments"),
  input: uploadForm,
  prepare: async (_, { file }) => {
    const read = readStatementCsv(file);
    if (!read.ok) return read;
    const rows = read.rows.map((cells) => cells.map((cell) => cell.slice(0, MAX_CELL).toWellFormed()));
    const names = rows[headerOf(rows)];
    if (!names) return refuse("invalid", "no_column_names");
    return { ok: true, prepared: { rows, names, decimalComma: read.decimalComma } };
  },
  run: async (work) => {
    const { services, tx, actor, at, claimed, prepared } = work;
    const { rows, names, decimalComma } = prepared;
    const [known] = await tx
      .select({ columns: bankStatementShapes.columns })
      .from(bankStatementShapes)
      .where(eq(bankStatementShapes.shape, shapeOf(names)));
    const [made] = await tx
      .insert(bankStatements)
      .values({
        formKey: claimed?.key ?? randomUUID(),
        formHash: claimed?.hash ?? null,
        rows,
        decimalComma,
        columns: known?.columns ?? null,
        createdAt: at,
        ...by(actor),
      })
      .returning({ id: bankStatements.id });
    if (!made) throw new Error("a statement was not written");
    if (known) await askToMatch(tx, services, { id: made.id, matching: 0 });
    await log(work, made.id, `Uploaded a bank statement of ${rows.length} rows`);
    return { ok: true, id: made.id };
  },
  conflict: () => UPLOADED_BEFORE,
});
