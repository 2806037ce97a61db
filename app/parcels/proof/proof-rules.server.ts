/** PROOF-1: reads which proof the bookings need now. */
import { inArray, sql } from "drizzle-orm";
import { DELETED_EMAIL } from "../../domain/erased.ts";
import { doorsOf } from "../../money/payments/door.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, exceptions, onlinePayments, runs } from "../../platform/db/schema.ts";
import { proofRuleOf, type ProofRule, type ProofSettings } from "./proof-rule.ts";

/**
 * Returns the proof rule of each booking, by id. `returning`: the ids of bookings that go back to their senders.
 * `collected`: the amounts already taken at the door, in kobo. A rule contains no PIN, so it may be sent to a rider's
 * phone.
 */
export async function proofRulesOf(
  db: Pick<Db, "select">,
  settings: ProofSettings,
  bookingIds: readonly string[],
  { returning, collected }: { returning?: ReadonlySet<string>; collected?: ReadonlyMap<string, number> } = {},
): Promise<Map<string, ProofRule>> {
  if (bookingIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: bookings.id,
      code: bookings.trackingCode,
      declaredValueKobo: bookings.declaredValueKobo,
      // An online payment, and a transfer at the door that dispatch confirmed, count as collected.
      paidKobo: sql<number>`coalesce((select sum(o.kobo) from ${onlinePayments} o
        where o.booking_id = ${bookings}.id and o.pays = 'door' and o.state = 'paid'), 0)
        + coalesce((select sum((e.details->>'kobo')::bigint) from ${exceptions} e join ${runs} r on r.id = e.run_id
        where e.booking_id = ${bookings}.id and e.kind = 'transfer_to_confirm' and e.close_reason = 'money_in'
        and r.kind = 'delivery'), 0)`.mapWith(Number),
      // True if somebody can see the PIN: the receiver in a mail, the signed-in sender, or the sender on the
      // page of the mailed URL.
      reachable: sql<boolean>`coalesce(${bookings.receiverEmail}, ${bookings.customerId}::text, nullif(nullif(${bookings.senderEmail}, ''), ${DELETED_EMAIL})) is not null`,
    })
    .from(bookings)
    .where(inArray(bookings.id, [...bookingIds]));
  const doors = await doorsOf(
    db,
    rows.map(({ code }) => code),
  );
  return new Map(
    rows.map(({ id, code, paidKobo, ...row }) => [
      id,
      proofRuleOf(
        {
          ...row,
          doorKobo: (doors.get(code)?.door.totalKobo ?? 0) + (collected?.get(id) ?? 0) + paidKobo,
          returning: returning?.has(id) ?? false,
        },
        settings,
      ),
    ]),
  );
}
