/**
 * Fields for phone numbers, which are converted to E.164. The fields have a separate file, because the rules for phone
 * numbers are large and few forms need them.
 */
import * as z from "zod";
import { toE164 } from "../../domain/phone.ts";
import { plainField } from "./fields.ts";

const TOO_LONG = "That phone number is too long";

/** Returns the last step of a schema, which converts a text to a phone number or adds the message `wrong`. */
export const toNumber =
  (wrong: string) =>
  (text: string, issue: { addIssue: (message: string) => void }): string => {
    const number = toE164(text);
    if (number) return number;
    issue.addIssue(wrong);
    return z.NEVER;
  };

export const phoneField = (missing: string, wrong = "Enter a real phone number, e.g. 0803 123 4567") =>
  plainField(missing).min(1, missing).max(40, TOO_LONG).transform(toNumber(wrong));

/** Makes a field for an optional phone number; null if empty. */
export const optionalPhoneField = (wrong: string) =>
  plainField()
    .max(40, TOO_LONG)
    .nullish()
    .transform((text, issue) => (text ? toNumber(wrong)(text, issue) : null));
