/** SETTLE-2: the settlements page of a customer or a store. */
import { lagosDay } from "../../domain/dates.ts";
import type { Services } from "../../platform/services.server.ts";
import { readWhyHeld } from "./why-held.server.ts";
import { readPaidParcels } from "./payout-parcels.server.ts";
import { EVERY_ENTRY, statementCsv } from "./statement-csv.server.ts";
import { readPayeeStatement, weekOf } from "./statement.server.ts";
import { readOwnPayee, type PayeeActor } from "./payees.server.ts";

/** Reads the page about the actor's own money. The URL selects the week of the statement. */
export async function readOwnSettlements(
  { db, now, company }: Services,
  actor: PayeeActor,
  params: URLSearchParams,
) {
  const payee = await readOwnPayee(db, actor);
  const at = now();
  const statement = payee && (await readPayeeStatement(db, payee.id, weekOf(params, at)));
  return {
    payee,
    held: payee && (await readWhyHeld(db, payee.id)),
    statement,
    parcels: statement ? await readPaidParcels(db, payee.id, statement.entries) : {},
    today: lagosDay(at),
    remittanceDays: (await company()).remittanceDays,
  };
}

/** Returns the actor's statement of a week as CSV, with every entry. Empty if the actor is no payee yet. */
export async function ownStatementCsv({ db, now }: Services, actor: PayeeActor, params: URLSearchParams) {
  const payee = await readOwnPayee(db, actor);
  const from = weekOf(params, now());
  const statement = payee && (await readPayeeStatement(db, payee.id, from, EVERY_ENTRY));
  return statementCsv(lagosDay(from), statement);
}
