import { data } from "react-router";
import type { Route } from "./+types/statement-export.route";
import { recordActivity } from "../access/record-activity.server.ts";
import { adminContext } from "../access/principal-context.ts";
import { plainNaira } from "../domain/money.ts";
import { servicesContext } from "../platform/context.ts";
import type { Db } from "../platform/db/client.server.ts";
import { csvDownload } from "../platform/http/csv-download.ts";
import { uuidParam } from "../platform/http/uuid.ts";
import { writeParts } from "./parts-text.ts";
import { LINE_STATE_LABELS } from "./statement-forms.ts";
import { readStatement } from "./statements.server.ts";
import { everyLine } from "./stored-lines.server.ts";

/** STAFF-14: the lines of a bank's statement as CSV, each with what became of it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const id = uuidParam(params.id);
  const found = id ? await readStatement(services.db, id) : null;
  if (!id || !found?.matched) throw data("This statement was removed or the link is wrong.", { status: 404 });
  await services.db.transaction((tx) =>
    recordActivity(tx, context.get(adminContext), services.now(), {
      action: "export",
      description: "Exported a bank statement",
      entityType: "bank_statement",
      entityId: id,
    }),
  );
  return csvDownload("bank-statement.csv", HEADER, cellsOf(services.db, id));
}

const HEADER = ["row", "day", "amount", "reference", "narration", "state", "bookings", "why"];

async function* cellsOf(db: Db, id: string) {
  for await (const { row, on, kobo, reference, text, state, parts, why } of everyLine(db, id))
    yield state === "broken" || kobo === null
      ? [String(row), null, null, null, null, "Cannot be read", null, why]
      : [
          String(row),
          on,
          plainNaira(kobo),
          reference,
          text,
          LINE_STATE_LABELS[state],
          writeParts(parts),
          why,
        ];
}
