/** STAFF-14: exports of settlements. */
import * as z from "zod";
import { staffExport } from "../../access/staff-export.server.ts";
import { lagosDay } from "../../domain/dates.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { refuse } from "./messages.ts";
import { EVERY_ENTRY } from "./statement-csv.server.ts";
import { listBalances, readPayee, readPayeeStatement } from "./statement.server.ts";

/** Exports the amount owed to each payee, in kobo. */
export const exportOwed = staffExport({
  name: "settlements.export_owed",
  input: z.object({}),
  logged: () => ({ description: "Exported what is owed to senders and stores", entityType: "payee" }),
  read: ({ db }) => listBalances(db),
});

/** Exports a payee's statement of the week that begins at `from`. */
export const exportStatement = staffExport({
  name: "settlements.export_statement",
  input: z.object({ id: z.string(), from: z.date() }),
  on: async (tx, { id }) => (isUuid(id) && (await readPayee(tx, id))) || refuse("not_found", "unknown_payee"),
  logged: ({ from }, { id }) => ({
    description: `Exported the statement of ${lagosDay(from)}`,
    entityType: "payee",
    entityId: id,
  }),
  read: ({ db }, { from }, { id }) => readPayeeStatement(db, id, from, EVERY_ENTRY),
});
