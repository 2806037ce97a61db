/** CASH-14: finds entries added to a cash account after a form's page was shown. */
import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { askAbout } from "../../access/recorded-meanwhile.ts";
import { CASH_KIND_NAMES, type CashHolder } from "../../domain/cash.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { cashEntries } from "../../platform/db/schema.ts";
import type { Meanwhile } from "../../platform/operations/declaration.ts";

/**
 * Finds the newest entry after the entry `seen`. Leaves out collections unless `counts` is true: then the form counts
 * the holder's cash, and a collection changes this cash.
 */
export async function cashMeanwhile(
  { tx, actor }: { tx: Tx; actor: Admin },
  { kind, id, name }: CashHolder & { name: string },
  seen: number,
  counts = false,
): Promise<Meanwhile | null> {
  const [entry] = await tx
    .select()
    .from(cashEntries)
    .where(
      and(
        eq(cashEntries.holderKind, kind),
        eq(cashEntries.holderId, id),
        gt(cashEntries.id, seen),
        counts ? undefined : ne(cashEntries.kind, "collected"),
      ),
    )
    .orderBy(desc(cashEntries.id))
    .limit(1);
  if (!entry) return null;
  const what = `${CASH_KIND_NAMES[entry.kind]} of ${formatNaira(Math.abs(entry.kobo))} for ${name}`;
  return { newest: entry.id, asks: askAbout(actor, { ...entry, at: entry.receivedAt, what }) };
}
