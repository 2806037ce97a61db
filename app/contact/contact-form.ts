/** CONTACT-2: the schemas of the contact form and of the reply. */
import * as z from "zod";
import { emailField, nameText, requiredText } from "../platform/http/fields.ts";
import { isPhone } from "../domain/phone.ts";
import { CONTACT_SUBJECTS, type MessageSubject } from "../domain/contact-subjects.ts";

export const contactForm = z.object({
  name: nameText("Enter your name", 120),
  email: emailField("Enter your email address"),
  phone: z
    .string()
    .trim()
    .max(40, "That phone number is too long")
    .refine(
      (rawValues) => rawValues === "" || isPhone(rawValues),
      "Enter a real phone number, or leave this empty",
    )
    .default(""),
  subject: z.enum(CONTACT_SUBJECTS, "Choose a subject"),
  message: requiredText("Write your message", 5000),
});
/** What is stored: a message of the form, or a request of purchase-form.ts. */
export type MessageInput = Omit<z.infer<typeof contactForm>, "subject"> & { subject: MessageSubject };

export const replyForm = z.object({ body: requiredText("Write your reply", 5000) });
