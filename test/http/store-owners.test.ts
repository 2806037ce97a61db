/**
 * OWNER-3: the records of another owner are not found. The owner of several stores gets a selector. A person without a
 * store sees how to register one.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders, products } from "../../app/platform/db/schema.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeOrder, makeProduct, makeStore } from "../fixtures/stores.ts";
import { openTwoStores } from "../fixtures/two-stores.ts";

const { app, stranger, storeId, slug, idOf } = await closedAfterAll(openTwoStores());
const D = "/store/dashboard";

test("[OWNER-3] somebody else's store, product and order are not found, for page, data and form, and nothing is written", async () => {
  const product = await makeProduct(app.services, storeId);
  const order = await makeOrder(app.services, storeId, [{ product, quantity: 1 }]);
  for (const page of [
    "",
    "/products",
    "/products/import",
    "/products/export",
    "/orders",
    "/orders/export",
    "/customers",
    "/settings",
  ]) {
    expect((await stranger.ask(`${D}${page}?store=${slug}`)).status, page).toBe(404);
    expect((await stranger.ask(`${D}${page}.data?store=${slug}`)).status, page).toBe(404);
  }
  expect((await stranger.ask(`/live/store?store=${slug}`)).status).toBe(404);
  for (const query of [
    `products?edit=${product.id}`,
    `products?delete=${product.id}`,
    `orders?view=${order.id}`,
  ])
    expect((await stranger.ask(`${D}/${query}`)).status, query).toBe(404);
  const tries: [string, Record<string, string>][] = [
    [`products?edit=${product.id}`, { intent: "edit", version: "1", name: "Mine", price: "1" }],
    [`products?delete=${product.id}`, { intent: "delete" }],
    ["orders", { orderId: order.id, version: "1", status: "completed" }],
    [
      `settings?store=${slug}`,
      {
        storeName: "Mine now",
        email: "a@b.co",
        phone: "08031234567",
        address: "1 Marina",
        description: "Hot meals all day",
        category: "Food",
      },
    ],
    [`pictures?store=${slug}`, {}],
    [`products/import?store=${slug}`, { intent: "confirm", csv: "name,price\nX,1" }],
  ];
  for (const [path, form] of tries)
    expect((await stranger.ask(`${D}/${path}`, { form })).status, path).toBe(404);
  expect((await app.services.db.select().from(products).where(eq(products.id, product.id)))[0]).toMatchObject(
    { name: product.name, version: 1 },
  );
  expect((await app.services.db.select().from(orders).where(eq(orders.id, order.id)))[0]).toMatchObject({
    status: "new",
  });
});

test("[OWNER-3] [OWNER-8] several stores have a selector, none has the way to registration, and signing out says so", async () => {
  const several = await app.customer("several@ona.test");
  const none = await several.ask(`${D}/products`);
  expect(none.text).toContain("No Partner Account Found");
  expect(none.text).toContain('href="/store/signup"');
  expect(none.text).toContain("several@ona.test");
  await makeStore(app.services, await idOf("several@ona.test"), { businessName: "First" });
  expect((await several.ask(D)).text).not.toContain("Partner account");
  const second = await makeStore(app.services, await idOf("several@ona.test"), { businessName: "Second" });
  const page = await several.ask(`${D}/products?store=${second.slug}`);
  expect(page.text).toContain("Partner account");
  expect(page.text).toMatch(new RegExp(`<option value="${second.slug}" selected`));
  const out = await several.ask("/store/logout", { form: {} });
  expect(out.location).toBe("/store/login");
  expect(out.toast).toMatchObject({
    title: "Logged out",
    text: "You have been signed out from your store dashboard.",
  });
  expect((await several.ask(D)).location).toMatch(/^\/store\/login/);
});
