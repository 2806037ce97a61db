/** Deletes riders' phones and their data, and riders' papers and shift PINs, after the retention period. */
import { sql } from "drizzle-orm";
import { NOT_STORED } from "../../domain/erased.ts";
import {
  riderDeeds,
  riderDevices,
  riderEnrolments,
  riderPapers,
  riderPins,
  riders,
  riderShifts,
  toldPieces,
} from "../../platform/db/schema.ts";
import { queueFileRemoval } from "../../platform/files/remove-pictures.server.ts";
import type { RetentionRound } from "../../platform/jobs/retention-round.server.ts";
import { transact } from "../../platform/db/transact.server.ts";

/**
 * `DEED_DAYS`: how long deeds of riders' phones are stored. `ENDED_PHONE_DAYS`: how long phones are stored after their
 * enrolment ended.
 */
export const DEED_DAYS = 365;
export const ENDED_PHONE_DAYS = 90;

/** Deletes the papers, including their files, and the shift PINs of riders whose names were erased. */
async function forgetPapers({ db, jobs, each }: RetentionRound) {
  const unnamed = sql`rider_id in (select id from ${riders} where name = ${NOT_STORED})`;
  return {
    papers: await each(riderPapers, unnamed, (where) =>
      transact(db, async (tx) => {
        const gone = await tx.delete(riderPapers).where(where).returning({ key: riderPapers.fileKey });
        await queueFileRemoval(
          tx,
          { jobs },
          gone.map(({ key }) => key),
        );
        return { rowCount: gone.length };
      }),
    ),
    shiftPins: await each(riderPins, unnamed, (where) => db.delete(riderPins).where(where)),
  };
}

/**
 * Deletes data of riders' phones after the retention period. Must run after the names of old riders are erased, because
 * an erased name marks the papers and PINs to delete. Deeds are deleted because they contain the recipient's name.
 * Their effects stay in the ledgers.
 */
export const forgetPhones = async (round: RetentionRound) => {
  const { before, remove } = round;
  return {
    ...(await forgetPapers(round)),
    // A trigger refuses to delete a deed that is less than 365 days old by the database's clock, so the condition uses
    // that clock, too.
    deeds: await remove(
      riderDeeds,
      sql`received_at < ${before(DEED_DAYS)} and received_at < now() - interval '365 days'`,
    ),
    told: await remove(toldPieces, sql`received_at < ${before(DEED_DAYS)}`),
    shifts: await remove(riderShifts, sql`begun_at < ${before(DEED_DAYS)}`),
    enrolments: await remove(riderEnrolments, sql`expires_at < ${before(ENDED_PHONE_DAYS)}`),
    devices: await remove(
      riderDevices,
      sql`revoked_at < ${before(ENDED_PHONE_DAYS)} or expires_at < ${before(ENDED_PHONE_DAYS)}`,
    ),
  };
};
