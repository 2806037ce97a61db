/** PAY-8: finds money entries of a booking that were recorded after a form's page was shown. */
import { desc, eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Admin } from "../../access/actor.ts";
import { askAbout } from "../../access/recorded-meanwhile.ts";
import { formatNaira } from "../../domain/money.ts";
import { PAYMENT_METHOD_LABELS } from "../../domain/payment.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { payments, settlementEntries } from "../../platform/db/schema.ts";
import type { Meanwhile } from "../../platform/operations/declaration.ts";
import type { BookingAccount } from "../prices/booking-account.server.ts";

/**
 * Selects a booking's payments and collections, newest first. Rows are added and never deleted. So more rows than the
 * page showed mean that some are new.
 */
function moneyRows(db: Pick<Db, "select">, bookingId: string) {
  const columns = (of: typeof payments | typeof settlementEntries) => ({
    ...{
      at: of.at,
      byUserId: of.byUserId,
      byName: of.byName,
      method: of.method,
      reverses: sql`${of.reverses}::text`,
    },
  });
  const paid = db
    .select({ ...columns(payments), kobo: payments.kobo })
    .from(payments)
    .where(eq(payments.bookingId, bookingId));
  const collected = db
    .select({ ...columns(settlementEntries), kobo: settlementEntries.grossKobo })
    .from(settlementEntries)
    .where(eq(settlementEntries.bookingId, bookingId));
  return unionAll(paid, collected).orderBy(desc(sql`at`));
}

/** Returns the value for the field `seen` of forms about a booking's money. */
export const moneySeen = async (db: Pick<Db, "select">, bookingId: string): Promise<number> =>
  (await moneyRows(db, bookingId)).length;

/** Returns the newest payment or collection of a locked booking if there are now more of them than the page showed. */
export async function moneyMeanwhile(
  { tx, actor }: { tx: Tx; actor: Admin },
  _: unknown,
  { id, code }: Pick<BookingAccount, "id" | "code">,
  seen: number,
): Promise<Meanwhile | null> {
  const rows = await moneyRows(tx, id);
  const [newest] = rows;
  if (!newest || rows.length <= seen) return null;
  const { method, kobo, reverses } = newest;
  const what = `${reverses ? "reversal of " : ""}${formatNaira(Math.abs(kobo))}, ${PAYMENT_METHOD_LABELS[method]}, for ${code}`;
  return { newest: rows.length, asks: askAbout(actor, { ...newest, what }) };
}
