/** CONTACT-4: the schema of 'Request Custom Purchase', and the contact message made from such a request. */
import * as z from "zod";
import { emailField, nairaField, nameText, requiredText } from "../../platform/http/fields.ts";
import { phoneField } from "../../platform/http/phone-field.ts";
import { formatNaira } from "../../domain/money.ts";
import type { MessageInput } from "./contact-form.ts";

export const purchaseForm = z.object({
  what: requiredText("Tell us what to buy", 2000),
  where: requiredText("Tell us which shop or market", 300),
  upTo: nairaField("Enter the most you want to spend, in naira", "Enter an amount in naira, e.g. 12500"),
  name: nameText("Enter your name", 120),
  email: emailField("Enter your email address"),
  phone: phoneField("Enter a phone number"),
});
type PurchaseForm = z.infer<typeof purchaseForm>;

export const purchaseMessage = ({ what, where, upTo, ...writer }: PurchaseForm): MessageInput => ({
  ...writer,
  subject: "Custom Purchase",
  message: `Buy: ${what}\nWhere: ${where}\nUp to: ${formatNaira(upTo)}`,
});
