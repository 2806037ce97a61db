/**
 * The newest entry of a payee. A payout form sends the newest entry that its page showed. If somebody else has paid
 * the payee since then, the form asks for confirmation before it pays again.
 */
import { desc, eq } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { askAbout } from "../../access/recorded-meanwhile.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { settlementEntries } from "../../platform/db/schema.ts";
import type { Meanwhile } from "../../platform/operations/declaration.ts";
import { entryText } from "./statement-text.ts";

async function newestOf(tx: Pick<Tx, "select">, payeeId: string) {
  const [row] = await tx
    .select()
    .from(settlementEntries)
    .where(eq(settlementEntries.payeeId, payeeId))
    .orderBy(desc(settlementEntries.id))
    .limit(1);
  return row;
}

/** Returns the id of a payee's newest entry, or 0. */
export const newestEntryId = async (tx: Pick<Tx, "select">, payeeId: string): Promise<number> =>
  (await newestOf(tx, payeeId))?.id ?? 0;

/** Returns the newest entry of a locked payee, if this entry is newer than `seen`. */
export async function payeeMeanwhile(
  { tx, actor }: { tx: Tx; actor: Admin },
  _: unknown,
  payee: { id: string },
  seen: number,
): Promise<Meanwhile | null> {
  const entry = await newestOf(tx, payee.id);
  if (!entry || entry.id <= seen) return null;
  const what = `${entryText({ ...entry, code: null })}, ${formatNaira(Math.abs(entry.grossKobo))}`;
  return { newest: entry.id, asks: askAbout(actor, { ...entry, what }) };
}
