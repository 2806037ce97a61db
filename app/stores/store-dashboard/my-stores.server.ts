/** OWNER-3: the stores of a signed-in owner. The dashboard finds everything through `stores.user_id`. */
import { and, asc, eq } from "drizzle-orm";
import { data } from "react-router";
import { isDatabaseUnavailable, type Db } from "../../platform/db/client.server.ts";
import { stores } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";
import { TRY_LATER } from "./products.ts";
import type { StoreOwner } from "../../access/actor.ts";

const columns = {
  id: stores.id,
  slug: stores.slug,
  businessName: stores.businessName,
  category: stores.category,
  email: stores.email,
  phone: stores.phone,
  address: stores.address,
  description: stores.description,
  imageKey: stores.imageKey,
  openingHours: stores.openingHours,
  hiddenAt: stores.hiddenAt,
  hiddenReason: stores.hiddenReason,
};

export type MyStore = { [K in keyof typeof columns]: (typeof stores.$inferSelect)[K] };

/** Lists the owner's stores, oldest first. The dashboard opens with the first store. */
export function listMyStores(db: Db, owner: StoreOwner): Promise<MyStore[]> {
  return db
    .select(columns)
    .from(stores)
    .where(eq(stores.userId, owner.person.id))
    .orderBy(asc(stores.createdAt), asc(stores.id));
}

/** The condition that the store belongs to this owner. */
export function ownStore(owner: StoreOwner, storeId: string) {
  return and(eq(stores.id, storeId), eq(stores.userId, owner.person.id));
}

type OfStore = { storeId: string };

/** Finds the owner's store in an operation. Refuses a store of another owner. */
export async function findOwnStore({ tx, actor }: Work<StoreOwner>, { storeId }: OfStore) {
  const { id, imageKey, email } = stores;
  const [row] = await tx.select({ id, imageKey, email }).from(stores).where(ownStore(actor, storeId));
  return row ?? refuse("not_found", "not_your_store");
}

/** Finds a store like `findOwnStore`, and locks the store's row. */
export async function lockOwnStore(work: Work<StoreOwner>, store: OfStore) {
  await work.tx
    .select({ id: stores.id })
    .from(stores)
    .where(ownStore(work.actor, store.storeId))
    .for("update");
  return findOwnStore(work, store);
}

/**
 * Reads the owner's stores. If the query fails, throws the error page, because every screen of the dashboard needs the
 * stores.
 */
export async function requireMyStores({ db, log }: Services, owner: StoreOwner) {
  try {
    return await listMyStores(db, owner);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log.error({ err: error }, "no stores for the dashboard");
    throw data(`Failed to fetch partners. ${TRY_LATER}.`, { status: 500 });
  }
}
