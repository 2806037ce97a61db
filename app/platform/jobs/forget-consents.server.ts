/** Retention of the register of consents, and of remembered places (docs/retention.md). */
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { consents, rememberedPlaces } from "../db/schema.ts";

type Remove = (table: PgTable, over: SQL) => Promise<number>;

/** Deletes consents older than the first moment, and places without a delivery since the second. Returns the number of each. */
export async function forgetConsents(remove: Remove, before: SQL, delivered: SQL) {
  return {
    // The database's own clock refuses earlier deletions.
    consents: await remove(consents, sql`at < ${before} and at < now() - interval '6 years'`),
    places: await remove(rememberedPlaces, sql`updated_at < ${delivered}`),
  };
}
