/**
 * The newest entry of a payee. A form of payouts carries the entry that its page showed. So if another person pays the
 * payee meanwhile, the second payout is refused as a conflict.
 */
import { desc, eq } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { settlementEntries } from "../../platform/db/schema.ts";

/** The number of a payee's newest entry; 0 if there is none. */
export async function newestEntry(tx: Pick<Tx, "select">, payeeId: string): Promise<number> {
  const [row] = await tx
    .select({ id: settlementEntries.id })
    .from(settlementEntries)
    .where(eq(settlementEntries.payeeId, payeeId))
    .orderBy(desc(settlementEntries.id))
    .limit(1);
  return row?.id ?? 0;
}
