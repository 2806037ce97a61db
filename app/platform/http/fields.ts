/** Building blocks that all form schemas share. */
import * as z from "zod";
import { isUuid } from "./uuid.ts";
import { parseNaira, parseOptionalNaira } from "../../domain/money.ts";
import { normaliseReference } from "../../domain/payment.ts";
import { plainSigns } from "../../text/plain-text.ts";
import { holdsWebAddress, NO_WEB_ADDRESS } from "../../domain/web-address.ts";

/** Lets a check of several fields run even if a field is wrong, so that all errors are shown at once. */
export const ALWAYS = { when: () => true };

// Zod compiles schemas by eval, which violates the Content-Security-Policy. This setting switches that off.
if (typeof document !== "undefined") z.config({ jitless: true });

export const uuidField = z.string().refine(isUuid);

/* No schema cleans free text, because every input is made plain before (plain-input.ts). Numbers, phones, emails, codes
   and amounts use `plainField`, `typedNumber`, or a function that calls `plainSigns`. */

/** A number, phone, email, code, day or time as text with plain signs. */
export const plainField = (missing?: string) => z.string(missing).overwrite(plainSigns);

/** A typed number within the bounds of `number`. An empty text gives `empty`, by default NaN. */
export const typedNumber = (wrong: string, number: z.ZodNumber, empty = Number.NaN) =>
  z
    .union([z.string(), z.number()], wrong)
    .transform((sent) => {
      if (typeof sent === "number") return sent;
      const text = plainSigns(sent);
      return text === "" ? empty : Number(text);
    })
    .pipe(number);

/** `missing` is the message for an empty text. */
export const requiredText = (missing: string, max: number) =>
  z.string(missing).min(1, missing).max(max, `Keep this under ${max} characters`);

/** MAIL-3: a person's or store's name. It may not contain a URL, because mails to other people contain it. */
export const nameText = (missing: string, max: number) =>
  requiredText(missing, max).refine((name) => !holdsWebAddress(name), NO_WEB_ADDRESS);

export const optionalName = (max: number) =>
  optionalText(max).refine((name) => !holdsWebAddress(name), NO_WEB_ADDRESS);

export const optionalText = (max: number) =>
  z.string().max(max, `Keep this under ${max} characters`).default("");

/** An optional text as a database column has it: null if empty. */
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

/** An optional email address; an empty text if there is none. */
export const optionalEmailField = emailText(plainField(WRONG_EMAIL));

/** An optional email address as a database column has it: null if empty. */
export const emailOrNull = optionalEmailField.nullable().transform((email) => email || null);

/** The email address in lower case, as email addresses are compared and stored. */
export function foldEmail(email: string): string {
  return plainSigns(email).toLowerCase();
}

/** An amount in kobo. A text is in naira; a whole number is already in kobo. */
export const nairaField = (missing: string, wrong: string) =>
  z.union([z.string(), z.number().int().nonnegative()], missing).transform((amount, issue) => {
    if (typeof amount === "number") return amount;
    const money = parseNaira(amount);
    if (money.ok) return money.kobo;
    issue.addIssue(amount === "" ? missing : wrong);
    return z.NEVER;
  });

/** An optional amount in kobo: 0 if empty. */
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

/** A payment's reference in uniform spelling; null if there is none. */
export const referenceField = textOrNull(60).transform((text) => normaliseReference(text ?? "") || null);

/** Adds the booking's code, which is in the page's URL, to a form's schema. */
export const ofBooking = <Schema extends z.ZodType>(form: Schema) =>
  z.intersection(z.object({ code: plainField().max(40) }), form);
