/** The buttons of a cash account. Each has an operation and a success message. */
import type { Admin } from "../../access/actor.ts";
import { formatNaira } from "../../domain/money.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { payIn } from "./count-cash.server.ts";
import { correctCash, recordDifference, takeBackCash } from "./approve-difference.server.ts";
import { moveChange, recordDeposit, recordExpense } from "./move-cash.server.ts";

export const CASH_BUTTONS: Buttons<Admin> = {
  pay_in: button({
    operation: payIn,
    done: ({ kobo, shortKobo }) => ({
      tone: shortKobo === 0 ? "good" : "bad",
      title: `${formatNaira(kobo)} paid in`,
      text:
        shortKobo === 0
          ? "It is in the account of the hub."
          : `${formatNaira(Math.abs(shortKobo))} ${shortKobo > 0 ? "is missing" : "too much"}: a cash difference is open.`,
    }),
  }),
  change: { operation: moveChange, done: "Change recorded" },
  deposit: { operation: recordDeposit, done: "Deposit recorded" },
  expense: { operation: recordExpense, done: "Expense recorded" },
  difference: { operation: recordDifference, done: "Difference recorded" },
  correct: { operation: correctCash, done: "Correction recorded" },
  take_back: { operation: takeBackCash, done: "Taken back" },
};
