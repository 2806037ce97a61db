/** HOOK-2: signatures of Standard Webhooks 1.0.0. */
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
/** Draws a secret of 32 random bytes. */
export const drawSecret = (): string => PREFIX + randomBytes(32).toString("base64");

/**
 * Returns the headers of one try, with one signature for each secret. So an endpoint that knows only the old or only
 * the new secret can verify the message.
 */
export function signedHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "user-agent": "ona-webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
