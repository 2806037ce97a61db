/** Building blocks that all form schemas share. */
import * as z from "zod";
import { isUuid } from "./uuid.ts";
import { parseNaira, parseOptionalNaira } from "../../domain/money.ts";
import { normaliseReference } from "../../domain/payment.ts";
import { plainSigns } from "../../text/plain-text.ts";
import { holdsWebAddress, NO_WEB_ADDRESS } from "../../domain/web-address.ts";

/** For a check of several fields: it runs also if a field is wrong, so that all errors are shown at once. */
export const ALWAYS = { when: () => true };

// Zod would compile schemas by eval, which the Content-Security-Policy forbids: the browser would report a violation.
// This setting switches the compilation off.
if (typeof document !== "undefined") z.config({ jitless: true });

/** The id of a row, as the database writes it. */
export const uuidField = z.string().refine(isUuid);

/*
 * No schema cleans free text: every door has made it plain (plain-input.ts). Numbers, phones, emails, codes and amounts
 * are built from `signs` or `typedNumber`, or read by a function that calls `plainSigns`.
 */

/** The text of a number, phone, email, code, day or time, with plain signs. */
export const signs = (missing?: string) => z.string(missing).overwrite(plainSigns);

/** A number as typed, within the bounds of `number`. An empty text is `empty`, by default no number. */
export const typedNumber = (wrong: string, number: z.ZodNumber, empty = Number.NaN) =>
  z
    .union([z.string(), z.number()], wrong)
    .transform((sent) => {
      if (typeof sent === "number") return sent;
      const text = plainSigns(sent);
      return text === "" ? empty : Number(text);
    })
    .pipe(number);

/** A text that must not be empty, with the message for an empty one. */
export const requiredText = (missing: string, max: number) =>
  z.string(missing).min(1, missing).max(max, `Keep this under ${max} characters`);

/** MAIL-3: the name of a person or store. Mails to other people contain it, so it may not contain a URL. */
export const nameText = (missing: string, max: number) =>
  requiredText(missing, max).refine((name) => !holdsWebAddress(name), NO_WEB_ADDRESS);

/** A name that may be empty. */
export const optionalName = (max: number) =>
  optionalText(max).refine((name) => !holdsWebAddress(name), NO_WEB_ADDRESS);

/** A text that may be empty. */
export const optionalText = (max: number) =>
  z.string().max(max, `Keep this under ${max} characters`).default("");

/** An optional text as a database column stores it: null if it is empty. */
export const textOrNull = (max: number) =>
  optionalText(max)
    .nullable()
    .transform((text) => text || null);

const WRONG_EMAIL = "Please enter a valid email address";
const emailText = (text: z.ZodString) =>
  text
    .max(254, "That email address is too long")
    .refine((email) => email === "" || z.email().safeParse(email).success, WRONG_EMAIL);

export const emailField = (missing: string) => emailText(signs(missing).min(1, missing));

/** An optional email address: an empty text if there is none. */
export const optionalEmailField = emailText(signs(WRONG_EMAIL));

/** An optional email address as a database column stores it: null if it is empty. */
export const emailOrNull = optionalEmailField.nullable().transform((email) => email || null);

/** The email address in lower case, in which email addresses are compared and stored. */
export function foldEmail(email: string): string {
  return plainSigns(email).toLowerCase();
}

/** An amount in kobo. A text is read as an amount in naira; a whole number is already in kobo. */
export const nairaField = (missing: string, wrong: string) =>
  z.union([z.string(), z.number().int().nonnegative()], missing).transform((amount, issue) => {
    if (typeof amount === "number") return amount;
    const money = parseNaira(amount);
    if (money.ok) return money.kobo;
    issue.addIssue(amount === "" ? missing : wrong);
    return z.NEVER;
  });

/** An optional amount in kobo: 0 if it is empty. */
export const optionalKobo = z
  .union([z.string().max(40, "Enter an amount in naira, e.g. 12500"), z.number().int().nonnegative()])
  .transform((amount, issue) => {
    if (typeof amount === "number") return amount;
    const money = parseOptionalNaira(amount);
    if (money.ok) return money.kobo;
    issue.addIssue(money.error);
    return z.NEVER;
  });

const AMOUNT = "Enter an amount in naira, e.g. 12500 or 12500.50";
export const koboField = nairaField(AMOUNT, AMOUNT);

/** The reference of a payment in a uniform spelling; null if there is none. */
export const referenceField = textOrNull(60).transform((text) => normaliseReference(text ?? "") || null);

/** The schema of a form about the booking whose code is in the page's URL. */
export const ofBooking = <Schema extends z.ZodType>(form: Schema) =>
  z.intersection(z.object({ code: signs().max(40) }), form);
