/** SETTLE-2: the settlements page of a customer or a store, and what its form does. */
import type { Db } from "../platform/db/client.server.ts";
import { actionError, checkForm, readForm } from "../platform/http/form.server.ts";
import { redirectWithToast } from "../platform/http/toast.server.ts";
import type { Services } from "../platform/services.server.ts";
import { accountForm } from "../payments/claim-forms.ts";
import { readOwnPayee, saveBankAccount, type PayeeActor } from "./payees.server.ts";

/** What the page shows of the actor's own money. */
export async function readOwnSettlements(db: Db, actor: PayeeActor) {
  return { payee: await readOwnPayee(db, actor) };
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
