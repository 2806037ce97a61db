/** HOOK-2: the webhook secrets of endpoints, encrypted in the database. */
import { seal, unseal } from "../../platform/sealed.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { webhookEndpoints } from "../../platform/db/schema.ts";

type Row = typeof webhookEndpoints.$inferSelect;
const sealOf = (id: string) => ({ purpose: "webhook", subject: id });

export const sealSecret = ({ secret }: Pick<Services, "secret">, id: string, text: string): Buffer =>
  seal(secret, sealOf(id), text);

export const currentSecret = ({ secret }: Pick<Services, "secret">, row: Row): string =>
  unseal(secret, sealOf(row.id), row.sealedSecret) ?? "";

/** Returns the secrets that sign a delivery attempt: the current one and, for a day after a change, the former one. */
export function secretsOf(services: Pick<Services, "secret">, row: Row, at: Date): string[] {
  const before =
    row.sealedBefore && row.beforeUntil && row.beforeUntil > at
      ? unseal(services.secret, sealOf(row.id), row.sealedBefore)
      : null;
  return [currentSecret(services, row), ...(before ? [before] : [])];
}
