/**
 * CASH-3, ONLINE-5: the reasons why a part of the debt to a payee cannot be paid out yet. Functions in
 * migrations/schema.sql decide which part is held:
 * - `is_prepaid`: true for money that was paid online for an undelivered parcel.
 * - `hold_prepaid`: releases prepaid money when its parcel is delivered.
 * - `is_frozen`: true for money that a claim freezes.
 * - `keep_settlement`: runs for each new entry, and adds up the held money.
 */
import { eq, sql } from "drizzle-orm";
import { DELIVERED } from "../../domain/delivery-status.ts";
import type { HeldAmounts } from "../../domain/settlement.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, cashEntries, payees, settlementEntries } from "../../platform/db/schema.ts";
import { literalWord } from "../../platform/db/schema/columns.ts";

/** Reads the parts of `held_kobo`: paid online for undelivered parcels, held by riders, frozen by claims. */
export async function readWhyHeld(db: Pick<Db, "select">, payeeId: string): Promise<HeldAmounts> {
  const net = sql`coalesce(sum(s.gross_kobo - s.cod_fee_kobo), 0)`;
  const [row] = await db
    .select({
      held: payees.heldKobo,
      online: sql`(
        select ${net} from ${settlementEntries} s join ${bookings} b on b.id = s.booking_id
        where s.payee_id = payees.id and s.method = 'online' and b.status <> ${literalWord(DELIVERED)} and not is_frozen(b.id))`.mapWith(
        Number,
      ),
      riders: sql`(
        select ${net} from ${settlementEntries} s join ${cashEntries} e on e.id = s.cash_entry_id
        where s.payee_id = payees.id and e.holder_kind = 'rider' and e.covered_at is null
          and (s.booking_id is null or not is_frozen(s.booking_id)))`.mapWith(Number),
    })
    .from(payees)
    .where(eq(payees.id, payeeId));
  const { held = 0, online = 0, riders = 0 } = row ?? {};
  return { online, riders, claims: Math.max(0, held - online - riders) };
}
