/** Stock follows orders: placing one takes from it, cancelling one gives back. A product without a count is never short. */
import { and, eq, gte, isNotNull, sql } from "drizzle-orm";
import type { Tx } from "../db/client.server.ts";
import { orderLines, products } from "../db/schema.ts";

/** Takes `quantity` pieces. False, with nothing taken, where fewer are left. The version counts up, so that an owner who edits the product meanwhile is told. */
export async function takeStock(tx: Tx, productId: string, quantity: number, at: Date): Promise<boolean> {
  const [taken] = await tx
    .update(products)
    .set({
      stockQuantity: sql`${products.stockQuantity} - ${quantity}`,
      version: sql`${products.version} + 1`,
      updatedAt: at,
    })
    .where(and(eq(products.id, productId), gte(products.stockQuantity, quantity)))
    .returning({ id: products.id });
  return taken !== undefined;
}

/** Gives back what an order took. Call it once, in the transaction that cancels the order; products that are gone or have no count are left alone. */
export async function returnStock(tx: Tx, orderId: string, at: Date): Promise<void> {
  await tx
    .update(products)
    .set({
      stockQuantity: sql`${products.stockQuantity} + l.quantity`,
      version: sql`${products.version} + 1`,
      updatedAt: at,
    })
    .from(
      sql`(select product_id, sum(quantity)::int as quantity from ${orderLines} where order_id = ${orderId} group by product_id) l`,
    )
    .where(and(eq(products.id, sql`l.product_id`), isNotNull(products.stockQuantity)));
}
