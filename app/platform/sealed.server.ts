/**
 * Encrypts short secrets that are stored and later shown again. Uses AES-256-GCM with a key derived from APP_SECRET.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveToken } from "./tokens.server.ts";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(deriveToken(secret, `sealed:${purpose}`), "base64url");

/**
 * The purpose and the subject of an encrypted (sealed) secret. A secret that was sealed for one subject cannot be
 * decrypted for another subject. So a row that is copied to another booking reveals nothing.
 */
type Seal = { purpose: string; subject: string };

export function seal(secret: string, { purpose, subject }: Seal, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret, purpose), iv).setAAD(Buffer.from(subject));
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** Returns the secret; null if it was changed, or was sealed with another key or for another subject. */
export function unseal(secret: string, { purpose, subject }: Seal, sealed: Buffer): string | null {
  if (sealed.length <= IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(subject))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
