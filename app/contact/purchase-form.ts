/** CONTACT-4: the schema of 'Request Custom Purchase', and the message that it becomes. */
import * as z from "zod";
import { emailField, nameText, requiredText } from "../platform/http/fields.ts";
import { formatNaira, parseNaira } from "../domain/money.ts";
import { isPhone } from "../domain/phone.ts";
import type { MessageInput } from "./contact-form.ts";

export const purchaseForm = z.object({
  what: requiredText("Tell us what to buy", 2000),
  where: requiredText("Tell us which shop or market", 300),
  upTo: z
    .string("Enter the most you want to spend, in naira")
    .trim()
    .min(1, "Enter the most you want to spend, in naira")
    .refine((text) => text === "" || parseNaira(text).ok, "Enter an amount in naira, e.g. 12500"),
  name: nameText("Enter your name", 120),
  email: emailField("Enter your email address"),
  phone: z
    .string("Enter a phone number")
    .trim()
    .min(1, "Enter a phone number")
    .max(40, "That phone number is too long")
    .refine((text) => text === "" || isPhone(text), "Enter a real phone number, e.g. 0803 123 4567"),
});
type PurchaseForm = z.infer<typeof purchaseForm>;

/** The contact message that staff read. */
export function purchaseMessage({ what, where, upTo, name, email, phone }: PurchaseForm): MessageInput {
  const most = parseNaira(upTo);
  const amount = most.ok ? formatNaira(most.kobo) : upTo;
  return {
    name,
    email,
    phone,
    subject: "Custom Purchase",
    message: `Buy: ${what}\nWhere: ${where}\nUp to: ${amount}`,
  };
}
