/** TELL-12: the code that shows the PIN. The code derives from its message's id and is never stored. */
import type { Services } from "../../platform/services.server.ts";
import { deriveToken } from "../../platform/tokens.server.ts";

const DIGITS = 6;

/** 48 bits make all codes almost equally probable. The difference is at most one in a hundred million. */
export const receiverCodeOf = ({ secret }: Pick<Services, "secret">, message: string): string =>
  String(
    Buffer.from(deriveToken(secret, `receiver-code:${message}`), "base64url").readUIntBE(0, 6) % 10 ** DIGITS,
  ).padStart(DIGITS, "0");
