/**
 * ORDER-4: many buyers, few pieces: exactly as many confirmations succeed as there are pieces, and the stock ends at
 * zero.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderLines, orders, products } from "../../app/platform/db/schema.ts";
import { changeOrderStatus } from "../../app/stores/orders/order-changes.server.ts";
import { note, times } from "../fixtures/long.ts";
import { fileServices } from "../fixtures/file-services.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../fixtures/stores.ts";

const { opened } = await fileServices({});

test("stock down to zero: never below, and no piece sold twice", { timeout: 180_000 }, async () => {
  const { services } = opened;
  const { db } = services;
  const wanted = times(100, 1000);
  const pieces = Math.floor(wanted / 3);
  const owner = await makeOwner(services);
  const store = await makeStore(services, owner.person.id);
  const [rare, plenty] = [
    await makeProduct(services, store.id, { stockQuantity: pieces }),
    await makeProduct(services, store.id, { stockQuantity: 10 * wanted }),
  ];
  const waiting: { id: string; version: number }[] = [];
  // Some orders list the two products in reverse order, which must not lead to a deadlock.
  for (let n = 0; n < wanted; n++) {
    const lines = [rare, plenty].map((product) => ({ product, quantity: 1 }));
    waiting.push(await makeOrder(services, store.id, n % 2 ? lines : lines.toReversed()));
  }
  const confirm = (order: { id: string; version: number }) =>
    changeOrderStatus(services, owner, { orderId: order.id, version: order.version, status: "confirmed" });
  // Each order is confirmed twice: the second press does not reduce the stock again.
  const presses = [...waiting, ...waiting];
  const results: Awaited<ReturnType<typeof confirm>>[] = [];
  await Promise.all(
    Array.from({ length: 24 }, async () => {
      for (let order = presses.pop(); order; order = presses.pop()) results.push(await confirm(order));
    }),
  );
  const confirmed = results.filter(({ ok }) => ok).length;
  const refused = results.filter(
    (result) => !result.ok && result.errors["form"]?.includes("the order wants"),
  ).length;
  expect(confirmed).toBe(pieces);
  const stockOf = async (id: string) =>
    (await db.select().from(products).where(eq(products.id, id)))[0]!.stockQuantity;
  expect(await stockOf(rare.id)).toBe(0);
  expect(await stockOf(plenty.id)).toBe(10 * wanted - pieces);
  const taken = await db.select().from(orderLines).where(eq(orderLines.productId, rare.id));
  expect(taken.filter((line) => line.stockTaken > 0)).toHaveLength(pieces);
  expect(await db.select().from(orders).where(eq(orders.status, "confirmed"))).toHaveLength(pieces);
  note("j. Stock down to zero", {
    pieces,
    "confirmations, 24 side by side": 2 * wanted,
    confirmed,
    "refused because there is none left": refused,
    "left at the end": 0,
  });
});
