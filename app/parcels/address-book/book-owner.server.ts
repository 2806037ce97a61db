/** SENDER-1: an address book belongs to a person, to a person's store, or to a business. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Customer, Member, StoreOwner } from "../../access/actor.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import { businessMembers, savedReceivers, stores } from "../../platform/db/schema.ts";

export type BookActor = Customer | StoreOwner | Member;
/**
 * Names the owner of a book: a member stands for the business. For other actors, `storeId` names the store; an empty
 * `storeId` means the person's own book.
 */
export type BookOf = { actor: BookActor; storeId: string };

type OwnerColumns = Record<"userId" | "storeId" | "businessId", PgColumn>;

/** Selects the rows of a table that belong to one owner. For another person's store, no rows are selected. */
export function ownedBy(table: OwnerColumns, { actor, storeId }: BookOf): SQL {
  if (actor.kind === "member") return eq(table.businessId, actor.business.id);
  const userId = actor.person.id;
  if (storeId === "") return eq(table.userId, userId);
  return and(hasId(table.storeId, storeId), inOwnStore(table, userId))!;
}

/** Selects the receivers of one address book. */
export const inBook = (of: BookOf): SQL => ownedBy(savedReceivers, of);

/**
 * Selects the receivers of all books that a person may use: the person's own book, and those of the person's stores and
 * businesses.
 */
export const inAnyBook = (userId: string): SQL =>
  sql`(${eq(savedReceivers.userId, userId)} or ${inOwnStore(savedReceivers, userId)} or ${savedReceivers.businessId} in (
    select ${businessMembers.businessId} from ${businessMembers} where ${businessMembers.userId} = ${userId}))`;

const inOwnStore = ({ storeId }: Pick<OwnerColumns, "storeId">, userId: string): SQL =>
  sql`${storeId} in (select ${stores.id} from ${stores} where ${stores.userId} = ${userId})`;

/** Returns the owner columns of a new receiver. Null if the store belongs to another person. */
export async function bookOwnerColumns(tx: Tx | Db, { actor, storeId }: BookOf) {
  if (actor.kind === "member") return { userId: null, storeId: null, businessId: actor.business.id };
  const userId = actor.person.id;
  if (storeId === "") return { userId, storeId: null, businessId: null };
  const store = await findOwnStore(tx, actor, storeId);
  return store ? { userId: null, storeId: store, businessId: null } : null;
}

/** Returns the id of a person's own store. Null for any other store. */
export async function findOwnStore(
  tx: Tx | Db,
  { person }: Pick<BookActor, "person">,
  id: string,
): Promise<string | null> {
  const [store] = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(hasId(stores.id, id), eq(stores.userId, person.id)));
  return store?.id ?? null;
}
