/**
 * Removes people's names from old rows of hand-overs, runs and exceptions. The rows themselves stay
 * (docs/retention.md).
 */
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

const NOBODY = { byUserId: null, byName: NOT_STORED } as const;

const UNNAMED_CASH = {
  ...NOBODY,
  reason: sql`case when reason is not null then ${NOT_STORED} end`,
  approvedByName: sql`case when approved_by_name is not null then ${NOT_STORED} end`,
};

/** Removes the names from old rows. Returns how many rows of each kind were changed. */
export async function unnameRoad({ change, before: momentOf }: RetentionRound) {
  const before = momentOf(SIX_YEARS);
  const isNamed = sql`by_name <> ${NOT_STORED}`;
  // A trigger refuses changes of rows that are less than 6 years old by the database's clock. So the query compares
  // with this clock, too.
  const received = sql`received_at < ${before} and received_at < now() - interval '6 years' and ${isNamed}`;
  const noted = sql`at < ${before} and ${isNamed}`;
  const isOpener = sql`opened_by_name <> ${NOT_STORED}`;
  return {
    custody: await change(custodyEntries, received, NOBODY),
    proofs: await change(proofs, received, NOBODY),
    cash: await change(cashEntries, received, UNNAMED_CASH),
    runs: await change(
      runs,
      sql`created_at < ${before}
        and num_nonnulls(driver_name, driver_phone, plate, seal_note, close_note, closed_by_name) > 0`,
      ERASED_RUN,
    ),
    // Riders' phone numbers must be unique, so the phone number is replaced by the rider's id.
    riders: await change(riders, sql`left_at < ${before} and name <> ${NOT_STORED}`, {
      name: NOT_STORED,
      phone: sql`id::text`,
    }),
    paperNames: await change(riderPapers, sql`added_at < ${before} and added_by_name <> ${NOT_STORED}`, {
      addedByName: NOT_STORED,
    }),
    // A claim or an exception may never have been closed. Its names are then removed after the same time as in a closed
    // one.
    oldClaims: await change(
      claims,
      sql`greatest(opened_at, decided_at, closed_at) < ${before} and ${isOpener}`,
      UNNAMED_CLAIM,
    ),
    claimEntries: await change(claimEntries, noted, { ...NOBODY, words: null }),
    regularPickupActs: await change(regularPickupActs, noted, NOBODY),
    exceptions: await change(exceptions, sql`greatest(opened_at, closed_at) < ${before} and ${isOpener}`, {
      ...UNNAMED_EXCEPTION,
      closedByName: sql`case when closed_at is not null then ${NOT_STORED} end`,
    }),
  };
}
