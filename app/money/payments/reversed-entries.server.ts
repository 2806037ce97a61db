/** Reversing an entry of the settlement ledger. */
import type { Acting } from "../../platform/operations/act.server.ts";
import { settlementEntries } from "../../platform/db/schema.ts";

type Reversal = Omit<typeof settlementEntries.$inferInsert, "kind" | "actId" | "at" | "byUserId" | "byName">;

/** Adds an entry, in kobo, that reverses the entry `reverses`. False if that entry was reversed before. */
export async function addReversal({ tx, act }: Acting, entry: Reversal): Promise<boolean> {
  const made = await tx
    .insert(settlementEntries)
    .values({ ...entry, kind: "reversed", actId: await act.id(), at: act.at, ...act.by })
    .onConflictDoNothing({ target: settlementEntries.reverses })
    .returning({ id: settlementEntries.id });
  return made.length > 0;
}
