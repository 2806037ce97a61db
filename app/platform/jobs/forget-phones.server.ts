/** Retention of data from riders' phones, of the phones, and of the office's data about riders for them. */
import { sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { NOT_STORED } from "../../domain/erased.ts";
import {
  riderDeeds,
  riderDevices,
  riderEnrolments,
  riderPapers,
  riderPins,
  riders,
  riderShifts,
} from "../db/schema.ts";
import { queueFileRemoval } from "../files/remove-pictures.server.ts";
import type { Services } from "../services.server.ts";
import type { InBatches } from "./unname-road.server.ts";

type Needed = Pick<Services, "db" | "jobs">;

/** Papers, including their files, and shift PINs of riders whose names were erased. */
async function forgetPapers({ db, jobs }: Needed, each: InBatches) {
  const unnamed = sql`rider_id in (select id from ${riders} where name = ${NOT_STORED})`;
  return {
    papers: await each(riderPapers, unnamed, (where) =>
      db.transaction(async (tx) => {
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
 * Deletes it with `remove`, which works in batches, after the names of riders were erased. A deed contains the recipient;
 * its effects are in the ledgers.
 */
export const forgetPhones = async (
  services: Needed,
  each: InBatches,
  remove: (table: PgTable, over: SQL) => Promise<number>,
  deedsBefore: SQL,
  devicesBefore: SQL,
) => ({
  ...(await forgetPapers(services, each)),
  deeds: await remove(riderDeeds, sql`received_at < ${deedsBefore}`),
  shifts: await remove(riderShifts, sql`begun_at < ${deedsBefore}`),
  enrolments: await remove(riderEnrolments, sql`expires_at < ${devicesBefore}`),
  devices: await remove(riderDevices, sql`revoked_at < ${devicesBefore} or expires_at < ${devicesBefore}`),
});
