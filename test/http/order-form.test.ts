/** The fields of the order form, and the delivery as the pages of the order describe it. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishSamples } from "../fixtures/prices.ts";
import { makeOrder, makeProduct, makeStore } from "../fixtures/stores.ts";

const BUYER = { buyerName: "Ada Obi", buyerPhone: "0803 123 4567" };
const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));

test("[ORDER-7] an order without a name or a phone is refused beside the field, and keeps what was typed", async () => {
  const store = await makeStore(app.services, null, { slug: "nameless" });
  const product = await makeProduct(app.services, store.id);
  const form = { lines: `${product.id}.1.${product.priceKobo}`, idempotencyKey: crypto.randomUUID() };
  for (const [sent, said] of [
    [{ buyerPhone: BUYER.buyerPhone }, "Enter your name"],
    [{ buyerName: BUYER.buyerName }, "Enter your phone number, so that the store can call you"],
    [{ ...BUYER, buyerPhone: "12" }, "Enter a real phone number"],
  ] as const) {
    const answer = await app.visitor().ask("/stores/nameless", { form: { ...form, ...sent } });
    expect([answer.status, answer.text.includes(said)], said).toEqual([400, true]);
  }
  expect(await app.services.db.$count(orders, eq(orders.storeId, store.id))).toBe(0);
});

test("[ORDER-9] a buyer is told what its delivery costs, and that the store is paid for it", async () => {
  const store = await makeStore(app.services, null, { slug: "priced" });
  const product = await makeProduct(app.services, store.id);
  const guest = app.visitor();
  const chosen = `/stores/priced?sel=${product.id}.1`;
  expect((await guest.ask(chosen)).text).toContain("The store tells you the price");
  await publishSamples(app);
  await expect
    .poll(async () => (await guest.ask(chosen)).text)
    .toContain("From ₦2,150 in Lagos, from ₦3,250 to other states");
  const order = await makeOrder(app.services, store.id, [{ product, quantity: 1 }], {
    deliveryAddress: "12 Bompai Road, Kano",
    deliveryState: "Kano",
    viewToken: "priced-order-000000000",
  });
  const page = () => guest.ask(`/orders/${order.viewToken}`);
  expect((await page()).text).toContain("Delivery: From ₦5,950 to Kano");
});
