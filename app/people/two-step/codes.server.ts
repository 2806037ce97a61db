/** STAFF-33: the codes of the second step: the app's codes (RFC 6238), and the recovery codes. */
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { deriveToken } from "../../platform/tokens.server.ts";

/** The length of a code's period. All authenticator apps use 30 seconds. */
const PERIOD_SECONDS = 30;
/** Codes of this many periods before and after now are valid too, because a phone's clock may be wrong. */
const WINDOW = 1;
/** The size of an app's secret. RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20;

const RECOVERY_CODES = 10;
/** The characters of recovery codes, without lookalikes. A code of twelve characters has 59 bits. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const RECOVERY_LETTERS = 12;

const totp = (secret: string, of: { issuer?: string; label?: string } = {}) =>
  new TOTP({ secret, algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS, ...of });

/** Returns the number of the code's period; null if the code is not valid around `at`. `secret` is in base 32. */
export function counterOf(secret: string, code: string, at: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = at.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

export const codeAt = (secret: string, at: Date): string =>
  totp(secret).generate({ timestamp: at.getTime() });

/** Returns the URI in the QR code of an app. `issuer` is the company, `label` the person's email address. */
export const appAddress = (secret: string, issuer: string, label: string): string =>
  totp(secret, { issuer: issuer.replaceAll(":", " "), label }).toString();

/** The data of a set-up whose first code was not entered yet: the secret for the app, and the recovery codes. */
export type Drawn = { secret: string; recovery: string[] };

/**
 * Derives the secret and the recovery codes of a set-up from its session. A reload therefore shows the same codes,
 * nothing is stored before the confirmation, and no other session can show them. A session always gives the same
 * values. Turning two-step sign-in off therefore begins another session.
 */
export function drawnFor(appSecret: string, sessionHash: Buffer): Drawn {
  const subject = `two-step:${sessionHash.toString("base64url")}`;
  const bytes = (part: string) => Buffer.from(deriveToken(appSecret, `${subject}:${part}`), "base64url");
  return {
    secret: new Secret({ buffer: Uint8Array.from(bytes("secret").subarray(0, SECRET_BYTES)).buffer }).base32,
    recovery: recoveryCodesOf((nr) => bytes(`recovery ${nr}`)),
  };
}

export const drawRecoveryCodes = (): string[] => recoveryCodesOf(() => randomBytes(RECOVERY_LETTERS));

const recoveryCodesOf = (bytes: (nr: number) => Buffer) =>
  Array.from({ length: RECOVERY_CODES }, (_, nr) =>
    [...bytes(nr).subarray(0, RECOVERY_LETTERS)]
      .map((byte) => LETTERS[byte % LETTERS.length])
      .join("")
      .replace(/(.{4})(?=.)/g, "$1-"),
  );

/** Returns the stored form of a person's recovery code: a hash with the secret of this installation. */
export const recoveryHash = (appSecret: string, userId: string, code: string): Buffer =>
  Buffer.from(
    deriveToken(appSecret, `recovery:${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`),
    "base64url",
  );

/** Returns a code without the spaces and dashes that people type. */
export const tidiedCode = (code: string): string => code.replace(/[\s-]/g, "");
