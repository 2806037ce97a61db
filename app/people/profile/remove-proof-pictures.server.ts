/**
 * PROOF-7: removes pictures of proofs. This file is in app/people, because the erasure of a person needs it and must
 * not import from app/parcels.
 */
import { inArray, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { proofPictures } from "../../platform/db/schema.ts";
import { queueFileRemoval } from "../../platform/files/remove-pictures.server.ts";
import type { Services } from "../../platform/services.server.ts";

type Queue = { jobs: Pick<Services["jobs"], "add"> };

const BATCH = 500;

/**
 * Removes the pictures of proofs whose people were erased. A job that the same transaction adds deletes the files.
 * Returns the number of removed pictures.
 */
export const removeForgottenPictures = (tx: Tx | Db, services: Queue): Promise<number> =>
  removeProofPictures(tx, services, sql`forgotten_at is not null`);

/** Removes the pictures that match `which`, in the same way as `removeForgottenPictures`. */
export async function removeProofPictures(tx: Tx | Db, services: Queue, which: SQL): Promise<number> {
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
