/** Responses that the account screens share. */
import { data } from "react-router";
import { newIdempotencyKey, type FieldErrors, type RawValues } from "../platform/http/form.server.ts";
import { waitText } from "../platform/limits/rate-limiter.server.ts";
import type { Problem } from "./account-messages.ts";

/** A refused form with its toast. Secrets are not sent back. */
export function actionError(
  problem: Problem | null,
  errors: FieldErrors,
  rawValues: RawValues,
  key: string,
  status = 400,
  retryAfterSeconds?: number,
) {
  const values = Object.fromEntries(Object.entries(rawValues).filter(([name]) => !/password/i.test(name)));
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

/** The refusal of a link that was not sent: message, status, key and wait. */
export function linkRefusal(refused: { retryAfterSeconds: number; keyUsed?: boolean }, key: string) {
  if (refused.keyUsed) {
    const text =
      "This form was sent before, with other details. Nothing was sent now. Send it again to ask for this link.";
    return { text, key: newIdempotencyKey(), status: 409 };
  }
  const wait = refused.retryAfterSeconds;
  return { text: waitText(wait), key, status: 429, wait };
}
