/** Draws random tokens and hashes them. A token is only in a cookie or a link. The database stores the token's hash. */
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

/** Derives a token from its subject and the secret. Jobs can derive the token again, so the queue need not store it. */
export function deriveToken(secret: string, subject: string): string {
  return createHmac("sha256", secret).update(subject).digest("base64url");
}

export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
