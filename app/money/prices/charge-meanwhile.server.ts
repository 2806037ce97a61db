/** PRICE-7: finds a price that a booking got after a form's page was shown. */
import { and, desc, eq, gt } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { askAbout } from "../../access/recorded-meanwhile.ts";
import { formatNaira } from "../../domain/money.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingCharges } from "../../platform/db/schema.ts";
import type { Meanwhile } from "../../platform/operations/declaration.ts";
import type { BookingAccount } from "./booking-account.server.ts";

/** Returns the newest charge of a locked booking, if this charge is newer than `seen`. */
export async function chargeMeanwhile(
  { tx, actor }: { tx: Tx; actor: Admin },
  _: unknown,
  { id }: BookingAccount,
  seen: number,
): Promise<Meanwhile | null> {
  const [charge] = await tx
    .select()
    .from(bookingCharges)
    .where(and(eq(bookingCharges.bookingId, id), gt(bookingCharges.id, seen)))
    .orderBy(desc(bookingCharges.id))
    .limit(1);
  if (!charge) return null;
  const what = `Price of ${formatNaira(charge.totalKobo)}`;
  return {
    newest: charge.id,
    asks: askAbout(actor, { ...charge, byName: charge.byName ?? "the price list", what }),
  };
}
