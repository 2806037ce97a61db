/** Makes one call to a provider of messages. The error of a failed call names the kind of failure (PhoneFailure). */
import { createHmac } from "node:crypto";
import { parseJson, readBounded } from "../read-bounded.server.ts";
import { sameBytes } from "../tokens.server.ts";
import { PhoneChannelError } from "./phone-channels.ts";

/** The time limit of a call, including its response. */
export const CALL_MS = 10_000;
const RESPONSE_LIMIT = 64 * 1024;
/** After an error with one of these codes, no part of the call has left this machine. */
const NOT_CONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/;

type Call = { name: string; url: URL; headers?: Record<string, string>; sent: object; callMs: number };

/** Calls the provider. Returns the response's status and JSON. Errors contain neither keys nor phone numbers. */
export async function callProvider({ name, url, headers, sent, callMs }: Call) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(sent),
      redirect: "error",
      signal: AbortSignal.timeout(callMs),
    });
    const body = parseJson(await readBounded(response, RESPONSE_LIMIT));
    if (response.status === 429 || response.status >= 500)
      throw new PhoneChannelError("away", `${name} answered ${response.status}`);
    return { status: response.status, body };
  } catch (problem) {
    if (problem instanceof PhoneChannelError) throw problem;
    const { name: kind, cause } = problem as Error & { cause?: NodeJS.ErrnoException };
    const away = NOT_CONNECTED.test(cause?.code ?? "");
    throw new PhoneChannelError(
      away ? "away" : "no_answer",
      `${name} did not answer: ${cause?.code ?? kind}`,
    );
  }
}

/** True if the holder of the secret signed the body. The signature is in hexadecimal digits. */
export function isSigned(
  algorithm: "sha256" | "sha512",
  secret: string,
  body: Uint8Array,
  signature: string,
): boolean {
  const own = createHmac(algorithm, secret).update(body).digest();
  return /^[0-9a-f]+$/i.test(signature) && sameBytes(own, Buffer.from(signature, "hex"));
}

/** Removes phone numbers and keys from the text of a provider's error. */
export const withoutKeys = (text: string, secrets: readonly string[]): string =>
  secrets
    .reduce((shown, secret) => shown.replaceAll(secret, "[key]"), text)
    .replace(/\+?\d{7,}/g, "[number]")
    .slice(0, 200);
