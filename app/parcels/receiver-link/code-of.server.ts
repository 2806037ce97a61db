/** TELL-12: the code that unlocks the PIN. The code derives from its message's id, so it is not stored. */
import type { Services } from "../../platform/services.server.ts";
import { deriveToken } from "../../platform/tokens.server.ts";

const DIGITS = 6;

/** A code is computed from 48 bits, so that the probabilities of codes differ by less than 1 in 100,000,000. */
export const receiverCodeOf = ({ secret }: Pick<Services, "secret">, message: string): string =>
  String(
    Buffer.from(deriveToken(secret, `receiver-code:${message}`), "base64url").readUIntBE(0, 6) % 10 ** DIGITS,
  ).padStart(DIGITS, "0");
