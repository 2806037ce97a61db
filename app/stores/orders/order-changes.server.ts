/** ORDER-4: the store owner changes an order's status, which also changes the stock. */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import * as z from "zod";
import { storeOwner } from "../../access/by.server.ts";
import type { StoreOwner } from "../../access/actor.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../domain/order-status.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, orderEvents, orderLines, orders, stores, products } from "../../platform/db/schema.ts";
import { uuidField } from "../../platform/http/fields.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";

const changeForm = z.object({
  orderId: uuidField,
  version: z.coerce.number().int().positive().max(2_000_000_000),
  status: z.enum(ORDER_STATUSES, "Choose a status"),
});

/** In these statuses the products of the order are taken out of the stock. */
const TAKES: readonly OrderStatus[] = ["confirmed", "ready", "completed"];

/**
 * Sets the status of an order: row, stock and event in one transaction. Confirming takes the products from the stock,
 * and cancelling returns them, each line exactly once (order_lines.stock_taken). Every operation first locks the
 * order's row, then the products' rows in order of id. Refuses another owner's order (not found), an outdated
 * version, and a confirmation if the stock is too low.
 */
export const changeOrderStatus = operation({
  name: "orders.change_status",
  by: storeOwner,
  keyless: true,
  input: changeForm,
  on: lockOrder,
  run: async ({ tx, actor, at }, { version, status }, order) => {
    const { id, code, storeId, delivered } = order;
    if (order.version !== version) return refuse("conflict", "changed_meanwhile", order);
    if (order.status === status)
      return { ok: true, code, version, status, storeId, delivered, changed: false };
    const short =
      TAKES.includes(status) && !TAKES.includes(order.status) ? await takeStock(tx, id, at) : null;
    if (short) return short;
    if (status === "cancelled") await giveStockBack(tx, id, at);
    await tx
      .update(orders)
      .set({ status, version: version + 1, updatedAt: at })
      .where(eq(orders.id, id));
    await tx.insert(orderEvents).values({
      orderId: id,
      at,
      fromStatus: order.status,
      toStatus: status,
      byUserId: actor.person.id,
    });
    return { ok: true, code, version: version + 1, status, storeId, delivered, changed: true };
  },
  publish: ({ changed, storeId }, { orderId }) => (changed ? [`order:${orderId}`, `store:${storeId}`] : []),
});

async function lockOrder({ tx, actor }: Work<StoreOwner>, { orderId }: z.infer<typeof changeForm>) {
  const own = tx.select({ id: stores.id }).from(stores).where(eq(stores.userId, actor.person.id));
  const { id, code, status, version, storeId, deliveryAddress } = orders;
  /** ORDER-8: true if we bring the order to the buyer. */
  const delivered = sql<boolean>`${deliveryAddress} is not null or exists (
    select from ${bookings} b where b.order_id = ${orders}.id)`;
  const [row] = await tx
    .select({ id, code, status, version, storeId, delivered })
    .from(orders)
    .where(and(eq(id, orderId), inArray(storeId, own)))
    .for("update");
  return row ?? refuse("not_found", "order_gone");
}

/** Locks the rows of an order's tracked products in order of id, so that two orders cannot deadlock. */
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

/**
 * Takes the quantities of an order from the stock. Quantities that this order has already taken are not taken again.
 * Refuses if a product's stock is too low.
 */
async function takeStock(tx: Tx, orderId: string, at: Date): Promise<Refusal | null> {
  const counted = await lockProducts(tx, orderId);
  for (const line of await linesOf(tx, orderId)) {
    const product = line.productId ? counted.get(line.productId) : undefined;
    const missing = line.quantity - line.taken;
    // A product whose stock is not tracked never runs out. A deleted product has no stock.
    if (!product || product.stock === null || missing === 0) continue;
    if (product.stock < missing) {
      const { name, stock } = product;
      return refuse("conflict", "out_of_stock", { product: name, left: stock, wanted: missing });
    }
    product.stock -= missing;
    await moveStock(tx, product.id, -missing, at);
    await tx.update(orderLines).set({ stockTaken: line.quantity }).where(eq(orderLines.id, line.id));
  }
  return null;
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

/**
 * Changes the stock of a product, and increases the product's version. A form that was opened before this change cannot
 * overwrite the stock, because the form's version is outdated.
 */
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
