/** Places orders at a store. */
import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type * as z from "zod";
import { everybody } from "../../access/by.server.ts";
import { notify } from "../../notifications/notify.server.ts";
import { deliveryProblem } from "../../domain/served-states.ts";
import type { Customer, Guest } from "../../access/actor.ts";
import { pickColumns, type Tx } from "../../platform/db/client.server.ts";
import { orderEvents, orderLines, orders, stores, products } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { MINUTE, perBrowserAndIp } from "../../platform/limits/rate-limit.ts";
import { consumeFrom, refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { drawPageToken } from "../../platform/tokens.server.ts";
import { orderedBefore, refuse } from "./messages.ts";
import { newOrder } from "./order-form.ts";
import { drawOrderCode, type AskedLine, type OrderChange } from "./order.ts";

const ORDERS = perBrowserAndIp("order", 30, 10 * MINUTE, { remembered: true });

type NewOrder = z.infer<typeof newOrder>;
/**
 * The result if prices or stock are no longer as the buyer saw them. No order was stored. `lines`: what the buyer can
 * order now.
 */
export type OrderChanged = Refusal<"conflict"> & { changes: OrderChange[]; lines: AskedLine[] };

type Product = {
  id: string;
  name: string;
  priceKobo: number;
  stockQuantity: number | null;
  isActive: boolean;
};

/**
 * ORDER-3: places an order: order, lines with current prices, event and the store's mail job in one transaction. The
 * stock is only checked. The owner's confirmation takes the products from the stock, so that a stranger cannot use up
 * the stock (docs/decisions/0013-stock.md). Prices (kobo; ORDER-2), stock and availability (STORE-5) are checked while
 * the products' rows are locked. If they differ from the buyer's page, nothing is stored and the differences are
 * returned. Products of another store count as removed.
 */
export const placeOrder = operation({
  name: "orders.place",
  by: everybody,
  input: newOrder,
  prepare: async ({ services, actor }, { deliveryState }) => {
    const unserved = deliveryProblem(await services.company(), deliveryState);
    if (unserved) return refuse("invalid", "unserved", { text: unserved });
    const limit = await consumeFrom(services.limits, ORDERS, actor);
    return limit.ok
      ? { ok: true, prepared: undefined }
      : refuseTooMany("Too many orders came from your connection in a short time.", limit);
  },
  on: findStore,
  run: async (work, input, { storeId }) => {
    const offered = await lockProducts(work.tx, storeId, input.lines);
    const { changes, lines } = comparePrices(input.lines, offered);
    if (changes.length > 0) return refuseChanged(changes, lines);
    return insertOrder(work, { ...input, lines }, { storeId, offered });
  },
  // Only the order's row may store the secret URL of its page. A repeated form reads the URL from the order.
  stored: ({ ok, code, storeId }) => ({ ok, code, storeId }),
  again: async ({ tx }, _, first) => {
    const [order] = await tx
      .select({ viewToken: orders.viewToken })
      .from(orders)
      .where(eq(orders.code, first.code));
    return order ? { ...first, ...order } : refuse("not_found", "order_gone");
  },
  conflict: ({ code }) => orderedBefore(code),
  publish: ({ storeId }) => [`store:${storeId}`],
});

function refuseChanged(changes: OrderChange[], lines: AskedLine[]): Refusal {
  const changed: OrderChanged = { ...refuse("conflict", "changed"), changes, lines };
  return changed;
}

async function findStore({ tx }: Work<unknown>, { slug }: NewOrder) {
  const [store] = await tx
    .select({ storeId: stores.id })
    .from(stores)
    .where(and(eq(stores.slug, slug), isNull(stores.hiddenAt)));
  return store ?? refuse("not_found", "store_gone");
}

async function insertOrder(
  { services, tx, actor, at, reserved }: Work<Customer | Guest>,
  input: NewOrder,
  { storeId, offered }: { storeId: string; offered: Map<string, Product> },
) {
  const customerId = actor.kind === "customer" ? actor.person.id : null;
  const { id, code, viewToken } = await insertWithNewCode(services, tx, {
    viewToken: drawPageToken(),
    formKey: reserved?.key ?? randomUUID(),
    formHash: reserved?.hash ?? null,
    storeId,
    customerId,
    buyerName: input.buyerName,
    buyerPhone: input.buyerPhone,
    deliveryAddress: input.deliveryAddress || null,
    deliveryState: input.deliveryState || null,
    landmark: input.landmark || null,
    totalKobo: input.lines.reduce((sum, line) => sum + line.quantity * line.priceKobo, 0),
    createdAt: at,
    updatedAt: at,
  });
  await tx.insert(orderLines).values(
    input.lines.map((line, position) => ({
      orderId: id,
      productId: line.productId,
      position,
      name: offered.get(line.productId)!.name,
      unitPriceKobo: line.priceKobo,
      quantity: line.quantity,
    })),
  );
  await tx.insert(orderEvents).values({ orderId: id, at, toStatus: "new", byUserId: customerId });
  await notify(services, tx, { event: "order_received", about: { orderId: id } });
  return { ok: true as const, code, viewToken, storeId };
}

/** Locks the requested products' rows of this store in order of id, so that two orders cannot deadlock. */
async function lockProducts(
  tx: Tx,
  storeId: string,
  lines: readonly AskedLine[],
): Promise<Map<string, Product>> {
  const rows = await tx
    .select(pickColumns(products, "id", "name", "priceKobo", "stockQuantity", "isActive"))
    .from(products)
    .where(
      and(
        eq(products.storeId, storeId),
        inArray(
          products.id,
          lines.map((line) => line.productId),
        ),
      ),
    )
    .orderBy(asc(products.id))
    .for("update");
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns how prices and stock differ from what the buyer saw, and the lines that the buyer can order now. */
function comparePrices(
  asked: readonly AskedLine[],
  offered: Map<string, Product>,
): { changes: OrderChange[]; lines: AskedLine[] } {
  const changes: OrderChange[] = [];
  const lines: AskedLine[] = [];
  for (const { productId, quantity, priceKobo } of asked) {
    const product = offered.get(productId);
    const left = product?.stockQuantity ?? Infinity;
    if (!product?.isActive || left === 0) {
      changes.push({ kind: "gone", productId, name: product?.name ?? null });
      continue;
    }
    if (product.priceKobo !== priceKobo)
      changes.push({
        kind: "price",
        productId,
        name: product.name,
        oldKobo: priceKobo,
        newKobo: product.priceKobo,
      });
    if (left < quantity)
      changes.push({ kind: "less", productId, name: product.name, wanted: quantity, left });
    lines.push({ productId, quantity: Math.min(quantity, left), priceKobo: product.priceKobo });
  }
  return { changes, lines };
}

const CODE_TRIES = 8;

/** Inserts an order with a code that no other order has. After several codes that are taken, longer codes are tried. */
async function insertWithNewCode(services: Services, tx: Tx, row: Omit<typeof orders.$inferInsert, "code">) {
  for (let tries = 0; tries < CODE_TRIES * 3; tries++) {
    const code = drawOrderCode((below) => services.randomInt(below), 5 + Math.floor(tries / CODE_TRIES));
    const [made] = await tx
      .insert(orders)
      .values({ ...row, code })
      .onConflictDoNothing({ target: orders.code })
      .returning({ id: orders.id, code: orders.code, viewToken: orders.viewToken });
    if (made) return made;
  }
  throw new Error("no order code can be drawn");
}
