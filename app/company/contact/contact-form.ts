/** The schemas of the contact form (CONTACT-2) and of a reply (STAFF-10). */
import * as z from "zod";
import { emailField, nameText, requiredText } from "../../platform/http/fields.ts";
import { optionalPhoneField } from "../../platform/http/phone-field.ts";
import { CONTACT_SUBJECTS, type MessageSubject } from "../../domain/contact-subjects.ts";

export const contactForm = z.object({
  name: nameText("Enter your name", 120),
  email: emailField("Enter your email address"),
  phone: optionalPhoneField("Enter a real phone number, or leave this empty"),
  subject: z.enum(CONTACT_SUBJECTS, "Choose a subject"),
  message: requiredText("Write your message", 5000),
});
/** A message to store: from the contact form, or from a request for a purchase (purchase-form.ts). */
export type MessageInput = Omit<z.infer<typeof contactForm>, "subject"> & { subject: MessageSubject };

export const replyForm = z.object({ body: requiredText("Write your reply", 5000) });
