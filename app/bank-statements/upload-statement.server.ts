/** BANK-1: keeps a statement of the bank that staff upload. */
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Admin } from "../domain/actor.ts";
import { refusal } from "../domain/permissions.ts";
import { bankStatements, bankStatementShapes } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import {
  idempotencyKey,
  withIdempotency,
  type FirstUse,
} from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { readStatementCsv } from "./read-csv.server.ts";
import { headerOf, shapeOf } from "./statement-lines.ts";
import { log } from "./statements.server.ts";

/** Longer than any narration. A page names a column in each row that cannot be read. */
const MAX_CELL = 500;

/**
 * Keeps an uploaded statement. Its columns are those that were chosen for this bank's shape before. Refuses roles that may
 * not, a file that is no CSV of at most 5 MB, and one without a row that names its columns.
 */
export async function uploadStatement(
  services: Services,
  admin: Admin,
  file: Uint8Array | null,
  key: string,
): Promise<Result<{ id: string }, "invalid" | "forbidden" | "conflict">> {
  const refused = refusal(admin.role, "recordPayments");
  if (refused) return refuse("forbidden", refused);
  if (!file) return refuse("invalid", { file: "Choose the bank's CSV file." });
  const read = readStatementCsv(file);
  if (!read.ok) return read;
  const rows = read.rows.map((cells) => cells.map((cell) => cell.slice(0, MAX_CELL).toWellFormed()));
  const names = rows[headerOf(rows)];
  if (!names)
    return refuse("invalid", {
      file: "No row of this file names its columns: one with 'date', and one with 'credit', 'deposit' or 'amount'.",
    });
  const { db, now } = services;
  const form = idempotencyKey(services, key, { sha256: createHash("sha256").update(file).digest("hex") });
  return withIdempotency<string, Result<{ id: string }, "conflict">>(
    form,
    {
      find: async (): Promise<FirstUse<string> | null> => {
        const [row] = await db
          .select({ answer: bankStatements.id, formHash: bankStatements.formHash })
          .from(bankStatements)
          .where(eq(bankStatements.formKey, key));
        return row ?? null;
      },
      repeat: (id) => ({ ok: true, id }),
      conflict: () => "This form was already sent with another file. Load the page again.",
    },
    () =>
      db.transaction(async (tx) => {
        const at = now();
        const [known] = await tx
          .select({ columns: bankStatementShapes.columns })
          .from(bankStatementShapes)
          .where(eq(bankStatementShapes.shape, shapeOf(names)));
        const [made] = await tx
          .insert(bankStatements)
          .values({
            formKey: key,
            formHash: form.hash,
            rows,
            decimalComma: read.decimalComma,
            columns: known?.columns ?? null,
            createdAt: at,
            byUserId: admin.person.id,
            byName: admin.person.fullName ?? admin.person.email,
          })
          .onConflictDoNothing()
          .returning({ id: bankStatements.id });
        if (!made) return null;
        await log(tx, admin, at, made.id, `Uploaded a bank statement of ${rows.length} rows`);
        return { ok: true, id: made.id };
      }),
  );
}
