/** SENDER-1: an address book belongs to a person, to a person's store, or to a business. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Customer, Member, StoreOwner } from "../../access/actor.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { businessMembers, savedReceivers, stores } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";

export type BookActor = Customer | StoreOwner | Member;
/** A book's owner. An empty `storeId` means the person's own book. A member uses the business's book. */
export type BookOf = { actor: BookActor; storeId: string };

/** Selects the receivers of one address book. For another person's store it selects nothing. */
export function inBook({ actor, storeId }: BookOf): SQL {
  if (actor.kind === "member") return eq(savedReceivers.businessId, actor.business.id);
  const userId = actor.person.id;
  if (storeId === "") return eq(savedReceivers.userId, userId);
  if (!isUuid(storeId)) return sql`false`;
  return and(eq(savedReceivers.storeId, storeId), ownStores(userId))!;
}

/** Selects the receivers of all books that a person may use: the person's, stores' and businesses' books. */
export const inAnyBook = (userId: string): SQL =>
  sql`(${eq(savedReceivers.userId, userId)} or ${ownStores(userId)} or ${savedReceivers.businessId} in (
    select ${businessMembers.businessId} from ${businessMembers} where ${businessMembers.userId} = ${userId}))`;

const ownStores = (userId: string): SQL =>
  sql`${savedReceivers.storeId} in (select ${stores.id} from ${stores} where ${stores.userId} = ${userId})`;

/** Returns the owner columns of a new receiver. Null if the store belongs to another person. */
export async function bookOwnerColumns(tx: Tx | Db, { actor, storeId }: BookOf) {
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
