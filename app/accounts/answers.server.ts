/** Answers that the account screens share. */
import { data } from "react-router";
import type { FieldErrors, Typed } from "../lib/form.server.ts";
import type { Problem } from "./account-words.ts";

/** A refused form together with the toast that says so (spec.md 8). Secrets are not sent back. */
export function refuseSaying(
  problem: Problem | null,
  errors: FieldErrors,
  typed: Typed,
  key: string,
  status = 400,
  retryAfterSeconds?: number,
) {
  const values = Object.fromEntries(Object.entries(typed).filter(([name]) => !/password/i.test(name)));
  return data(
    { errors, values, key, problem },
    { status, headers: retryAfterSeconds ? { "Retry-After": String(retryAfterSeconds) } : undefined },
  );
}

/** Headers that set several cookies. */
export function setCookies(...cookies: string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}
