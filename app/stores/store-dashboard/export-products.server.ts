/** Exports products as a spreadsheet. */
import { and, eq } from "drizzle-orm";
import { stores, products } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import type { Cursor } from "../../platform/http/keyset.ts";
import { plainNaira } from "../../domain/money.ts";
import type { Services } from "../../platform/services.server.ts";
import { productColumns } from "../storefront/storefront.server.ts";
import { ownStore } from "./my-stores.server.ts";
import type { StoreOwner } from "../../access/actor.ts";

const BATCH = 500;

/** Yields all products of a store with the columns of HEADER, newest first, read in batches. */
export async function* exportProducts(
  services: Services,
  owner: StoreOwner,
  storeId: string,
): AsyncGenerator<string[]> {
  for (let cursor: Cursor | null = null; ;) {
    const rows: Awaited<ReturnType<typeof batch>> = await batch(services, owner, storeId, cursor);
    for (const row of rows)
      yield [
        row.name,
        row.description ?? "",
        row.category ?? "",
        plainNaira(row.priceKobo),
        row.stockQuantity === null ? "" : String(row.stockQuantity),
        row.isActive ? "yes" : "no",
      ];
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    cursor = { at: last.createdAt, id: last.id };
  }
}

function batch({ db }: Services, owner: StoreOwner, storeId: string, cursor: Cursor | null) {
  const { where, orderBy } = keyset([products.createdAt, products.id], { cursor, direction: "next" });
  return db
    .select({ ...productColumns, isActive: products.isActive })
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(and(ownStore(owner, storeId), where))
    .orderBy(...orderBy)
    .limit(BATCH);
}
