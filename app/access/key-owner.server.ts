/** API-1: the owners of API keys and webhook endpoints, and the conditions for the rows that a person manages. */
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Customer, Member, Person, StoreOwner } from "./actor.ts";
import type { KeyOwner } from "../domain/api-keys.ts";
import { memberMay } from "../domain/business.ts";
import type { apiKeys, webhookEndpoints } from "../platform/db/schema.ts";

export type KeyMaker = Customer | StoreOwner | Member;

/**
 * Returns the owner for whom a person makes a key: a business, a store or the person. `storeId` is the store of the
 * page, and empty on pages without a store.
 */
export function keyOwnerOf(maker: KeyMaker, storeId: string): KeyOwner {
  if (maker.kind === "member") return { kind: "business", id: maker.business.id };
  return storeId ? { kind: "store", id: storeId } : { kind: "customer", id: maker.person.id };
}

/** Returns the values of the columns that say which owner a row belongs to. */
export const keyOwnerColumns = ({ kind, id }: KeyOwner) => ({
  storeId: kind === "store" ? id : null,
  businessId: kind === "business" ? id : null,
});

export const ownerOfRow = (row: {
  userId: string;
  storeId: string | null;
  businessId: string | null;
}): KeyOwner =>
  row.businessId
    ? { kind: "business", id: row.businessId }
    : row.storeId
      ? { kind: "store", id: row.storeId }
      : { kind: "customer", id: row.userId };

type Owned = typeof apiKeys | typeof webhookEndpoints;

/** Returns the SQL condition for the rows that a person made for an owner. */
export const madeFor = (table: Owned, person: Pick<Person, "id">, owner: KeyOwner): SQL =>
  and(eq(table.userId, person.id), ofOwner(table, owner))!;

/**
 * Returns the condition for the owner's rows that a person manages: the person's own rows, or the rows of all members
 * if the person manages the members of the business.
 */
export const handledBy = (table: Owned, maker: KeyMaker, storeId: string): SQL =>
  maker.kind === "member" && memberMay(maker.role, "manageMembers")
    ? ofOwner(table, keyOwnerOf(maker, storeId))
    : madeFor(table, maker.person, keyOwnerOf(maker, storeId));

function ofOwner(table: Owned, owner: KeyOwner): SQL {
  const { storeId, businessId } = keyOwnerColumns(owner);
  return and(
    storeId ? eq(table.storeId, storeId) : isNull(table.storeId),
    businessId ? eq(table.businessId, businessId) : isNull(table.businessId),
  )!;
}
