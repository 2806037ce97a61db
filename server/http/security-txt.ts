/**
 * RUN-19: serves /.well-known/security.txt (RFC 9116) from SECURITY_CONTACT. Without this setting the path does not
 * exist.
 */
import type { Context, Next } from "hono";
import type { Services } from "../../app/platform/services.server.ts";

export const SECURITY_TXT = "/.well-known/security.txt";

/** The number of days from the response to the date in its `Expires` line. The standard recommends less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

export function respondSecurityTxt(
  c: Context,
  next: Next,
  { now, origin }: Pick<Services, "now" | "origin">,
  contact: string | undefined,
): Response | Promise<void> {
  if (!contact) return next();
  const expires = new Date(now().getTime() + VALID_DAYS * DAY_MS).toISOString();
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}${SECURITY_TXT}`,
  ];
  return c.text(`${lines.join("\n")}\n`, 200, { "Cache-Control": "public, max-age=3600" });
}
