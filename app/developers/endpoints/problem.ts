/** API-2: turns refusals into problems (RFC 9457): a stable code, JSON pointers and a helpful sentence. */
import type * as z from "zod";
import { refusalText, type Code, type Refusal } from "../../platform/http/result.ts";
import { wordsOfIssue } from "../../platform/http/value-words.ts";
import type { ApiProblem } from "./endpoint.ts";
import type { PROBLEM_CODES, ProblemCode } from "./problem-codes.ts";

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

type More = Omit<ApiProblem["problem"], "status" | "code" | "detail">;

/** Makes a problem. Its code and status must be in the list of codes. */
export const problem = <C extends ProblemCode>(
  status: (typeof PROBLEM_CODES)[C]["status"],
  code: C,
  detail: string,
  more: More = {},
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
  const text = refusalText(refusal);
  // The words of a schema need the field's name before them.
  const detail = /^[a-z]/.test(text) && fields[0] ? `${fields[0].pointer} ${text}` : text;
  return {
    problem: {
      ...{ status: STATUS[code], code: ours, detail: DETAILS[ours] ?? detail },
      ...(fields.length > 0 && { errors: fields }),
      ...(fills && { more: fills }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  };
}

/** Checks what a program sent. Turns the issues of the schema into a problem. Each unknown field is named. */
export function checkSent<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
  where: "body" | "query",
): { value: z.output<Schema> } | ApiProblem {
  const parsed = schema.safeParse(sent, { error: wordsOfIssue });
  return parsed.success ? { value: parsed.data } : refusedIssues(parsed.error.issues, where);
}

function refusedIssues(issues: readonly z.core.$ZodIssue[], where: "body" | "query"): ApiProblem {
  const errors = issues.flatMap((issue) => {
    const path = issue.path.map((part) => String(part));
    const names = issue.code === "unrecognized_keys" ? issue.keys : [null];
    return names.map((name) => ({
      pointer: pointerOf(name === null ? path : [...path, name]),
      detail: issue.message,
    }));
  });
  const unknown = issues.every(({ code }) => code === "unrecognized_keys");
  const code = unknown ? "unknown_field" : "invalid";
  const first = errors[0];
  const subject = first?.pointer || `The ${where}`;
  const detail = `${where === "query" ? "In the query: " : ""}${subject} ${first?.detail ?? ""}`.trim();
  return problem(422, code, detail, { errors });
}

const pointerOf = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
