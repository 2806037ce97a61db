/** TELL-12: the code that unlocks the PIN. The code derives from its message's id, so it is not stored. */
import type { Services } from "../../platform/services.server.ts";
import { deriveToken } from "../../platform/tokens.server.ts";

const DIGITS = 6;

/** With 48 bits, all codes are almost equally probable: within one part in a hundred million. */
export const receiverCodeOf = ({ secret }: Pick<Services, "secret">, message: string): string =>
  String(
    Buffer.from(deriveToken(secret, `receiver-code:${message}`), "base64url").readUIntBE(0, 6) % 10 ** DIGITS,
  ).padStart(DIGITS, "0");
