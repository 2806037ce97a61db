/** Retention of what riders' phones sent, and of the phones. */
import { sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { riderDeeds, riderDevices, riderEnrolments, riderShifts } from "../db/schema.ts";

/** Removes it with `remove`, which does so in batches. A deed says who took a parcel; what it did is in the ledgers. */
export const forgetPhones = async (
  remove: (table: PgTable, over: SQL) => Promise<number>,
  deedsBefore: SQL,
  devicesBefore: SQL,
) => ({
  deeds: await remove(riderDeeds, sql`received_at < ${deedsBefore}`),
  shifts: await remove(riderShifts, sql`begun_at < ${deedsBefore}`),
  enrolments: await remove(riderEnrolments, sql`expires_at < ${devicesBefore}`),
  devices: await remove(riderDevices, sql`revoked_at < ${devicesBefore} or expires_at < ${devicesBefore}`),
});
