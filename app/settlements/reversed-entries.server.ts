/** What a reversed entry of the ledger of settlements leaves: an entry of its own, and a reference that is free again. */
import { and, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { SuperAdmin } from "../domain/actor.ts";
import { freeSpelling, numbered, type PaymentMethod } from "../domain/payment.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { settlementEntries } from "../platform/db/schema.ts";
import { by } from "../prices/money-events.server.ts";

type Reversal = Omit<typeof settlementEntries.$inferInsert, "kind" | "byUserId" | "byName">;

/** Adds an entry that takes back the one it names in `reverses`; amounts are in kobo. False where that was reversed before. */
export async function addReversal(tx: Tx, admin: SuperAdmin, entry: Reversal): Promise<boolean> {
  const made = await tx
    .insert(settlementEntries)
    .values({ ...entry, kind: "reversed", ...by(admin) })
    .onConflictDoNothing({ target: settlementEntries.reverses })
    .returning({ id: settlementEntries.id });
  return made.length > 0;
}

/** A reference as the ledger can keep it: an entry that was reversed frees its own, which then gets a number behind it. */
export async function freeReference(tx: Tx, method: PaymentMethod, reference: string): Promise<string> {
  const reversals = alias(settlementEntries, "reversals");
  const rows = await tx
    .select({ reference: settlementEntries.reference })
    .from(settlementEntries)
    .innerJoin(reversals, eq(reversals.reverses, settlementEntries.id))
    .where(
      and(
        eq(settlementEntries.method, method),
        inArray(settlementEntries.reference, [reference, ...numbered(reference)]),
      ),
    );
  return freeSpelling(
    reference,
    rows.map((row) => row.reference),
  );
}
