/** Retention of the register of consents, and of places that are remembered (docs/retention.md). */
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { consents, rememberedPlaces } from "../db/schema.ts";

type Remove = (table: PgTable, over: SQL) => Promise<number>;

/** Consents from before one moment, and places where nothing was delivered since the other. Returns how many of each. */
export async function forgetConsents(remove: Remove, before: SQL, delivered: SQL) {
  return {
    // The database's own clock refuses earlier deletions.
    consents: await remove(consents, sql`at < ${before} and at < now() - interval '6 years'`),
    places: await remove(rememberedPlaces, sql`updated_at < ${delivered}`),
  };
}
