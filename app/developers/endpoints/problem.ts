/** API-2: turns refusals into problems (RFC 9457): a stable code, JSON pointers and a helpful sentence. */
import type * as z from "zod";
import { refusalText, type Code, type Refusal } from "../../platform/http/result.ts";
import type { ApiProblem } from "./endpoint.ts";

const STATUS: Record<Code, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  rate_limited: 429,
  unavailable: 503,
};

export const PROBLEM_TITLES: Readonly<Record<number, string>> = {
  400: "The request cannot be read",
  401: "A key is needed",
  403: "Not allowed",
  404: "Not found",
  405: "This method is not offered here",
  406: "Not offered in this form",
  409: "In conflict with what is there",
  410: "Gone",
  413: "Too large",
  415: "Not JSON",
  422: "A value cannot be taken",
  423: "The site is locked",
  429: "Too many requests",
  500: "Something went wrong on our side",
  503: "Try again in a moment",
};

export const problem = (
  status: number,
  code: string,
  detail: string,
  more: Omit<ApiProblem["problem"], "status" | "code" | "detail"> = {},
): ApiProblem => ({ problem: { status, code, detail, ...more } });

/** Maps a refusal's reason to the code in the API, if the two differ. */
const CODES: Readonly<Record<string, string>> = { sent_before: "idempotency_key_reused" };
const DETAILS: Readonly<Record<string, string>> = {
  idempotency_key_reused:
    "This idempotency key was used with another body. Draw a new key for each new request, and send a repeat unchanged.",
};

/** Turns an operation's refusal into a problem. `pointers` maps each field of the operation to a JSON pointer. */
export function refused(refusal: Refusal, pointers: Readonly<Record<string, string>> = {}): ApiProblem {
  const { reason, code, errors, fills, retryAfterSeconds } = refusal;
  const ours = CODES[reason ?? ""] ?? reason ?? code;
  const fields = Object.entries(errors)
    .filter(([field, text]) => field !== "form" && text !== undefined)
    .map(([field, detail]) => ({ pointer: pointers[field] ?? `/${field}`, detail }));
  return problem(STATUS[code], ours, DETAILS[ours] ?? refusalText(refusal), {
    ...(fields.length > 0 && { errors: fields }),
    ...(fills && { more: fills }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** Turns the issues of a schema into a problem. Each unknown field is named. */
export function refusedIssues(issues: readonly z.core.$ZodIssue[], where: "body" | "query"): ApiProblem {
  const errors = issues.flatMap((issue) => {
    const path = issue.path.map((part) => String(part));
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((name) => ({
        pointer: pointerOf([...path, name]),
        detail: "This field is not known.",
      }));
    return [{ pointer: pointerOf(path), detail: issue.message }];
  });
  const unknown = issues.every(({ code }) => code === "unrecognized_keys");
  const code = unknown ? "unknown_field" : "invalid";
  const first = errors[0];
  const detail =
    `${where === "query" ? "In the query: " : ""}${first?.pointer ?? ""} ${first?.detail ?? ""}`.trim();
  return problem(422, code, detail, { errors });
}

const pointerOf = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
