/** Placing orders at a store. */
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "../platform/db/client.server.ts";
import { orderEvents, orderLines, orders, partners, products } from "../platform/db/schema.ts";
import { consumeFrom, refuseTooMany } from "../platform/limits/rate-limiter.server.ts";
import { refuse, type Refusal, type Result } from "../platform/http/result.ts";
import {
  idempotencyKey,
  withIdempotency,
  type FirstUse,
  type IdempotencyKey,
} from "../platform/idempotency/idempotency.server.ts";
import { recognisePlace } from "../domain/recognise-place.ts";
import { toE164 } from "../domain/phone.ts";
import { drawPageToken } from "../platform/tokens.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { OrderForm } from "./order-form.ts";
import { drawOrderCode, type AskedLine, type OrderChange } from "./order.ts";
import type { Customer, Guest } from "../domain/actor.ts";

type Placement = { code: string; viewToken: string };
/** Nothing was stored: prices or stock are others than the buyer saw. `lines` is what can be ordered now. */
export type OrderChanged = Refusal<"conflict"> & { changes: OrderChange[]; lines: AskedLine[] };
export type Placed =
  | Result<Placement & { repeated: boolean }, "invalid" | "not_found" | "conflict" | "rate_limited">
  | OrderChanged;

type Product = {
  id: string;
  name: string;
  priceKobo: number;
  stockQuantity: number | null;
  isActive: boolean;
};

/**
 * Places an order at the store: order, lines with current prices, event and the store's mail job in one transaction.
 * Stock is checked here and taken when the owner confirms, so that a stranger cannot use it up
 * (docs/decisions/0013-stock.md). Prices (kobo), stock and availability are checked on locked rows; where they differ
 * from what the buyer saw, nothing is stored and the differences are returned. Products of another store count as
 * removed. The same idempotency key again returns the first order; with other content it is refused.
 */
export async function placeOrder(
  services: Services,
  actor: Customer | Guest,
  storeId: string,
  input: OrderForm,
  key: string,
): Promise<Placed> {
  const form = idempotencyKey(services, key, input);
  return withIdempotency<Placement, Placed>(
    form,
    {
      find: () => findByKey(services.db, storeId, key),
      repeat: (placement) => ({ ok: true, ...placement, repeated: true }),
      conflict: ({ code }) =>
        `This form already made order ${code}. The selection below is not ordered yet. To order it as well, send it again.`,
    },
    () => place(services, actor, storeId, input, form),
  );
}

/** Null where the form's key has made an order meanwhile. */
async function place(
  services: Services,
  actor: Customer | Guest,
  storeId: string,
  input: OrderForm,
  form: IdempotencyKey,
): Promise<Placed | null> {
  const { db, jobs, live, limits } = services;
  const limit = await consumeFrom(limits, "order", actor);
  if (!limit.ok) return refuseTooMany("Too many orders came from your connection in a short time.", limit);
  const buyerPhone = input.buyerPhone ? toE164(input.buyerPhone) : null;
  if (input.buyerPhone && !buyerPhone) {
    return refuse("invalid", {
      buyerPhone: "Enter a real phone number, e.g. 0803 123 4567, or leave it empty",
    });
  }

  const at = services.now();
  const answer = await db.transaction(async (tx): Promise<Placed | null> => {
    const [store] = await tx.select({ id: partners.id }).from(partners).where(eq(partners.id, storeId));
    if (!store) return refuse("not_found", "This store was removed or the link is wrong.");
    const offered = await lockProducts(tx, storeId, input.lines);
    // After the lock, so that the same form sent twice at once finds its first order and not its own stock gone.
    if (await findByKey(tx, storeId, form.key)) return null;
    const { changes, lines } = comparePrices(input.lines, offered);
    if (changes.length > 0) return { ...refuse("conflict", {}), changes, lines };

    const order = await insertWithNewCode(services, tx, {
      viewToken: drawPageToken(),
      formKey: form.key,
      formHash: form.hash,
      partnerId: storeId,
      customerId: actor.kind === "customer" ? actor.person.id : null,
      buyerName: input.buyerName || null,
      buyerPhone,
      deliveryAddress: input.deliveryAddress || null,
      deliveryState: input.deliveryState || recognisePlace(input.deliveryAddress).state,
      landmark: input.landmark || null,
      totalKobo: lines.reduce((sum, line) => sum + line.quantity * line.priceKobo, 0),
      createdAt: at,
      updatedAt: at,
    });
    if (!order) {
      if (await findByKey(tx, storeId, form.key)) return null;
      // The key made an order at another store.
      return refuse("invalid", "This form was used before. Load the page again and send it once more.");
    }
    await tx.insert(orderLines).values(
      lines.map((line, position) => ({
        orderId: order.id,
        productId: line.productId,
        position,
        name: offered.get(line.productId)!.name,
        unitPriceKobo: line.priceKobo,
        quantity: line.quantity,
      })),
    );
    await tx.insert(orderEvents).values({
      orderId: order.id,
      at,
      toStatus: "new",
      byUserId: actor.kind === "customer" ? actor.person.id : null,
    });
    await jobs.add(tx, "mail", { kind: "order_received", orderId: order.id });
    return { ok: true, code: order.code, viewToken: order.viewToken, repeated: false };
  });
  if (answer?.ok) live.publish(`store:${storeId}`);
  return answer;
}

/** The order that a form's key made at this store. */
async function findByKey(
  db: Pick<Tx, "select">,
  storeId: string,
  key: string,
): Promise<FirstUse<Placement> | null> {
  const [row] = await db
    .select({ code: orders.code, viewToken: orders.viewToken, formHash: orders.formHash })
    .from(orders)
    .where(and(eq(orders.formKey, key), eq(orders.partnerId, storeId)));
  return row ? { formHash: row.formHash, answer: { code: row.code, viewToken: row.viewToken } } : null;
}

/** The store's own products among those requested, locked in one order everywhere so that two orders cannot deadlock. */
async function lockProducts(
  tx: Tx,
  storeId: string,
  lines: readonly AskedLine[],
): Promise<Map<string, Product>> {
  const rows = await tx
    .select({
      id: products.id,
      name: products.name,
      priceKobo: products.priceKobo,
      stockQuantity: products.stockQuantity,
      isActive: products.isActive,
    })
    .from(products)
    .where(
      and(
        eq(products.partnerId, storeId),
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

/** The differences from what the buyer saw, and what can be ordered now. */
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

/**
 * Inserts under a free code; null when the idempotency key is taken. Longer codes are used when the short ones become
 * scarce.
 */
async function insertWithNewCode(services: Services, tx: Tx, row: Omit<typeof orders.$inferInsert, "code">) {
  for (let tries = 0; tries < CODE_TRIES * 3; tries++) {
    const code = drawOrderCode((below) => services.randomInt(below), 5 + Math.floor(tries / CODE_TRIES));
    const [made] = await tx
      .insert(orders)
      .values({ ...row, code })
      .onConflictDoNothing()
      .returning({ id: orders.id, code: orders.code, viewToken: orders.viewToken });
    if (made) return made;
    const [taken] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.formKey, row.formKey));
    if (taken) return null;
  }
  throw new Error("no order code can be drawn");
}
