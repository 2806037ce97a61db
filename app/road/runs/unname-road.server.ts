/** Removes people's names from old rows of custody and runs; the rows stay (docs/retention.md). */
import { sql } from "drizzle-orm";
import { ERASED_RUN, NOT_STORED, UNNAMED_CLAIM, UNNAMED_EXCEPTION } from "../../domain/erased.ts";
import {
  cashEntries,
  claimEntries,
  claims,
  custodyEntries,
  exceptions,
  proofs,
  regularPickupActs,
  riderPapers,
  riders,
  runs,
} from "../../platform/db/schema.ts";
import type { RetentionRound } from "../../platform/jobs/retention-round.server.ts";
import { SIX_YEARS } from "../../platform/jobs/six-years.ts";

const UNNAMED_CASH = {
  byUserId: null,
  byName: NOT_STORED,
  reason: sql`case when reason is not null then ${NOT_STORED} end`,
  approvedByName: sql`case when approved_by_name is not null then ${NOT_STORED} end`,
};

/** Removes the names from old rows. Returns how many rows of each kind were changed. */
export async function unnameRoad({ db, each, before: momentOf }: RetentionRound) {
  const before = momentOf(SIX_YEARS);
  return {
    // A trigger compares a row's age with the database's clock, and refuses to change a younger row.
    custody: await each(
      custodyEntries,
      sql`received_at < ${before} and received_at < now() - interval '6 years' and by_name <> ${NOT_STORED}`,
      (where) => db.update(custodyEntries).set({ byUserId: null, byName: NOT_STORED }).where(where),
    ),
    proofs: await each(
      proofs,
      sql`received_at < ${before} and received_at < now() - interval '6 years' and by_name <> ${NOT_STORED}`,
      (where) => db.update(proofs).set({ byUserId: null, byName: NOT_STORED }).where(where),
    ),
    cash: await each(
      cashEntries,
      sql`received_at < ${before} and received_at < now() - interval '6 years' and by_name <> ${NOT_STORED}`,
      (where) => db.update(cashEntries).set(UNNAMED_CASH).where(where),
    ),
    runs: await each(
      runs,
      sql`created_at < ${before}
        and num_nonnulls(driver_name, driver_phone, plate, seal_note, close_note, closed_by_name) > 0`,
      (where) => db.update(runs).set(ERASED_RUN).where(where),
    ),
    // Riders' phone numbers must be unique, so the rider's id replaces the phone number.
    riders: await each(riders, sql`left_at < ${before} and name <> ${NOT_STORED}`, (where) =>
      db
        .update(riders)
        .set({ name: NOT_STORED, phone: sql`id::text` })
        .where(where),
    ),
    paperNames: await each(
      riderPapers,
      sql`added_at < ${before} and added_by_name <> ${NOT_STORED}`,
      (where) => db.update(riderPapers).set({ addedByName: NOT_STORED }).where(where),
    ),
    oldClaims: await each(
      claims,
      // A claim or exception that was never closed is kept as long as a closed one.
      sql`greatest(opened_at, decided_at, closed_at) < ${before} and opened_by_name <> ${NOT_STORED}`,
      (where) => db.update(claims).set(UNNAMED_CLAIM).where(where),
    ),
    claimEntries: await each(claimEntries, sql`at < ${before} and by_name <> ${NOT_STORED}`, (where) =>
      db.update(claimEntries).set({ byUserId: null, byName: NOT_STORED, words: null }).where(where),
    ),
    regularPickupActs: await each(
      regularPickupActs,
      sql`at < ${before} and by_name <> ${NOT_STORED}`,
      (where) => db.update(regularPickupActs).set({ byUserId: null, byName: NOT_STORED }).where(where),
    ),
    exceptions: await each(
      exceptions,
      sql`greatest(opened_at, closed_at) < ${before} and opened_by_name <> ${NOT_STORED}`,
      (where) =>
        db
          .update(exceptions)
          .set({
            ...UNNAMED_EXCEPTION,
            closedByName: sql`case when closed_at is not null then ${NOT_STORED} end`,
          })
          .where(where),
    ),
  };
}
