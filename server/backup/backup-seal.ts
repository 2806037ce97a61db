/**
 * RUN-5: the seal of a backup, by which a restore recognises a file that somebody changed and whose checksum that person
 * made right again.
 */
import { deriveToken, sameBytes } from "../../app/platform/tokens.server.ts";

/** `other_secret`: the seal was made with another APP_SECRET, so it says nothing. */
export type SealState = "right" | "wrong" | "other_secret" | "none";

/** The first part of a seal names the secret, so that another secret is not taken for another file. */
const nameOf = (secret: string) => deriveToken(secret, "backup-seal").slice(0, 12);
const sumOf = (secret: string, sha256: string) => deriveToken(secret, `backup-seal:${sha256}`);

/** The seal of the lines with this checksum. */
export const sealOf = (secret: string, sha256: string): string =>
  `${nameOf(secret)}.${sumOf(secret, sha256)}`;

export function sealState(
  { sha256, seal }: { sha256: string; seal: string | null },
  secret: string | null,
): SealState {
  if (seal === null) return "none";
  const [name = "", sum = ""] = seal.split(".");
  if (secret === null || name !== nameOf(secret)) return "other_secret";
  return sameBytes(Buffer.from(sum), Buffer.from(sumOf(secret, sha256))) ? "right" : "wrong";
}

/**
 * The facts that remain unknown without a valid seal, for the operator; null if it proves that the file is unchanged.
 */
export const UNPROVEN: Record<SealState, string | null> = {
  right: null,
  wrong: null,
  none: "whether somebody changed the backup since it was written, because it has no seal",
  other_secret:
    "whether somebody changed the backup since it was written, because its seal is of another APP_SECRET",
};
