/** The buttons of the pages about cash on delivery and payees, with the operation and success message of each. */
import { data } from "react-router";
import type { Admin } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { recordCollection, reverseCollection } from "./collections.server.ts";
import { saveBankAccount, viewAccount, type BankAccount, type PayeeActor } from "./payees.server.ts";
import { payOutSeveral } from "./payout-batch.server.ts";
import { payOut, reversePayout } from "./payouts.server.ts";

export const COLLECTION_BUTTONS: Buttons<Admin> = {
  collect: { operation: recordCollection, done: "Collection recorded" },
  reverse: { operation: reverseCollection, done: "Collection reversed" },
};

/** Makes the response with a whole bank account number. A reload of the page does not show the number again. */
function wholeAccount(account: BankAccount | null, key: string) {
  const shown: ActionResult & { account: BankAccount | null } = {
    errors: {},
    values: {},
    key,
    problem: null,
    account,
  };
  return data(shown, { headers: { "Cache-Control": "no-store" } });
}

export const PAYEE_BUTTONS: Buttons<Admin, ReturnType<typeof wholeAccount>> = {
  payout: { operation: payOut, done: "Payout recorded" },
  reverse: { operation: reversePayout, done: "Payout reversed" },
  account: button({
    operation: viewAccount,
    respond: ({ account }, { form }) => wholeAccount(account, form.key),
  }),
};

export const PAYOUTS_BUTTONS: Buttons<Admin> = {
  "": button({
    operation: payOutSeveral,
    done: ({ payees }) => ({
      tone: "good",
      title: payees === 1 ? "1 payout recorded" : `${payees} payouts recorded`,
    }),
    to: ({ batch }) => `/admin/settlements/payouts/${batch}`,
  }),
};

export const BANK_ACCOUNT_BUTTONS: Buttons<PayeeActor> = {
  account: { operation: saveBankAccount, done: "Bank account saved" },
};
