/** An operation's result: success, or a refusal with one of a fixed set of codes. A bug throws an error instead. */

import type * as z from "zod";
import { isSecret } from "../../text/plain-input.ts";

/** Messages by field name. The message under `form` is about the whole form. */
export type FieldErrors = Record<string, string>;
export type Problem = { title: string; text?: string };
/** The data of a refused form. `key` is the idempotency key for the next try. */
export type ActionResult = {
  errors: FieldErrors;
  values: Record<string, string>;
  key: string;
  problem: Problem | null;
};

/** The message after an unexpected error of a form, on the server or in the network. */
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

/** The value of Retry-After (in seconds) while the database or another needed service is unavailable. */
const UNAVAILABLE_SECONDS = 5;

export type Refusal<C extends Code = Code> = {
  ok: false;
  code: C;
  /** The machine-readable reason: a key of the table in the feature's `messages.ts`. */
  reason?: string;
  /** Numbers that belong to `reason`, such as two prices in kobo. */
  about?: Readonly<Record<string, number>>;
  errors: FieldErrors;
  /** Values for fields of the form that is shown again, in addition to the values that the person typed. */
  fills?: Readonly<Record<string, string>>;
  retryAfterSeconds?: number;
};
export type Result<T = unknown, C extends Code = Code> = ({ ok: true } & T) | Refusal<C>;

/** Makes a refusal. If `errors` is a text, it is the message about the whole form. */
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

/** Returns the message about the whole form, or else the message of the first field. */
export function refusalText({ errors }: Pick<Refusal, "errors">): string {
  return errors["form"] ?? Object.values(errors)[0] ?? "";
}

export function responseInit({ code, retryAfterSeconds }: Pick<Refusal, "code" | "retryAfterSeconds">): {
  status: number;
  headers: Record<string, string>;
} {
  const seconds = retryAfterSeconds ?? (code === "unavailable" ? UNAVAILABLE_SECONDS : null);
  return { status: STATUS[code], headers: seconds === null ? {} : { "Retry-After": String(seconds) } };
}

/** Returns the typed values without passwords, because the form is shown again with them. */
export function withoutSecrets(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name)));
}

export function firstErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) errors[String(issue.path[0] ?? "form")] ??= issue.message;
  return errors;
}
