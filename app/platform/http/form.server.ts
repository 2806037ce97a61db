/** From a request's body to validated input, or to the errors and the input that the page shows again. */
import { randomUUID } from "node:crypto";
import { data } from "react-router";
import type * as z from "zod";
import { isDatabaseUnavailable } from "../db/client.server.ts";
import { isInvalidInput } from "../db/invalid-input.server.ts";
import type { Services } from "../services.server.ts";

export type RawValues = Record<string, string>;
export type FieldErrors = Record<string, string>;
/** The result of an action that refuses a form. */
export type ActionResult = { errors: FieldErrors; values: RawValues; key: string };

const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A new idempotency key for a form that is about to be shown. */
export function newIdempotencyKey(): string {
  return randomUUID();
}

/** The body of a form. An unreadable body is a 400, never a 500. */
export async function readForm(
  request: Request,
): Promise<{ rawValues: RawValues; key: string; files: Record<string, File> }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data("Send this form from its page.", { status: 415 });
  }
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    throw data("That form could not be read. Go back and send it again.", { status: 400 });
  }
  const rawValues: RawValues = {};
  const files: Record<string, File> = {};
  for (const [name, value] of form) {
    // A file field that was left empty is sent as an empty file.
    if (typeof value !== "string" && value.size > 0) files[name] ??= value;
    // PostgreSQL text cannot store a NUL, and a lone surrogate cannot be sent to it.
    if (typeof value === "string" && !Object.hasOwn(rawValues, name))
      rawValues[name] = value.replaceAll("\0", "").toWellFormed();
  }
  const key = rawValues["_key"] ?? "";
  delete rawValues["_key"];
  return { rawValues, key: KEY.test(key) ? key : newIdempotencyKey(), files };
}

/**
 * Validates input with a schema. Unknown fields are dropped: owners, prices, roles and status never come from a form
 * (BOOK-15).
 */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  rawValues: RawValues,
): { ok: true; input: z.infer<Schema> } | { ok: false; errors: FieldErrors } {
  const parsed = schema.safeParse(rawValues);
  if (parsed.success) return { ok: true, input: parsed.data };
  return { ok: false, errors: firstErrors(parsed.error.issues) };
}

export function firstErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) errors[String(issue.path[0] ?? "form")] ??= issue.message;
  return errors;
}

/**
 * The response to a refused form: 400 (or a better status), the errors, the input without secrets, and a key to send it
 * again with.
 */
export function validationError(
  errors: FieldErrors,
  rawValues: RawValues,
  key: string,
  status = 400,
  headers?: HeadersInit,
) {
  const values = Object.fromEntries(Object.entries(rawValues).filter(([name]) => !/password/i.test(name)));
  return data({ errors, values, key } satisfies ActionResult, { status, headers });
}

/**
 * The response to a form whose key was used for other content: nothing was stored. `text` says what the key was used
 * for. The form comes back with its input and a new key, so that sending it again is a new request.
 */
export function refuseKeyUsed(text: string, rawValues: RawValues) {
  return validationError({ form: text }, rawValues, newIdempotencyKey(), 409);
}

/** Runs a form's operation. An unexpected error is logged, and the form comes back with `text` and its input. */
export async function withActionError<Answer>(
  { log }: Pick<Services, "log">,
  { rawValues, key, text }: { rawValues: RawValues; key: string; text: string },
  work: () => Promise<Answer>,
) {
  try {
    return await work();
  } catch (problem) {
    // Redirects and responses with a status are thrown too.
    if (!(problem instanceof Error)) throw problem;
    log.error({ err: problem }, text);
    const status = isDatabaseUnavailable(problem) ? 503 : isInvalidInput(problem) ? 400 : 500;
    return validationError({ form: text }, rawValues, key, status);
  }
}
