/** Fields for phone numbers, in E.164. Apart from fields.ts: the rules for numbers are large, and few forms need them. */
import * as z from "zod";
import { toE164 } from "../../domain/phone.ts";

const TOO_LONG = "That phone number is too long";

/** The last step of a schema: the number of a text, or this sentence. */
export const toNumber =
  (wrong: string) =>
  (text: string, issue: { addIssue: (message: string) => void }): string => {
    const number = toE164(text);
    if (number) return number;
    issue.addIssue(wrong);
    return z.NEVER;
  };

/** A phone number that must be given. */
export const phoneField = (missing: string, wrong = "Enter a real phone number, e.g. 0803 123 4567") =>
  z.string(missing).trim().min(1, missing).max(40, TOO_LONG).transform(toNumber(wrong));

/** A phone number that may be left out; null then. */
export const optionalPhoneField = (wrong: string) =>
  z
    .string()
    .trim()
    .max(40, TOO_LONG)
    .nullish()
    .transform((text, issue) => (text ? toNumber(wrong)(text, issue) : null));
