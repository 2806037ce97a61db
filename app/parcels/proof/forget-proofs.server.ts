/** PROOF-7: deletes parts of proofs at the times in docs/retention.md. */
import { type SQL, sql } from "drizzle-orm";
import { removeProofPictures } from "../../people/profile/remove-proof-pictures.server.ts";
import { exceptions, proofPictures, proofs } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { RetentionRound } from "../../platform/jobs/retention-round.server.ts";

/** The number of days for which pictures, positions and call times of proofs are stored. */
export const PROOF_DAYS = 365;

/**
 * Removes pictures, positions, notes about places, and call times from old proofs. Leaves out proofs of bookings with
 * an open exception. Returns the number of removed pictures and of changed proofs.
 */
export async function forgetProofs({ db, jobs, change, before: momentOf }: RetentionRound) {
  const before = momentOf(PROOF_DAYS);
  const undecided = (booking: SQL) =>
    sql`exists (select from ${exceptions} x where x.booking_id = ${booking} and x.closed_at is null)`;
  return {
    proofPictures: await transact(db, (tx) =>
      removeProofPictures(
        tx,
        { jobs },
        sql`(forgotten_at is not null or received_at < ${before} and not exists (select from ${proofs} p
          where p.deed_id = ${proofPictures}.deed_id and (p.occurred_at >= ${before} or ${undecided(sql`p.booking_id`)})))`,
      ),
    ),
    proofPlaces: await change(
      proofs,
      // A trigger refuses to change proofs that are younger than 365 days by the database's clock. So the condition
      // also compares with the database's clock, not only with `before`.
      sql`occurred_at < ${before} and occurred_at < now() - interval '365 days' and num_nonnulls(latitude, longitude, accuracy, landmark, called_at) > 0
        and not ${undecided(sql`${proofs}.booking_id`)}`,
      { latitude: null, longitude: null, accuracy: null, landmark: null, calledAt: null },
    ),
  };
}
