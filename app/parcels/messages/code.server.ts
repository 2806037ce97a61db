/** TELL-12: the code is derived from the message that carries it, so that it is stored nowhere, neither whole nor hashed. */
import type { Services } from "../../platform/services.server.ts";
import { deriveToken } from "../../platform/tokens.server.ts";

const DIGITS = 6;

/** Of 48 bits, so that no digit is more frequent than another by more than one in a hundred million. */
export const codeOf = ({ secret }: Pick<Services, "secret">, message: string): string =>
  String(
    Buffer.from(deriveToken(secret, `receiver-code:${message}`), "base64url").readUIntBE(0, 6) % 10 ** DIGITS,
  ).padStart(DIGITS, "0");
