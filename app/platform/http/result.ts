/** The result of an operation: success, or a refusal with one of a fixed set of codes. A bug throws. */

import type * as z from "zod";
import { isSecret } from "../../text/plain-input.ts";

/** Messages by field name; the message under `form` is about the form as a whole. */
export type FieldErrors = Record<string, string>;
/** A message shown as a toast. */
export type Problem = { title: string; text?: string };
/** The data of an action whose form was refused. `key` is the idempotency key for sending the form again. */
export type ActionResult = {
  errors: FieldErrors;
  values: Record<string, string>;
  key: string;
  problem: Problem | null;
};

/** The message after an unexpected error of a form, in the server or in the network. */
export const NOT_SAVED = "Nothing was saved. Please try again.";

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  rate_limited: 429,
  unavailable: 503,
} as const;
export type Code = keyof typeof STATUS;

/**
 * The seconds in the header Retry-After if the database, or another service that this product needs, is unavailable.
 */
const UNAVAILABLE_SECONDS = 5;

export type Refusal<C extends Code = Code> = {
  ok: false;
  code: C;
  /** The reason of the refusal, for programs: a word of the feature's `messages.ts`. */
  reason?: string;
  /** Values that belong to the reason, for programs, such as two prices in kobo. */
  about?: Readonly<Record<string, number>>;
  errors: FieldErrors;
  /** Values that the form gets beside those that were typed. */
  fills?: Readonly<Record<string, string>>;
  retryAfterSeconds?: number;
};
export type Result<T = unknown, C extends Code = Code> = ({ ok: true } & T) | Refusal<C>;

/** Makes a refusal. If `errors` is only a text, it is the message about the form as a whole. */
export function refuse<C extends Code>(
  code: C,
  errors: string | FieldErrors,
  retryAfterSeconds?: number,
): Refusal<C> {
  const refusal: Refusal<C> = {
    ok: false,
    code,
    errors: typeof errors === "string" ? { form: errors } : errors,
  };
  return retryAfterSeconds === undefined ? refusal : { ...refusal, retryAfterSeconds };
}

/** The text of a refusal: the message about the form as a whole, otherwise that of the first field. */
export function refusalText({ errors }: Pick<Refusal, "errors">): string {
  return errors["form"] ?? Object.values(errors)[0] ?? "";
}

/** The HTTP status and headers of a refusal's code. */
export function responseInit({ code, retryAfterSeconds }: Pick<Refusal, "code" | "retryAfterSeconds">): {
  status: number;
  headers: Record<string, string>;
} {
  const seconds = retryAfterSeconds ?? (code === "unavailable" ? UNAVAILABLE_SECONDS : null);
  return { status: STATUS[code], headers: seconds === null ? {} : { "Retry-After": String(seconds) } };
}

/** The typed values that are sent back into a form: all except passwords. */
export function withoutSecrets(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name)));
}

/** The first message of each field. */
export function firstErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) errors[String(issue.path[0] ?? "form")] ??= issue.message;
  return errors;
}
