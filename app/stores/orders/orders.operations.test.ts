import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { asGuest } from "../../access/actors.server.ts";
import { idempotencyKeys, orderEvents, orderLines, orders, products } from "../../platform/db/schema.ts";
import { chatLink, findBuyerOrder } from "./buyer-order.server.ts";
import { writeAskedLines, type AskedLine } from "./order.ts";
import { placeOrder, type OrderChanged } from "./place-order.server.ts";

const { opened } = await fileServices();

const place = (store: { slug: string }, lines: AskedLine[], key: string = crypto.randomUUID()) =>
  placeOrder(
    opened.services,
    asGuest("127.0.0.1"),
    { slug: store.slug, lines: writeAskedLines(lines), buyerName: "Ada", buyerPhone: "0803 123 4567" },
    key,
  );
const ordersOf = (storeId: string) =>
  opened.services.db.select().from(orders).where(eq(orders.storeId, storeId));

async function storeWithProducts() {
  const store = await makeStore(opened.services, null);
  const jollof = await makeProduct(opened.services, store.id, {
    name: "Jollof",
    priceKobo: 350_000,
    stockQuantity: 5,
  });
  const zobo = await makeProduct(opened.services, store.id, {
    name: "Zobo",
    priceKobo: 150_050,
    stockQuantity: null,
  });
  return { store, jollof, zobo };
}
const line = (product: { id: string; priceKobo: number }, quantity = 1): AskedLine => ({
  productId: product.id,
  quantity,
  priceKobo: product.priceKobo,
});

describe("an order", () => {
  test("[ORDER-1] [ORDER-6] is its row, its lines at the prices of the moment, an event and one mail job", async () => {
    const { store, jollof, zobo } = await storeWithProducts();
    const placed = await place(store, [line(jollof, 2), line(zobo)]);
    expect(placed).toMatchObject({ ok: true });
    const [row] = await ordersOf(store.id);
    expect(row).toMatchObject({
      totalKobo: 850_050,
      status: "new",
      buyerName: "Ada",
      buyerPhone: "+2348031234567",
      customerId: null,
    });
    expect(row!.code).toMatch(/^ON-[3-9A-Y]{5}$/);
    expect(row!.viewToken).toMatch(/^[\w-]{22}$/);
    await opened.services.db
      .update(products)
      .set({ priceKobo: 1, name: "Else" })
      .where(eq(products.id, jollof.id));
    const lines = await opened.services.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, row!.id))
      .orderBy(orderLines.position);
    expect(lines).toMatchObject([
      { name: "Jollof", unitPriceKobo: 350_000, quantity: 2 },
      { name: "Zobo", unitPriceKobo: 150_050, quantity: 1 },
    ]);
    expect(
      await opened.services.db.select().from(orderEvents).where(eq(orderEvents.orderId, row!.id)),
    ).toMatchObject([{ toStatus: "new" }]);
    const jobs = await opened.services.db.execute<{ n: number }>(
      sql`select count(*)::int as n from pgboss.job where data ->> 'orderId' = ${row!.id}`,
    );
    expect(jobs.rows[0]!.n).toBe(1);
  });

  test("[ORDER-3] of the same form sent fifty times at once is one order", async () => {
    const { store, jollof } = await storeWithProducts();
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(store, [line(jollof, 5)], key)));
    expect(new Set(answers.map((answer) => answer.ok && answer.code)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.ok && answer.viewToken)).size).toBe(1);
    const [order, ...others] = await ordersOf(store.id);
    expect(others).toEqual([]);
    // The response that is stored for a repeated form has the order's code, but not the secret URL of the order's page.
    const keys = JSON.stringify(await opened.services.db.select().from(idempotencyKeys));
    expect([keys.includes(order!.code), keys.includes(order!.viewToken)]).toEqual([true, false]);
  });
});

describe("an order that cannot be stored as it is", () => {
  test("with a price that changed meanwhile is not stored; the new price is", async () => {
    const { store, jollof, zobo } = await storeWithProducts();
    await opened.services.db.update(products).set({ priceKobo: 400_000 }).where(eq(products.id, jollof.id));
    const answer = await place(store, [line(jollof, 2), line(zobo)]);
    expect(answer).toEqual({
      ok: false,
      code: "conflict",
      reason: "changed",
      errors: {},
      changes: [{ kind: "price", productId: jollof.id, name: "Jollof", oldKobo: 350_000, newKobo: 400_000 }],
      lines: [{ productId: jollof.id, quantity: 2, priceKobo: 400_000 }, line(zobo)],
    });
    expect(await ordersOf(store.id)).toHaveLength(0);
    expect(await place(store, (answer as OrderChanged).lines)).toMatchObject({ ok: true });
  });

  test("[STORE-5] [ORDER-3] of more than is there, of what is switched off or gone, is answered with what is left", async () => {
    const { store, jollof, zobo } = await storeWithProducts();
    await opened.services.db.update(products).set({ isActive: false }).where(eq(products.id, zobo.id));
    expect(await place(store, [line(jollof, 9), line(zobo)])).toMatchObject({
      code: "conflict",
      changes: [
        { kind: "less", wanted: 9, left: 5 },
        { kind: "gone", name: "Zobo" },
      ],
      lines: [{ productId: jollof.id, quantity: 5 }],
    });
    await opened.services.db.delete(products).where(eq(products.id, zobo.id));
    expect(await place(store, [line(zobo)])).toMatchObject({
      code: "conflict",
      changes: [{ kind: "gone", name: null }],
      lines: [],
    });
    expect(await ordersOf(store.id)).toHaveLength(0);
  });

  test("[ORDER-6] sends itself to the store in its page's chat, until it is no longer new", async () => {
    const { store, jollof } = await storeWithProducts();
    await place(store, [line(jollof)]);
    const { viewToken } = (await ordersOf(store.id))[0]!;
    const { db } = opened.services;
    const chat = async () => chatLink((await findBuyerOrder(db, viewToken))!, opened.services);
    expect((await chat()).href).toContain("I%20would%20like%20to%20order");
    await db.update(orders).set({ status: "completed" }).where(eq(orders.storeId, store.id));
    const { label, href } = await chat();
    expect(label).toBe("Ask on WhatsApp");
    expect(href).not.toContain("I%20would%20like%20to%20order");
    expect(href).toContain(viewToken);
  });

  test("[ORDER-3] cannot hold another store's product", async () => {
    const { store, jollof } = await storeWithProducts();
    const other = await storeWithProducts();
    const answer = await place(store, [line(jollof), line(other.jollof)]);
    expect(answer).toMatchObject({
      code: "conflict",
      changes: [{ kind: "gone", productId: other.jollof.id, name: null }],
    });
    expect(await ordersOf(store.id)).toHaveLength(0);
  });

  test("at a store that is not there says so", async () => {
    const { jollof } = await storeWithProducts();
    expect(await place({ slug: "not-there" }, [line(jollof)])).toMatchObject({ code: "not_found" });
  });
});
