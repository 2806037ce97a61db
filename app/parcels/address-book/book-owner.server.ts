/** SENDER-1: whose address book it is: the person's own, that of a store that the person owns, or that of their business. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Customer, Member, StoreOwner } from "../../access/actor.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { businessMembers, savedReceivers, stores } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";

export type BookActor = Customer | StoreOwner | Member;
/** The owner of a book. `storeId` is empty for the person's own book. A member's book is that of their business. */
export type BookOf = { actor: BookActor; storeId: string };

/** The condition that a saved receiver is in this book. It finds nothing in the book of somebody else's store. */
export function inBook({ actor, storeId }: BookOf): SQL {
  if (actor.kind === "member") return eq(savedReceivers.businessId, actor.business.id);
  const userId = actor.person.id;
  if (storeId === "") return eq(savedReceivers.userId, userId);
  if (!isUuid(storeId)) return sql`false`;
  return and(eq(savedReceivers.storeId, storeId), ownStores(userId))!;
}

/**
 * The condition that a saved receiver is in one of the person's books: the own one, those of their stores, and that of their
 * business.
 */
export const inAnyBook = (userId: string): SQL =>
  sql`(${eq(savedReceivers.userId, userId)} or ${ownStores(userId)} or ${savedReceivers.businessId} in (
    select ${businessMembers.businessId} from ${businessMembers} where ${businessMembers.userId} = ${userId}))`;

const ownStores = (userId: string): SQL =>
  sql`${savedReceivers.storeId} in (select ${stores.id} from ${stores} where ${stores.userId} = ${userId})`;

/** The columns that say whose book a new row is in; null if the store belongs to somebody else. */
export async function ownerColumns(tx: Tx | Db, { actor, storeId }: BookOf) {
  if (actor.kind === "member") return { userId: null, storeId: null, businessId: actor.business.id };
  const userId = actor.person.id;
  if (storeId === "") return { userId, storeId: null, businessId: null };
  if (!isUuid(storeId)) return null;
  const [store] = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(eq(stores.id, storeId), eq(stores.userId, userId)));
  return store ? { userId: null, storeId: store.id, businessId: null } : null;
}
