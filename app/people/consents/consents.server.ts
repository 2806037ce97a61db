/** CONSENT-1: gives and withdraws a consent. Rows are added and never changed. */
import { and, eq, isNull } from "drizzle-orm";
import { CURRENT_TEXT } from "../../domain/consents.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { consents } from "../../platform/db/schema.ts";
import { consentsInForce, type Whose } from "./consents-in-force.server.ts";

type By = { byUserId: string | null; byName: string };

/**
 * Records a consent to the text that is shown now, in the caller's transaction. Adds nothing if a consent is
 * in force already. Returns the id of the consent in force.
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
 * Withdraws the consents of a phone number, in the caller's transaction. A trigger then deletes the data kept
 * under these consents. Returns the number of withdrawn consents.
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
