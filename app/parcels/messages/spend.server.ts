/** TELL-6: the monthly cost of messages. Each cost is added before sending, so that the ceiling holds. */
import { eq, sql } from "drizzle-orm";
import { lagosDay } from "../../domain/dates.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { messageMonths } from "../../platform/db/schema.ts";

const monthOf = (at: Date) => `${lagosDay(at).slice(0, 7)}-01`;

/**
 * Adds a cost to the month. If the sum would exceed the ceiling, changes nothing and returns false. If `ceilingKobo` is
 * 0, there is no ceiling.
 */
export async function spendOnMessage(tx: Tx, at: Date, kobo: number, ceilingKobo: number): Promise<boolean> {
  const month = monthOf(at);
  await tx.insert(messageMonths).values({ month }).onConflictDoNothing();
  const { rowCount } = await tx
    .update(messageMonths)
    .set({ spentKobo: sql`${messageMonths.spentKobo} + ${kobo}` })
    .where(
      sql`${eq(messageMonths.month, month)} and (${ceilingKobo} = 0 or ${messageMonths.spentKobo} + ${kobo} <= ${ceilingKobo})`,
    );
  return rowCount === 1;
}

/** Corrects the month's cost by the difference between a message's real and its expected cost. */
export async function correctSpending(tx: Tx | Db, at: Date, byKobo: number): Promise<void> {
  if (byKobo === 0) return;
  await tx
    .update(messageMonths)
    .set({ spentKobo: sql`greatest(0, ${messageMonths.spentKobo} + ${byKobo})` })
    .where(eq(messageMonths.month, monthOf(at)));
}

export async function spentKobo(db: Pick<Db, "select">, at: Date): Promise<number> {
  const [row] = await db
    .select({ kobo: messageMonths.spentKobo })
    .from(messageMonths)
    .where(eq(messageMonths.month, monthOf(at)));
  return row?.kobo ?? 0;
}
