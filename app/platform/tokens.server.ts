/** Random tokens and their hashes. A token is in a cookie or a link; only its hash is stored. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits, URL-safe. */
export function drawToken(): string {
  return randomBytes(32).toString("base64url");
}

/** 128 random bits, URL-safe and short enough for a chat message: for a page that belongs to no account. */
export function drawPageToken(): string {
  return randomBytes(16).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** A token that the holder of the secret can derive again from its subject, so that no secret waits in a queue. */
export function deriveToken(secret: string, subject: string): string {
  return createHmac("sha256", secret).update(subject).digest("base64url");
}

export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
