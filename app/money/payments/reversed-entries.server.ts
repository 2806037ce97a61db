/** Reversing an entry of the settlement ledger. */
import type { Admin, Rider, System } from "../../access/actor.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { settlementEntries } from "../../platform/db/schema.ts";
import { by } from "../prices/money-events.server.ts";

type Reversal = Omit<typeof settlementEntries.$inferInsert, "kind" | "byUserId" | "byName">;

/** Adds an entry, in kobo, that reverses the entry `reverses`. False if that entry was reversed before. */
export async function addReversal(tx: Tx, who: Admin | Rider | System, entry: Reversal): Promise<boolean> {
  const made = await tx
    .insert(settlementEntries)
    .values({ ...entry, kind: "reversed", ...by(who) })
    .onConflictDoNothing({ target: settlementEntries.reverses })
    .returning({ id: settlementEntries.id });
  return made.length > 0;
}
