/**
 * TELL-6: the cost of messages in a month. Each cost is added before the message is sent, so that simultaneous messages
 * cannot exceed the ceiling together.
 */
import { eq, sql } from "drizzle-orm";
import { lagosDay } from "../../domain/dates.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { messageMonths } from "../../platform/db/schema.ts";

const monthOf = (at: Date) => `${lagosDay(at).slice(0, 7)}-01`;

/**
 * Adds the expected cost of a message to the sum of the month. If the ceiling leaves no room for it, adds nothing and
 * returns false. A ceiling of 0 means that there is none.
 */
export async function spend(tx: Tx, at: Date, kobo: number, ceilingKobo: number): Promise<boolean> {
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

/** Corrects the sum of a month by the difference between the real and the expected cost of a message. */
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
