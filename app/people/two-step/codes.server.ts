/** STAFF-33: the codes of the second step: those of the person's app (RFC 6238), and those that replace the app. */
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { deriveToken } from "../../platform/tokens.server.ts";

/** A code holds for 30 seconds, which is what every app assumes. */
const PERIOD_SECONDS = 30;
/** The codes of so many periods before and after now are taken too, for a phone whose clock is wrong. */
const WINDOW = 1;
/** RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20;

const RECOVERY_CODES = 10;
/** Without lookalikes, because the codes are read from paper and typed. Twelve of them are 59 bits. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const RECOVERY_LETTERS = 12;

const totp = (secret: string, of: { issuer?: string; label?: string } = {}) =>
  new TOTP({ secret, algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS, ...of });

/**
 * The number of the period whose code this is, of the periods around `at`; null if the code belongs to none of them.
 * `secret` is in base 32.
 */
export function counterOf(secret: string, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = at.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

/** The code of an app at a time. */
export const codeAt = (secret: string, at: Date): string =>
  totp(secret).generate({ timestamp: at.getTime() });

/** The address that an app reads from a QR code. `issuer` is the company, `label` the person's email address. */
export const appAddress = (secret: string, issuer: string, label: string): string =>
  totp(secret, { issuer: issuer.replaceAll(":", " "), label }).toString();

/** What a set-up shows until its first code was typed: the secret for the app, and the recovery codes. */
export type Drawn = { secret: string; recovery: string[] };

/**
 * The secret and the recovery codes of a set-up, derived from the session in which it is shown. So a reload shows the
 * same ones, nothing is stored before they are confirmed, and no other session can show them. A session draws only once:
 * turning two-step sign-in off begins another.
 */
export function drawnFor(appSecret: string, sessionHash: Buffer): Drawn {
  const subject = `two-step:${sessionHash.toString("base64url")}`;
  const bytes = (part: string) => Buffer.from(deriveToken(appSecret, `${subject}:${part}`), "base64url");
  return {
    secret: new Secret({ buffer: Uint8Array.from(bytes("secret").subarray(0, SECRET_BYTES)).buffer }).base32,
    recovery: recoveryCodesOf((nr) => bytes(`recovery ${nr}`)),
  };
}

/** Ten new recovery codes. */
export const drawRecoveryCodes = (): string[] => recoveryCodesOf(() => randomBytes(RECOVERY_LETTERS));

const recoveryCodesOf = (bytes: (nr: number) => Buffer) =>
  Array.from({ length: RECOVERY_CODES }, (_, nr) =>
    [...bytes(nr).subarray(0, RECOVERY_LETTERS)]
      .map((byte) => LETTERS[byte % LETTERS.length])
      .join("")
      .replace(/(.{4})(?=.)/g, "$1-"),
  );

/** The stored form of a recovery code: a hash with the secret of this installation, for one person. */
export const recoveryHash = (appSecret: string, userId: string, code: string): Buffer =>
  Buffer.from(
    deriveToken(appSecret, `recovery:${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`),
    "base64url",
  );

/** A typed code without the spaces and dashes that people put into it. */
export const tidied = (code: string): string => code.replace(/[\s-]/g, "");
