/** CASH-16: the facts about collected money in the mail to the sender of a delivered parcel. */
import { eq, sql } from "drizzle-orm";
import { formatNaira } from "../../domain/money.ts";
import { doorColumns, doorOfRow, bookingGoesBack } from "../../money/payments/door.server.ts";
import { transfersOf } from "../../money/settlements/door-transfers.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import { bookingBalances, bookings, cashOnDelivery } from "../../platform/db/schema.ts";
import { lookupTogether } from "../../platform/db/shared-read.server.ts";
import type { Fact } from "./booking-facts.ts";

const moneyByIds = preparedOnce((db) =>
  db
    .select({ id: bookings.id, ...doorColumns, returning: bookingGoesBack })
    .from(bookings)
    .leftJoin(bookingBalances, eq(bookingBalances.bookingId, bookings.id))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
    .where(sql`${bookings.id} = any(${sql.placeholder("ids")}::uuid[])`)
    .prepare("money_to_mail"),
);

const moneyOf = lookupTogether(
  async (db, ids: string[]) => new Map((await moneyByIds(db).execute({ ids })).map((row) => [row.id, row])),
  (id) => id,
);
const transferOf = lookupTogether(transfersOf, (id: string) => id);

/**
 * Returns the fact 'Collected' of a mail: '₦3,000', or '₦3,000 of ₦5,000' if only a part of the amount due was
 * collected. A transfer that is still being checked is named, too. Empty if nothing was due.
 */
export async function collectedFacts(db: Db, bookingId: string): Promise<Fact[]> {
  const money = await moneyOf(db, bookingId);
  if (!money) return [];
  const dueKobo = (money.collectKobo ?? 0) + (money.paysDelivery === "receiver" ? (money.priceKobo ?? 0) : 0);
  if (dueKobo === 0) return [];
  const leftKobo = doorOfRow(money).totalKobo;
  const transfer = await transferOf(db, bookingId);
  const waits =
    transfer?.state === "waiting" ? `, ${formatNaira(transfer.kobo)} by transfer: we check it` : "";
  const sum = leftKobo > 0 ? ` of ${formatNaira(dueKobo)}` : "";
  return [["Collected", `${formatNaira(dueKobo - leftKobo)}${sum}${waits}`]];
}
