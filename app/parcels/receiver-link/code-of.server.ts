/**
 * TELL-12: the code that unlocks the PIN. The code is derived from the id of the SMS with the code, so it is not
 * stored.
 */
import type { Services } from "../../platform/services.server.ts";
import { deriveToken } from "../../platform/tokens.server.ts";

const DIGITS = 6;

/** The code is a number of 48 bits modulo 1,000,000. With so many bits, all codes are almost equally probable. */
export const receiverCodeOf = ({ secret }: Pick<Services, "secret">, message: string): string =>
  String(
    Buffer.from(deriveToken(secret, `receiver-code:${message}`), "base64url").readUIntBE(0, 6) % 10 ** DIGITS,
  ).padStart(DIGITS, "0");
