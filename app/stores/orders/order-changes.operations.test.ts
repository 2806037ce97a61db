import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { orderEvents, orders, products } from "../../platform/db/schema.ts";
import { changeOrderStatus } from "./order-changes.server.ts";
import type { OrderStatus } from "../../domain/order-status.ts";

const { opened } = await fileServices({});
const services = opened.services;
const owner = await makeOwner(services);
const storeId = (await makeStore(services, owner.person.id)).id;

const stockOf = async (id: string) =>
  (await services.db.select().from(products).where(eq(products.id, id)))[0]!.stockQuantity;
const statusOf = async (id: string) =>
  (await services.db.select().from(orders).where(eq(orders.id, id)))[0]!.status;
/** Sets the status of an order, with the version that the order has now. */
async function move(orderId: string, status: OrderStatus, by = owner) {
  const [row] = await services.db
    .select({ version: orders.version })
    .from(orders)
    .where(eq(orders.id, orderId));
  return changeOrderStatus(services, by, { orderId, version: row!.version, status });
}

describe("stock follows an order", () => {
  test("[ORDER-4] taken once when it is confirmed, given back once when it is cancelled, each with an event", async () => {
    const product = await makeProduct(services, storeId, { stockQuantity: 10 });
    const uncounted = await makeProduct(services, storeId, { stockQuantity: null });
    const order = await makeOrder(services, storeId, [
      { product, quantity: 3 },
      { product: uncounted, quantity: 2 },
      { product, quantity: 1 },
    ]);
    const seen: (number | null)[] = [];
    for (const status of [
      "confirmed",
      "ready",
      "completed",
      "cancelled",
      "cancelled",
      "new",
      "confirmed",
      "cancelled",
    ] as const) {
      expect(await move(order.id, status)).toMatchObject({ ok: true });
      seen.push(await stockOf(product.id));
    }
    expect(seen).toEqual([6, 6, 6, 10, 10, 10, 6, 10]);
    expect(await stockOf(uncounted.id)).toBeNull();
    const events = await services.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, order.id))
      .orderBy(orderEvents.id);
    expect(events.map((event) => event.toStatus)).toEqual([
      "confirmed",
      "ready",
      "completed",
      "cancelled",
      "new",
      "confirmed",
      "cancelled",
    ]);
    expect(events[0]).toMatchObject({ fromStatus: "new", byUserId: owner.person.id });
  });

  test("an order cancelled while new gives nothing back, and a deleted product blocks nothing", async () => {
    const product = await makeProduct(services, storeId, { stockQuantity: 5 });
    const gone = await makeProduct(services, storeId);
    const order = await makeOrder(services, storeId, [
      { product, quantity: 2 },
      { product: gone, quantity: 1 },
    ]);
    await move(order.id, "cancelled");
    expect(await stockOf(product.id)).toBe(5);
    await services.db.delete(products).where(eq(products.id, gone.id));
    expect(await move(order.id, "confirmed")).toMatchObject({ ok: true });
    expect(await stockOf(product.id)).toBe(3);
  });
});

describe("stock that runs out", () => {
  test("too few pieces: refused with the product's name, and nothing of the order is taken", async () => {
    const plenty = await makeProduct(services, storeId, { stockQuantity: 50 });
    const scarce = await makeProduct(services, storeId, { name: "Ofada rice", stockQuantity: 1 });
    const order = await makeOrder(services, storeId, [
      { product: plenty, quantity: 5 },
      { product: scarce, quantity: 2 },
    ]);
    expect(await move(order.id, "confirmed")).toMatchObject({
      code: "conflict",
      reason: "out_of_stock",
      errors: { form: expect.stringMatching(/^Ofada rice: the order wants 2 and 1 is left/) as string },
    });
    expect([await stockOf(plenty.id), await stockOf(scarce.id), await statusOf(order.id)]).toEqual([
      50,
      1,
      "new",
    ]);
  });

  test("200 confirmations, 24 at once, of two products named in either order: to zero, never below, none lost", async () => {
    const a = await makeProduct(services, storeId, { stockQuantity: 60 });
    const b = await makeProduct(services, storeId, { stockQuantity: 500 });
    const made = [];
    for (let i = 0; i < 200; i++) {
      const lines = [
        { product: a, quantity: 1 },
        { product: b, quantity: 2 },
      ];
      made.push(await makeOrder(services, storeId, i % 2 ? lines : lines.reverse()));
    }
    const confirm = (order: { id: string }) =>
      changeOrderStatus(services, owner, { orderId: order.id, version: 1, status: "confirmed" });
    const answers: Awaited<ReturnType<typeof confirm>>[] = [];
    // 24 confirmations are sent at once, twice as many as there are database connections. If more were sent at once,
    // some would wait for a connection for three seconds and then be refused.
    for (let i = 0; i < made.length; i += 24)
      answers.push(...(await Promise.all(made.slice(i, i + 24).map(confirm))));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(60);
    expect(answers.filter((answer) => !answer.ok && answer.reason === "out_of_stock")).toHaveLength(140);
    expect([await stockOf(a.id), await stockOf(b.id)]).toEqual([0, 380]);
    // The confirmed orders are cancelled at the same time, which returns their products to the stock.
    const confirmed = made.filter((_, index) => answers[index]!.ok);
    await Promise.all(
      confirmed.map((order) =>
        changeOrderStatus(services, owner, { orderId: order.id, version: 2, status: "cancelled" }),
      ),
    );
    expect([await stockOf(a.id), await stockOf(b.id)]).toEqual([60, 500]);
  }, 60_000);
});

test("the second of two windows gets a message, and nothing is overwritten", async () => {
  const product = await makeProduct(services, storeId, { stockQuantity: 5 });
  const order = await makeOrder(services, storeId, [{ product, quantity: 1 }]);
  const both = await Promise.all(
    (["confirmed", "cancelled"] as const).map((status) =>
      changeOrderStatus(services, owner, { orderId: order.id, version: 1, status }),
    ),
  );
  expect(both.filter((answer) => answer.ok)).toHaveLength(1);
  expect(both.find((answer) => !answer.ok)).toMatchObject({
    code: "conflict",
    reason: "changed_meanwhile",
  });
});

test("somebody else's order is not found and stays as it is", async () => {
  const product = await makeProduct(services, storeId);
  const order = await makeOrder(services, storeId, [{ product, quantity: 1 }]);
  const stranger = await makeOwner(services);
  await makeStore(services, stranger.person.id);
  expect(await move(order.id, "completed", stranger)).toMatchObject({ code: "not_found" });
  expect(await statusOf(order.id)).toBe("new");
});

test("the store's page and the buyer's page are notified of a change", async () => {
  const product = await makeProduct(services, storeId);
  const order = await makeOrder(services, storeId, [{ product, quantity: 1 }]);
  while (!services.live.listening()) await new Promise((done) => setTimeout(done, 20));
  const notified = Promise.all(
    ([`order:${order.id}`, `store:${storeId}`] as const).map(
      (topic) => new Promise<void>((done) => void services.live.subscribe([topic], () => done())),
    ),
  );
  await move(order.id, "confirmed");
  await notified;
});
