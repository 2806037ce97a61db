import { eq } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { partners } from "../platform/db/schema.ts";

/** Whether a person owns a store, for the header's link to the dashboard. */
export async function ownsStore(db: Db, userId: string): Promise<boolean> {
  const stores = await db
    .select({ id: partners.id })
    .from(partners)
    .where(eq(partners.userId, userId))
    .limit(1);
  return stores.length > 0;
}
