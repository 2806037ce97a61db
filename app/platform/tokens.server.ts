/** Draws random tokens and hashes them. Only a cookie or a link has a token; the database has its hash. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Draws a URL-safe token of 256 random bits. */
export function drawToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Draws a token of 128 random bits for a page without a login account. It is URL-safe, and short enough for a chat. */
export function drawPageToken(): string {
  return randomBytes(16).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Derives a token from its subject and the secret. It can be derived again, so queued jobs need not contain it. */
export function deriveToken(secret: string, subject: string): string {
  return createHmac("sha256", secret).update(subject).digest("base64url");
}

export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
