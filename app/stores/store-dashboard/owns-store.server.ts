import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import { stores } from "../../platform/db/schema.ts";

const storeOfOwner = preparedOnce((db) =>
  db
    .select({ id: stores.id })
    .from(stores)
    .where(eq(stores.userId, sql.placeholder("userId")))
    .limit(1)
    .prepare("store_of_owner"),
);

/** True if the person owns a store. The header of the public pages then has a link to the dashboard. */
export async function ownsStore(db: Db, userId: string): Promise<boolean> {
  const stores = await storeOfOwner(db).execute({ userId });
  return stores.length > 0;
}
