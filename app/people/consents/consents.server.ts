/**
 * CONSENT-1: the register of consents: gives a consent, withdraws it, and tells if one is in force. Rows are added and
 * never changed.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type ConsentPurpose, CURRENT_TEXT } from "../../domain/consents.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { consents } from "../../platform/db/schema.ts";

export const withdrawals = alias(consents, "withdrawals");

/** The condition that a consent is not withdrawn. The query must left join `withdrawals` first. */
export const inForce = and(isNull(consents.withdraws), isNull(withdrawals.id));

type By = { byUserId: string | null; byName: string };
type Whose = { phone: string; purpose: ConsentPurpose };

/** The consents of a phone number that are in force. There are several if they were given at the same moment. */
export function consentsInForce(db: Pick<Db, "select">, { phone, purpose }: Whose) {
  return db
    .select({ id: consents.id, at: consents.at, textVersion: consents.textVersion })
    .from(consents)
    .leftJoin(withdrawals, eq(withdrawals.withdraws, consents.id))
    .where(and(eq(consents.phone, phone), eq(consents.purpose, purpose), inForce))
    .orderBy(consents.at, consents.id);
}

/**
 * Records a consent to the text that is shown now, in the caller's transaction. If a consent is in force already,
 * nothing is added. Returns the id of the consent in force.
 */
export async function giveConsent(
  { tx, at }: { tx: Tx; at: Date },
  whose: Whose & { bookingId: string; language: string },
  by: By,
): Promise<string> {
  const textVersion = CURRENT_TEXT[whose.purpose];
  if (!textVersion) throw new Error(`nothing asks for a consent to ${whose.purpose}`);
  const [known] = await consentsInForce(tx, whose);
  if (known) return known.id;
  const [row] = await tx
    .insert(consents)
    .values({ ...whose, textVersion, ...by, at })
    .returning({ id: consents.id });
  return row!.id;
}

/**
 * Withdraws the consents of a phone number, in the caller's transaction. A trigger then deletes the data that was
 * remembered by these consents. Returns the number of withdrawn consents.
 */
export async function withdrawAll(
  { tx, at }: { tx: Tx; at: Date },
  whose: Whose & { bookingId: string },
  by: By,
): Promise<number> {
  const { phone, purpose, bookingId } = whose;
  const found = await tx
    .select({ id: consents.id, textVersion: consents.textVersion, language: consents.language })
    .from(consents)
    .where(and(eq(consents.phone, phone), eq(consents.purpose, purpose), isNull(consents.withdraws)))
    .orderBy(consents.id)
    .for("update");
  if (found.length === 0) return 0;
  const rows = await tx
    .insert(consents)
    .values(
      found.map(({ id, ...text }) => ({ phone, purpose, bookingId, ...text, withdraws: id, ...by, at })),
    )
    .onConflictDoNothing()
    .returning({ id: consents.id });
  return rows.length;
}

/**
 * The consents in force of some phone numbers, by number, row-locked until the transaction ends. A withdrawal waits for
 * this lock, and so it also deletes the data that this transaction writes.
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
  // The first statement may have waited for the lock of a withdrawal. The first statement would not see that
  // withdrawal; this statement does.
  const rows = await tx
    .select({ id: consents.id, phone: consents.phone })
    .from(consents)
    .leftJoin(withdrawals, eq(withdrawals.withdraws, consents.id))
    .where(and(own, eq(consents.purpose, purpose), inForce));
  return new Map(rows.map(({ phone, id }) => [phone, id]));
}
