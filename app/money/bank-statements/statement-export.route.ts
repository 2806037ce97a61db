import * as z from "zod";
import type { Route } from "./+types/statement-export.route";
import { staffExport } from "../../access/staff-export.server.ts";
import { adminContext } from "../../access/principal-context.ts";
import { plainNaira } from "../../domain/money.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { receiveOrThrow } from "../../platform/http/resource-door.server.ts";
import { refuse } from "./messages.ts";
import { writeParts } from "./parts-text.ts";
import { LINE_STATE_LABELS } from "./statement-page-forms.ts";
import { readBankStatement } from "./statements.server.ts";
import { everyLine } from "./stored-lines.server.ts";

const exportStatement = staffExport({
  name: "bank_statements.export",
  input: z.object({ id: z.string() }),
  on: async (tx, { id }) => {
    const found = await readBankStatement(tx, id);
    return found?.matched ? found : refuse("not_found", "statement_gone");
  },
  logged: ({ id }) => ({
    description: "Exported a bank statement",
    entityType: "bank_statement",
    entityId: id,
  }),
  read: ({ db }, { id }) => cellsOf(db, id),
});

/** STAFF-14: exports the lines of a bank statement with their states as CSV. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { read } = await receiveOrThrow(exportStatement, context, context.get(adminContext), params);
  return csvDownload("bank-statement.csv", HEADER, read());
}

const HEADER = ["row", "day", "in", "out", "reference", "narration", "state", "bookings", "why"];

async function* cellsOf(db: Db, id: string) {
  for await (const { row, on, kobo, direction, reference, text, state, parts, why } of everyLine(db, id)) {
    const amount = kobo === null ? null : plainNaira(kobo);
    yield [
      String(row),
      on,
      direction === "in" ? amount : null,
      direction === "out" ? amount : null,
      reference,
      text,
      LINE_STATE_LABELS[state],
      writeParts(parts),
      why,
    ];
  }
}
