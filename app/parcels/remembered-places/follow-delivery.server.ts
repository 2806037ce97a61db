/** PLACE-1: the job that remembers the place of a delivery. */
import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { lockForDeeds } from "../../history/booking-rows.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { proofs } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { JobWork } from "../../platform/jobs/jobs.server.ts";
import { returnedThen, isValidProof } from "../proof/read-proofs.server.ts";
import { rememberDelivery, type DeliveredAtPlace } from "./remember.server.ts";

/**
 * Remembers the place of the newest delivery, unless staff undid it or the receiver denied it. The job may run twice.
 */
export const placeWorker: JobWork<{ bookingId: string }> = ({ data: { bookingId } }, db) =>
  transact(db, async (tx) => {
    // A transaction that undoes or denies the delivery has locked the booking. This call waits until that transaction
    // ends.
    await lockForDeeds(tx, [bookingId]);
    const delivered = await provenPlace(tx, bookingId, notDenied);
    if (delivered) await rememberDelivery(tx, delivered.receivedAt, delivered);
  });

const notDenied = sql`not exists (select from claims c
  where c.booking_id = proofs.booking_id and c.kind = 'not_received' and c.opened_at >= proofs.occurred_at)`;

/** Finds the place in the newest valid proof that has one. Null if no valid proof has a place. */
export async function provenPlace(
  tx: Tx,
  bookingId: string,
  more: SQL,
): Promise<(DeliveredAtPlace & { receivedAt: Date }) | null> {
  const [found] = await tx
    .select({ proof: proofs, returning: returnedThen })
    .from(proofs)
    .where(
      and(
        eq(proofs.bookingId, bookingId),
        inArray(proofs.kind, ["pin", "photo", "signature", "name", "none"]),
        sql`coalesce(${proofs.latitude}::text, ${proofs.landmark}) is not null`,
        isValidProof,
        more,
      ),
    )
    .orderBy(desc(proofs.occurredAt), desc(proofs.id))
    .limit(1);
  if (!found) return null;
  const { latitude, longitude, accuracy, landmark, occurredAt, receivedAt } = found.proof;
  return {
    parts: [{ bookingId, returning: found.returning }],
    position: latitude !== null && longitude !== null ? { latitude, longitude, accuracy } : null,
    ...{ landmark, occurredAt, receivedAt },
  };
}
