/** WEB-3: validates a form's fields. After invalid input the page shows the errors and the typed values again. */
import { randomUUID } from "node:crypto";
import { data, type RouterContextProvider } from "react-router";
import type * as z from "zod";
import { pageForAllContext } from "../context.ts";
import { isDatabaseUnavailable } from "../db/client.server.ts";
import { isInvalidInput } from "../db/invalid-input.server.ts";
import type { Services } from "../services.server.ts";
import {
  firstErrors,
  refusalText,
  refuse,
  responseInit,
  withoutSecrets,
  type ActionResult,
  type FieldErrors,
  type Problem,
  type Refusal,
} from "./result.ts";
import { plainInput } from "../../text/plain-input.ts";
import { joinRows } from "../../ui/row-fields.ts";
import { isUuid } from "./uuid.ts";

export const UNKNOWN_BUTTON = "Choose what to do.";

export type RawValues = Record<string, string>;
export type SentForm = { rawValues: RawValues; key: string };

/** KEEP-2: the form field that contains the id of the form's owner. */
export const OWNER_FIELD = "formOwner";

/**
 * The field with the idempotency key. Open pages and send queues of the previous release still call it `_key` (WEB-12).
 */
const KEY_FIELDS = ["idempotencyKey", "_key"];

export function newIdempotencyKey(): string {
  return randomUUID();
}

/**
 * Returns the idempotency key for a form of the page. The key is empty if the page goes into the shared cache. Each
 * response that is made from the cache gets its own key later.
 */
export function pageFormKey(context: Readonly<RouterContextProvider>): string {
  const page = context.get(pageForAllContext);
  if (!page) return newIdempotencyKey();
  page.formKey = true;
  return "";
}

/** Reads a form's fields and files. A request without a form gets a 415, and an unreadable form gets a 400. */
export async function readForm(
  request: Request,
): Promise<SentForm & { files: Record<string, File>; owner: string | null }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data("Open the page again and send the form from there.", { status: 415 });
  }
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    throw data("That form could not be read. Go back and send it again.", { status: 400 });
  }
  const sent: RawValues = {};
  const files: Record<string, File> = {};
  for (const [name, value] of form) {
    // For a file field without a file, browsers send an empty file. Such a file is dropped.
    if (typeof value !== "string" && value.size > 0) files[name] ??= value;
    if (typeof value === "string" && !Object.hasOwn(sent, name)) sent[name] = value;
  }
  const rawValues = joinRows(plainInput(sent));
  const key = KEY_FIELDS.map((name) => rawValues[name]).find((value) => value !== undefined) ?? "";
  const owner = rawValues[OWNER_FIELD] ?? null;
  for (const name of [...KEY_FIELDS, OWNER_FIELD]) delete rawValues[name];
  // A form without a key gets a new key, so it counts each time it is sent. A form with an invalid key is refused. With
  // a new key in place of the invalid key, a form that is sent twice would count twice.
  if (key !== "" && !isUuid(key))
    throw data("Load the page again, then send this form again.", { status: 400 });
  return { rawValues, key: key || newIdempotencyKey(), files, owner };
}

/**
 * Checks the fields against the schema. BOOK-15: unknown fields are dropped, because owners, prices, roles and status
 * never come from a form.
 */
export function checkValues<Schema extends z.ZodType>(
  schema: Schema,
  rawValues: RawValues,
): { ok: true; input: z.infer<Schema> } | { ok: false; errors: FieldErrors } {
  const parsed = schema.safeParse(plainInput(rawValues));
  if (parsed.success) return { ok: true, input: parsed.data };
  return { ok: false, errors: firstErrors(parsed.error.issues) };
}

/** Returns a 400 with the errors and the form, so that the form can be sent again. */
export function validationError(errors: FieldErrors, form: SentForm, problem: Problem | null = null) {
  return actionError(refuse("invalid", errors), form, problem);
}

/**
 * Returns the response to a refused form: the refusal's status and headers, the errors, the typed values without
 * secrets, and a key for the next try. After a conflict the key is new, so that the next try counts as another form.
 */
export function actionError(refusal: Refusal, { rawValues, key }: SentForm, problem: Problem | null = null) {
  const result: ActionResult = {
    errors: refusal.errors,
    values: withoutSecrets({ ...rawValues, ...refusal.fills }),
    key: refusal.code === "conflict" ? newIdempotencyKey() : key,
    problem,
  };
  return data(result, responseInit(refusal));
}

/** Returns the same response as `actionError`, but shows the error about the whole form as a toast with this title. */
export function actionProblem(title: string, refusal: Refusal, form: SentForm) {
  const { form: text, ...errors } = refusal.errors;
  return actionError({ ...refusal, errors }, form, text === undefined ? null : { title, text });
}

/** Makes an error page with the status and text of a refusal. The caller must throw the page. */
export const refusalPage = (refusal: Refusal) => data(refusalText(refusal), responseInit(refusal));

/**
 * Returns the form with the refusal's errors. Throws an error page if the record that the form changes no longer
 * exists, because the form's page cannot be shown without the record.
 */
export function formUnlessGone(refusal: Refusal, form: SentForm) {
  if (refusal.code === "not_found") throw refusalPage(refusal);
  return actionError(refusal, form);
}

/**
 * The message after an unexpected error. With a `title` it is shown as a toast. `unavailable` is the text if the
 * database is unavailable.
 */
export type Unforeseen = { title?: string; text: string; unavailable?: string };

/** Runs a form's work. Logs an unexpected error, and then shows the form again with `text` and the typed values. */
export async function withActionError<Response>(
  { log }: Pick<Services, "log">,
  form: SentForm,
  { title, text, unavailable = text }: Unforeseen,
  work: () => Promise<Response>,
) {
  try {
    return await work();
  } catch (problem) {
    // Thrown redirects and responses are passed on.
    if (!(problem instanceof Error)) throw problem;
    log.error({ err: problem }, text);
    const down = isDatabaseUnavailable(problem);
    const said = down ? unavailable : text;
    const result: ActionResult = {
      errors: title ? {} : { form: said },
      values: withoutSecrets(form.rawValues),
      key: form.key,
      problem: title ? { title, text: said } : null,
    };
    if (down) return data(result, responseInit({ code: "unavailable" }));
    return data(result, { status: isInvalidInput(problem) ? 400 : 500 });
  }
}
