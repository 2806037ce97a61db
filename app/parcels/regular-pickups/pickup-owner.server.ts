/** PICKUP-1: a regular pickup belongs to a person, to the person's store, or to the person's business. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { regularPickups, stores } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import type { BookOf } from "../address-book/book-owner.server.ts";

/** Selects the owner's regular pickups. For another person's store it selects nothing. */
export function ofPickupOwner({ actor, storeId }: BookOf): SQL {
  if (actor.kind === "member") return eq(regularPickups.businessId, actor.business.id);
  const userId = actor.person.id;
  if (storeId === "") return eq(regularPickups.userId, userId);
  if (!isUuid(storeId)) return sql`false`;
  return and(
    eq(regularPickups.storeId, storeId),
    sql`${regularPickups.storeId} in (select ${stores.id} from ${stores} where ${stores.userId} = ${userId})`,
  )!;
}
