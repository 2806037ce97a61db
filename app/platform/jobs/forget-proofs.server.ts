/** PROOF-7: deletes parts of proofs at the times in docs/retention.md. */
import { inArray, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../db/client.server.ts";
import { exceptions, proofPictures, proofs } from "../db/schema.ts";
import { queueFileRemoval } from "../files/remove-pictures.server.ts";
import type { Services } from "../services.server.ts";
import type { RetentionRound } from "./retention-round.server.ts";
import { transact } from "../db/transact.server.ts";

type Queue = { jobs: Pick<Services["jobs"], "add"> };

const BATCH = 500;

/**
 * Removes the pictures of proofs whose people were erased. A job that the same transaction adds deletes the files.
 * Returns the number of removed pictures.
 */
export const removeForgottenPictures = (tx: Tx | Db, services: Queue): Promise<number> =>
  removePictures(tx, services, sql`forgotten_at is not null`);

async function removePictures(tx: Tx | Db, services: Queue, which: SQL): Promise<number> {
  for (let removed = 0; ;) {
    const found = await tx
      .select({ id: proofPictures.id, key: proofPictures.key })
      .from(proofPictures)
      .where(sql`key is not null and ${which}`)
      .limit(BATCH)
      .for("update", { skipLocked: true });
    if (found.length === 0) return removed;
    await tx
      .update(proofPictures)
      .set({ key: null })
      .where(
        inArray(
          proofPictures.id,
          found.map(({ id }) => id),
        ),
      );
    await queueFileRemoval(
      tx,
      services,
      found.flatMap(({ key }) => key ?? []),
    );
    removed += found.length;
  }
}

/**
 * Removes pictures, positions, notes about places, and call times from old proofs, except from proofs of bookings that
 * need a decision. Returns how many of each were removed.
 */
export async function forgetProofs({ db, jobs, each, before: momentOf }: RetentionRound) {
  const before = momentOf("proofs");
  const undecided = (booking: SQL) =>
    sql`exists (select from ${exceptions} x where x.booking_id = ${booking} and x.closed_at is null)`;
  return {
    proofPictures: await transact(db, (tx) =>
      removePictures(
        tx,
        { jobs },
        sql`(forgotten_at is not null or received_at < ${before} and not exists (select from ${proofs} p
          where p.deed_id = ${proofPictures}.deed_id and (p.occurred_at >= ${before} or ${undecided(sql`p.booking_id`)})))`,
      ),
    ),
    proofPlaces: await each(
      proofs,
      // A trigger refuses changes of younger rows. It compares their age by the database's own clock.
      sql`occurred_at < ${before} and occurred_at < now() - interval '365 days' and num_nonnulls(latitude, longitude, accuracy, landmark, called_at) > 0
        and not ${undecided(sql`${proofs}.booking_id`)}`,
      (where) =>
        db
          .update(proofs)
          .set({ latitude: null, longitude: null, accuracy: null, landmark: null, calledAt: null })
          .where(where),
    ),
  };
}
