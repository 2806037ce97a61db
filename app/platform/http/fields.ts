/** Building blocks that all form schemas share. */
import * as z from "zod";
import { isUuid } from "./uuid.ts";
import { parseNaira, parseOptionalNaira } from "../../domain/money.ts";
import { normaliseReference } from "../../domain/payment.ts";
import { plainSigns } from "../../text/plain-text.ts";
import { holdsWebAddress, NO_WEB_ADDRESS } from "../../domain/web-address.ts";

/** Lets a check that compares several fields run even if one field is wrong, so that all errors are shown at once. */
export const ALWAYS = { when: () => true };

// Zod compiles schemas by eval, which violates the Content-Security-Policy. This setting switches the compilation off.
if (typeof document !== "undefined") z.config({ jitless: true });

export const uuidField = z.string().refine(isUuid);

/* No schema cleans free text, because all input is converted to plain text before it is checked (plain-input.ts).
   Numbers, phones, emails, codes and amounts use `plainField`, `typedNumber`, or a function that calls
   `plainSigns`. */

/**
 * Makes a field for a number, phone, email, code, day or time. Unusual digits and dashes in the text become plain ones.
 */
export const plainField = (missing?: string) => z.string(missing).overwrite(plainSigns);

/**
 * Makes a field for a number that a person types. The schema `number` checks the number. An empty text becomes `empty`,
 * by default NaN.
 */
export const typedNumber = (wrong: string, number: z.ZodNumber, empty = Number.NaN) =>
  z
    .union([z.string(), z.number()], wrong)
    .transform((sent) => {
      if (typeof sent === "number") return sent;
      const text = plainSigns(sent);
      return text === "" ? empty : Number(text);
    })
    .pipe(number);

/** Makes a field for a text that must not be empty. `missing` is the message for an empty text. */
export const requiredText = (missing: string, max: number) =>
  z.string(missing).min(1, missing).max(max, `Keep this under ${max} characters`);

/**
 * MAIL-3: makes a field for a person's or store's name. A name with a URL is refused, because mails to other people
 * contain the name.
 */
export const nameText = (missing: string, max: number) =>
  requiredText(missing, max).refine((name) => !holdsWebAddress(name), NO_WEB_ADDRESS);

export const optionalName = (max: number) =>
  optionalText(max).refine((name) => !holdsWebAddress(name), NO_WEB_ADDRESS);

export const optionalText = (max: number) =>
  z.string().max(max, `Keep this under ${max} characters`).default("");

/** Makes a field for an optional text. An empty text becomes null, as in a database column. */
export const textOrNull = (max: number) =>
  optionalText(max)
    .nullable()
    .transform((text) => text || null);

const WRONG_EMAIL = "Please enter a valid email address";
const emailText = (text: z.ZodString) =>
  text
    .max(254, "That email address is too long")
    .refine((email) => email === "" || z.email().safeParse(email).success, WRONG_EMAIL);

export const emailField = (missing: string) => emailText(plainField(missing).min(1, missing));

/** An optional email address; an empty text if no address is given. */
export const optionalEmailField = emailText(plainField(WRONG_EMAIL));

/** A field for an optional email address. An empty text becomes null, as in a database column. */
export const emailOrNull = optionalEmailField.nullable().transform((email) => email || null);

/** Returns the email address in lower case. Addresses are compared and stored in this form. */
export function foldEmail(email: string): string {
  return plainSigns(email).toLowerCase();
}

/**
 * Makes a field for an amount, which is converted to kobo. A text is read as naira. A whole number is already in kobo.
 */
export const nairaField = (missing: string, wrong: string) =>
  z.union([z.string(), z.number().int().nonnegative()], missing).transform((amount, issue) => {
    if (typeof amount === "number") return amount;
    const money = parseNaira(amount);
    if (money.ok) return money.kobo;
    issue.addIssue(amount === "" ? missing : wrong);
    return z.NEVER;
  });

/** A field for an optional amount, which is converted to kobo. An empty text becomes 0. */
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

/** A field for a payment's reference, which is converted to a uniform spelling. An empty field becomes null. */
export const referenceField = textOrNull(60).transform((text) => normaliseReference(text ?? "") || null);

/** Adds the booking's code to a form's schema. The code is from the page's URL. */
export const ofBooking = <Schema extends z.ZodType>(form: Schema) =>
  z.intersection(z.object({ code: plainField().max(40) }), form);
