/** OWNER-6: products as CSV, with neutralised cells. */
import { stringify } from "csv-stringify/sync";
import { and, asc, desc, eq, gt, or, sql } from "drizzle-orm";
import { partners, products } from "../platform/db/schema.ts";
import { neutraliseCell } from "../platform/http/csv.ts";
import { plainNaira } from "../domain/money.ts";
import type { Services } from "../platform/services.server.ts";
import { ownStore } from "./my-stores.server.ts";
import { HEADER } from "./products.ts";
import type { StoreOwner } from "../domain/actor.ts";

const BATCH = 500;

/** All products of a store as CSV, newest first, read in batches. */
export async function* exportProducts(
  services: Services,
  owner: StoreOwner,
  partnerId: string,
): AsyncGenerator<string> {
  yield `\ufeff${stringify([[...HEADER]])}`;
  let after: { createdAt: Date; id: string } | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof batch>> = await batch(services, owner, partnerId, after);
    if (rows.length > 0) {
      yield stringify(
        rows.map((row) => [
          neutraliseCell(row.name),
          neutraliseCell(row.description ?? ""),
          neutraliseCell(row.category ?? ""),
          plainNaira(row.priceKobo),
          row.stockQuantity === null ? "" : String(row.stockQuantity),
          row.isActive ? "yes" : "no",
        ]),
      );
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)!;
  }
}

function batch(
  { db }: Services,
  owner: StoreOwner,
  partnerId: string,
  after: { createdAt: Date; id: string } | null,
) {
  return db
    .select({
      id: products.id,
      createdAt: products.createdAt,
      name: products.name,
      description: products.description,
      category: products.category,
      priceKobo: products.priceKobo,
      stockQuantity: products.stockQuantity,
      isActive: products.isActive,
    })
    .from(products)
    .innerJoin(partners, eq(partners.id, products.partnerId))
    .where(
      and(
        ownStore(owner, partnerId),
        after
          ? or(
              sql`${products.createdAt} < ${after.createdAt}`,
              and(eq(products.createdAt, after.createdAt), gt(products.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(products.createdAt), asc(products.id))
    .limit(BATCH);
}
