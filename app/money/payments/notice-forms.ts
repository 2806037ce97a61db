/** The forms around payment by transfer: the company's account, a sender's claim, and what staff answer. */
import * as z from "zod";
import { parseLagosDay } from "../../domain/dates.ts";
import { referenceField, requiredText, uuidField } from "../../platform/http/fields.ts";
import { amountField } from "./money-form.ts";

export const accountForm = z.object({
  bank: requiredText("Enter the bank", 60),
  accountName: requiredText("Enter the account name", 100),
  accountNumber: z
    .string("Enter the account number")
    .overwrite((text) => text.replace(/[\s-]/g, ""))
    .regex(/^\d{10}$/, "An account number has ten digits"),
});

export const noticeForm = z.object({
  paidOn: z
    .string("Choose the day on which you paid")
    .refine((day) => parseLagosDay(day) !== null, "Choose the day on which you paid"),
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
  note: requiredText("Say what was done.", 300),
});
