/** CLAIM-2: one claim with the data for its decision. */
import { eq, sql } from "drizzle-orm";
import { formatPhone } from "../../domain/phone.ts";
import { claimPaymentOf } from "../../money/payments/claim-payment.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { adminMembers, bookings, cashOnDelivery, claims, profiles } from "../../platform/db/schema.ts";
import { coverLeft } from "./decide-claim.server.ts";
import { readTimeLine } from "./read-time-line.server.ts";

/** Reads a claim with its cover (in kobo) and time line. Null for an unknown id. Needs `readMessages`. */
export async function readClaim(db: Db, id: string) {
  const [row] = await db
    .select({
      claim: claims,
      owner: sql<string | null>`coalesce(${profiles.fullName}, ${profiles.email})`,
      code: bookings.trackingCode,
      status: bookings.status,
      senderName: bookings.senderName,
      senderPhone: bookings.senderPhone,
      receiverName: bookings.receiverName,
      receiverPhone: bookings.receiverPhone,
      receiverTown: bookings.receiverTown,
      receiverState: bookings.receiverState,
      declaredKobo: bookings.declaredValueKobo,
      collectedKobo: cashOnDelivery.collectedKobo,
    })
    .from(claims)
    .innerJoin(bookings, eq(bookings.id, claims.bookingId))
    .leftJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, claims.bookingId))
    .leftJoin(adminMembers, eq(adminMembers.id, claims.ownerId))
    .leftJoin(profiles, eq(profiles.id, adminMembers.userId))
    .where(eq(claims.id, id));
  if (!row) return null;
  const { claim, senderPhone, receiverPhone, ...about } = row;
  const [cover, payment, moments] = await Promise.all([
    coverLeft(db, claim),
    claim.grantedKobo > 0 ? claimPaymentOf(db, id) : null,
    readTimeLine(db, { ...claim, code: row.code }),
  ]);
  const { decidedByUserId: _by, ...shown } = claim;
  return {
    ...shown,
    ...about,
    ...cover,
    sender: personOf(row.senderName, senderPhone),
    receiver: personOf(row.receiverName, receiverPhone),
    paid: payment && { at: payment.at, reference: payment.reference, byName: payment.byName },
    moments,
  };
}
export type ClaimDetails = NonNullable<Awaited<ReturnType<typeof readClaim>>>;

const personOf = (name: string, phone: string) => ({
  name,
  phone: formatPhone(phone),
  /** The phone number in E.164. Null once the number is erased. */
  e164: phone.startsWith("+") ? phone : null,
});
