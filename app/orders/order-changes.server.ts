/** ORDER-4: the store owner changes an order's status, and the stock with it. */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";
import { orderEvents, orderLines, orders, partners, products } from "../platform/db/schema.ts";
import type { Services } from "../platform/services.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { ORDER_STATUS_LABELS, type OrderStatus } from "../domain/order-status.ts";
import type { StoreOwner } from "../domain/actor.ts";

export type OrderChange = { orderId: string; version: number; status: OrderStatus };
export type OrderChangeResult = Result<{ code: string; version: number }, "not_found" | "conflict">;

/** In these statuses the pieces of an order are taken from the stock. */
const TAKES: readonly OrderStatus[] = ["confirmed", "ready", "completed"];

/** A product of the order has fewer pieces left than the order wants. */
class OutOfStock extends Error {
  constructor(product: string, left: number, wanted: number) {
    super(
      `${product}: the order wants ${wanted} and ${left === 0 ? "none is" : `${left} ${left === 1 ? "is" : "are"}`} left. Add stock to the product, or cancel the order.`,
    );
  }
}

/**
 * Sets the status of an order of this owner's store: row, stock and event in one transaction. Confirming takes the
 * stock and cancelling returns it, each line exactly once (order_lines.stock_taken), with locks in one order
 * everywhere: order, then products by id. Refuses somebody else's order (not found), a change on a version that was
 * changed meanwhile, and a confirmation for which a product has too few pieces; then nothing is changed.
 */
export async function changeOrderStatus(
  services: Services,
  owner: StoreOwner,
  change: OrderChange,
): Promise<OrderChangeResult> {
  const at = services.now();
  const work = services.db.transaction(async (tx): Promise<OrderChangeResult & { partnerId?: string }> => {
    const own = tx.select({ id: partners.id }).from(partners).where(eq(partners.userId, owner.person.id));
    const [row] = await tx
      .select({
        id: orders.id,
        code: orders.code,
        status: orders.status,
        version: orders.version,
        partnerId: orders.partnerId,
      })
      .from(orders)
      .where(and(eq(orders.id, change.orderId), inArray(orders.partnerId, own)))
      .for("update");
    if (!row) return refuse("not_found", "This order was removed or the link is wrong.");
    if (row.version !== change.version)
      return refuse(
        "conflict",
        `Someone else changed this order to ${ORDER_STATUS_LABELS[row.status]}. Check it, then try again.`,
      );
    if (row.status === change.status) return { ok: true, code: row.code, version: row.version };
    if (TAKES.includes(change.status) && !TAKES.includes(row.status)) await takeStock(tx, row.id, at);
    if (change.status === "cancelled") await giveStockBack(tx, row.id, at);
    await tx
      .update(orders)
      .set({ status: change.status, version: row.version + 1, updatedAt: at })
      .where(eq(orders.id, row.id));
    await tx.insert(orderEvents).values({
      orderId: row.id,
      at,
      fromStatus: row.status,
      toStatus: change.status,
      byUserId: owner.person.id,
    });
    return { ok: true, code: row.code, version: row.version + 1, partnerId: row.partnerId };
  });
  try {
    const { partnerId, ...result } = await work;
    if (partnerId) services.live.publish(`order:${change.orderId}`, `store:${partnerId}`);
    return result;
  } catch (problem) {
    if (!(problem instanceof OutOfStock)) throw problem;
    return refuse("conflict", problem.message);
  }
}

/** The tracked products of an order, locked by id so that two orders cannot deadlock. */
async function lockProducts(tx: Tx, orderId: string) {
  const wanted = tx
    .select({ id: orderLines.productId })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
  const rows = await tx
    .select({ id: products.id, name: products.name, stock: products.stockQuantity })
    .from(products)
    .where(inArray(products.id, wanted))
    .orderBy(asc(products.id))
    .for("update");
  return new Map(rows.map((row) => [row.id, row]));
}

function linesOf(tx: Tx, orderId: string) {
  return tx
    .select({
      id: orderLines.id,
      productId: orderLines.productId,
      quantity: orderLines.quantity,
      taken: orderLines.stockTaken,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
}

/** Takes what the lines still need. Throws OutOfStock, which rolls back the transaction, where a product has too few. */
async function takeStock(tx: Tx, orderId: string, at: Date): Promise<void> {
  const counted = await lockProducts(tx, orderId);
  for (const line of await linesOf(tx, orderId)) {
    const product = line.productId ? counted.get(line.productId) : undefined;
    const missing = line.quantity - line.taken;
    // An untracked product is never short; a deleted one has no stock.
    if (!product || product.stock === null || missing === 0) continue;
    if (product.stock < missing) throw new OutOfStock(product.name, product.stock, missing);
    product.stock -= missing;
    await moveStock(tx, product.id, -missing, at);
    await tx.update(orderLines).set({ stockTaken: line.quantity }).where(eq(orderLines.id, line.id));
  }
}

async function giveStockBack(tx: Tx, orderId: string, at: Date): Promise<void> {
  const counted = await lockProducts(tx, orderId);
  for (const line of await linesOf(tx, orderId)) {
    if (line.taken === 0) continue;
    const product = line.productId ? counted.get(line.productId) : undefined;
    if (product && product.stock !== null) await moveStock(tx, product.id, line.taken, at);
    await tx.update(orderLines).set({ stockTaken: 0 }).where(eq(orderLines.id, line.id));
  }
}

/** Increments the version, so that an owner who edits the product meanwhile is notified and overwrites no stock. */
async function moveStock(tx: Tx, productId: string, pieces: number, at: Date): Promise<void> {
  await tx
    .update(products)
    .set({
      stockQuantity: sql`${products.stockQuantity} + ${pieces}`,
      version: sql`${products.version} + 1`,
      updatedAt: at,
    })
    .where(eq(products.id, productId));
}
