/** SETTLE-2: the settlements page of a customer or a store, and what its form does. */
import { lagosDay } from "../domain/dates.ts";
import { actionError, checkForm, readForm } from "../platform/http/form.server.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import type { Services } from "../platform/services.server.ts";
import { accountForm } from "../payments/claim-forms.ts";
import { EVERY_ENTRY, statementCsv } from "./statement-csv.server.ts";
import { readStatement, weekOf } from "./statement.server.ts";
import { readOwnPayee, saveBankAccount, type PayeeActor } from "./payees.server.ts";

/** What the page shows of the actor's own money: with the statement of the week in the address. */
export async function readOwnSettlements({ db, now }: Services, actor: PayeeActor, params: URLSearchParams) {
  const payee = await readOwnPayee(db, actor);
  const at = now();
  return {
    payee,
    statement: payee && (await readStatement(db, payee.id, weekOf(params, at))),
    today: lagosDay(at),
  };
}

/** The statement of a week of the actor as CSV, without a limit; empty before there is a payee. */
export async function ownStatementCsv({ db, now }: Services, actor: PayeeActor, params: URLSearchParams) {
  const payee = await readOwnPayee(db, actor);
  const from = weekOf(params, now());
  const statement = payee && (await readStatement(db, payee.id, from, EVERY_ENTRY));
  return statementCsv(lagosDay(from), statement);
}

/** Saves the bank account that the form gives; shows the form again where it is wrong. */
export async function handleBankAccount(
  services: Services,
  actor: PayeeActor,
  request: Request,
  here: string,
) {
  const form = await readForm(request);
  const checked = checkForm(accountForm, form);
  if (!checked.ok) return checked.response;
  const saved = await saveBankAccount(services, actor, checked.input);
  if (!saved.ok) return actionError(saved, form);
  return redirectWithToast(services, here, { tone: "good", title: "Bank account saved" });
}
