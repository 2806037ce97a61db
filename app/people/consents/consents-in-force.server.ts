/** CONSENT-1: the consents in force. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ConsentPurpose } from "../../domain/consents.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { consents } from "../../platform/db/schema.ts";

export const consentWithdrawals = alias(consents, "withdrawals");

/** The condition of a consent without a withdrawal. The query must left join `withdrawals` first. */
const inForce = and(isNull(consents.withdraws), isNull(consentWithdrawals.id));

export type Whose = { phone: string; purpose: ConsentPurpose };

/**
 * Selects a phone number's consents in force. There can be several, because two consents may be given at the same
 * moment.
 */
export function consentsInForce(db: Pick<Db, "select">, { phone, purpose }: Whose) {
  return db
    .select({ id: consents.id, at: consents.at, textVersion: consents.textVersion })
    .from(consents)
    .leftJoin(consentWithdrawals, eq(consentWithdrawals.withdraws, consents.id))
    .where(and(eq(consents.phone, phone), eq(consents.purpose, purpose), inForce))
    .orderBy(consents.at, consents.id);
}

/**
 * Returns the consents in force by phone number, and locks their rows until the transaction ends. A withdrawal waits
 * for this lock, and then also deletes the data of this transaction.
 */
export async function lockConsents(
  tx: Tx,
  purpose: ConsentPurpose,
  phones: readonly string[],
): Promise<Map<string, string>> {
  const own = sql`${consents.phone} = any(${sql.param([...phones])}::text[])`;
  const locked = await tx
    .select({ id: consents.id })
    .from(consents)
    .where(and(own, eq(consents.purpose, purpose), isNull(consents.withdraws)))
    .orderBy(consents.id)
    .for("key share");
  if (locked.length === 0) return new Map();
  // The first statement may have waited for the lock of a withdrawal, and then does not see the withdrawal. This second
  // statement sees the withdrawal.
  const rows = await tx
    .select({ id: consents.id, phone: consents.phone })
    .from(consents)
    .leftJoin(consentWithdrawals, eq(consentWithdrawals.withdraws, consents.id))
    .where(and(own, eq(consents.purpose, purpose), inForce));
  return new Map(rows.map(({ phone, id }) => [phone, id]));
}
