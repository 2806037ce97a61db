/** PROOF-6: a store may see the proofs of its own orders' bookings. */
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { StoreOwner } from "../../access/actor.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, orders, stores } from "../../platform/db/schema.ts";

export const ofOwnOrder = (db: Pick<Db, "select">, owner: StoreOwner, code: string): SQL =>
  and(
    eq(bookings.trackingCode, code),
    inArray(
      bookings.orderId,
      db
        .select({ id: orders.id })
        .from(orders)
        .innerJoin(stores, eq(stores.id, orders.storeId))
        .where(eq(stores.userId, owner.person.id)),
    ),
  )!;
