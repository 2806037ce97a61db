/** RUN-5: the seal of a backup. It shows that the file was changed, even if its checksum was corrected. */
import { deriveToken, sameBytes } from "../../app/platform/tokens.server.ts";

/** `other_secret` means that the seal was made with another APP_SECRET and proves nothing. */
export type SealState = "right" | "wrong" | "other_secret" | "none";

/**
 * Returns the first part of a seal, which depends on the secret alone. So a changed secret does not look like a changed
 * file.
 */
const nameOf = (secret: string) => deriveToken(secret, "backup-seal").slice(0, 12);
const sumOf = (secret: string, sha256: string) => deriveToken(secret, `backup-seal:${sha256}`);

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
 * The words in which a restore says what it cannot know about a backup, by the state of the backup's seal. The operator
 * reads them in a list (`unknown` in backup-access.ts). Null if nothing is unknown.
 */
export const UNPROVEN: Record<SealState, string | null> = {
  right: null,
  wrong: null,
  none: "whether somebody changed the backup since it was written, because it has no seal",
  other_secret:
    "whether somebody changed the backup since it was written, because its seal is of another APP_SECRET",
};
