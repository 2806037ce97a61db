/** Retention of the register of consents, and of remembered places (docs/retention.md). */
import { sql } from "drizzle-orm";
import { consents, rememberedPlaces } from "../../platform/db/schema.ts";
import type { RetentionRound } from "../../platform/jobs/retention-round.server.ts";

/** Deletes old consents, and positions of places without a recent delivery. Returns both counts. */
export async function forgetConsents({ before, remove }: RetentionRound) {
  return {
    // A trigger compares the age of a row by the database's own clock and refuses to delete younger rows.
    consents: await remove(
      consents,
      sql`at < ${before("peopleInBookings")} and at < now() - interval '6 years'`,
    ),
    places: await remove(rememberedPlaces, sql`updated_at < ${before("places")}`),
  };
}
