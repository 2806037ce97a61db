/** Deletes old rows of the register of consents, and old positions of remembered places (docs/retention.md). */
import { sql } from "drizzle-orm";
import { consents, rememberedPlaces } from "../../platform/db/schema.ts";
import type { RetentionRound } from "../../platform/jobs/retention-round.server.ts";
import { SIX_YEARS } from "../../platform/jobs/six-years.ts";

/** A place's position is deleted this many days after the last delivery at the place. */
export const PLACE_DAYS = 365;

/** Deletes old consents, and positions of places without a recent delivery. Returns both counts. */
export async function forgetConsents({ before, remove }: RetentionRound) {
  return {
    // A trigger compares the age of a row by the database's own clock and refuses to delete younger rows.
    consents: await remove(consents, sql`at < ${before(SIX_YEARS)} and at < now() - interval '6 years'`),
    places: await remove(rememberedPlaces, sql`updated_at < ${before(PLACE_DAYS)}`),
  };
}
