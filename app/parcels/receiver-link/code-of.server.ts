/**
 * TELL-12: the code that the receiver types to see the PIN. It is derived from the id of the message that carries it,
 * and is stored nowhere, neither whole nor hashed.
 */
import type { Services } from "../../platform/services.server.ts";
import { deriveToken } from "../../platform/tokens.server.ts";

const DIGITS = 6;

/**
 * The code is made from 48 bits, so that all codes are almost equally probable. Their probabilities differ by one in a
 * hundred million at most.
 */
export const codeOf = ({ secret }: Pick<Services, "secret">, message: string): string =>
  String(
    Buffer.from(deriveToken(secret, `receiver-code:${message}`), "base64url").readUIntBE(0, 6) % 10 ** DIGITS,
  ).padStart(DIGITS, "0");
