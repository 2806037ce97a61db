/** CASH-16: the money of a delivered parcel, in the sender's mail. */
import { formatNaira } from "../../domain/money.ts";
import { doorOf } from "../../money/payments/door.server.ts";
import { transfersOf } from "../../money/settlements/door-transfers.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import type { Fact } from "./booking-facts.ts";

/**
 * What was collected from the receiver for a delivered parcel, and of how much; nothing where nothing was to be
 * collected.
 */
export async function collectedFacts(db: Db, bookingId: string): Promise<Fact[]> {
  const [money, asked] = await Promise.all([doorOf(db, { id: bookingId }), transfersOf(db, [bookingId])]);
  if (!money) return [];
  const dueKobo = (money.collectKobo ?? 0) + (money.paysDelivery === "receiver" ? (money.priceKobo ?? 0) : 0);
  const leftKobo = money.door.totalKobo;
  if (dueKobo === 0) return [];
  const transfer = asked.get(bookingId);
  const waits =
    transfer?.state === "waiting" ? `, ${formatNaira(transfer.kobo)} by transfer: we check it` : "";
  const sum = leftKobo > 0 ? ` of ${formatNaira(dueKobo)}` : "";
  return [["Collected", `${formatNaira(dueKobo - leftKobo)}${sum}${waits}`]];
}
