/** HOOK-2: the webhook secrets of endpoints, encrypted in the database. */
import { seal, unseal } from "../../platform/sealed.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { webhookEndpoints } from "../../platform/db/schema.ts";

type Row = typeof webhookEndpoints.$inferSelect;
const sealOf = (id: string) => ({ purpose: "webhook", subject: id });

export const sealSecret = ({ secret }: Pick<Services, "secret">, id: string, text: string): Buffer =>
  seal(secret, sealOf(id), text);

/**
 * Returns the secrets that sign a delivery attempt: the current one and, for a day after a change, the former one. A
 * secret that was sealed under another APP_SECRET cannot be read, and is left out.
 */
export function secretsOf({ secret }: Pick<Services, "secret">, row: Row, at: Date): string[] {
  const isBeforeValid = row.beforeUntil !== null && row.beforeUntil > at;
  const sealed = [row.sealedSecret, ...(row.sealedBefore && isBeforeValid ? [row.sealedBefore] : [])];
  return sealed.flatMap((one) => unseal(secret, sealOf(row.id), one) ?? []);
}
