/** The forms for transfers: the company's bank account, a sender's notice of a transfer, and staff's response. */
import * as z from "zod";
import { parseLagosDay } from "../../domain/dates.ts";
import {
  optionalText,
  referenceField,
  requiredText,
  plainField,
  uuidField,
} from "../../platform/http/fields.ts";
import { amountField } from "./money-form.ts";

/** The option for a bank that is not in the list. The name of this bank is in `otherBank`. */
export const OTHER_BANK = "other";

export const accountForm = z
  .object({
    bank: requiredText("Choose the bank", 60),
    otherBank: optionalText(60),
    accountName: requiredText("Enter the account name", 100),
    accountNumber: plainField("Enter the account number")
      .overwrite((text) => text.replace(/[\s-]/g, ""))
      .regex(/^\d{10}$/, "An account number has ten digits"),
  })
  .refine(({ bank, otherBank }) => bank !== OTHER_BANK || otherBank !== "", {
    path: ["otherBank"],
    message: "Enter the name of the bank",
  });

/** The bank account in the form. For a bank that is not in the list, the typed name is used. */
export const bankAccount = accountForm.transform(({ bank, otherBank, ...account }) => ({
  ...account,
  bank: bank === OTHER_BANK ? otherBank : bank,
}));

export const noticeForm = z.object({
  paidOn: plainField("Choose the day on which you paid").refine(
    (day) => parseLagosDay(day) !== null,
    "Choose the day on which you paid",
  ),
  amount: amountField,
  reference: referenceField,
});

export const confirmForm = z.object({
  noticeId: uuidField,
  amount: amountField,
  reference: referenceField.refine(
    (reference) => reference !== null,
    "Enter the reference on the bank's statement.",
  ),
});

export const notFoundForm = z.object({
  noticeId: uuidField,
  reason: requiredText("Say what the sender should check.", 300),
});

export const problemForm = z.object({
  problemId: uuidField,
  note: requiredText("Write what you did.", 300),
});
