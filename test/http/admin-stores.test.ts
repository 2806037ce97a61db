/** Partner stores in the back office, over HTTP: the list, one store, hiding and showing it. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { activityLogs, profiles, stores } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { mailOf } from "../fixtures/people.ts";
import { makeOrder, makeProduct, makeStore } from "../fixtures/stores.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services } = app;
const { db } = services;
const HERE = "/admin/stores";
const owner = await app.customer("ngozi@example.com");
const [person] = await db.select().from(profiles).where(eq(profiles.email, "ngozi@example.com"));
const store = await makeStore(services, person!.id, {
  slug: "mama-ngozi",
  businessName: "Mama Ngozi Kitchen",
});
const product = await makeProduct(services, store.id, { name: "Party Jollof" });
const order = await makeOrder(services, store.id, [{ product, quantity: 2 }]);
const moderator = await app.admin("moderator");
const support = await app.admin("support");
const send = (who: Visitor, form: Record<string, string>, path = `${HERE}/${store.id}`) =>
  who.send(path, form);
const guest = app.visitor();
const shown = (text: string) => text.replaceAll("<!-- -->", "");
const statusOf = async (path: string) => (await guest.ask(path)).status;

test("[OWNER-11] the list has every store with its owner; one store shows its products and orders", async () => {
  const list = shown((await support.ask(HERE)).text);
  for (const part of ["Mama Ngozi Kitchen", "Test Customer", "Shown"]) expect(list).toContain(part);
  expect((await support.ask(`${HERE}?q=nothing+at+all`)).text).toContain("No stores found.");
  const one = shown((await support.ask(`${HERE}/${store.id}`)).text);
  for (const part of ["Party Jollof", order.code, "Only the owner changes"]) expect(one).toContain(part);
  expect((await support.ask(`${HERE}/${crypto.randomUUID()}`)).status).toBe(404);
});

test("[OWNER-11] a hidden store is nowhere in public, takes no order, and its owner reads why", async () => {
  expect(await statusOf("/stores/mama-ngozi")).toBe(200);
  expect((await guest.ask("/stores")).text).toContain("Mama Ngozi Kitchen");
  const refused = await send(moderator, { intent: "hide", reason: "" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Write why: the owner reads it.");
  expect((await send(moderator, { intent: "hide", reason: "Sells what may not be sold" })).status).toBe(302);
  await expect.poll(() => statusOf("/stores/mama-ngozi"), { timeout: 10_000 }).toBe(404);
  await expect
    .poll(async () => (await guest.ask("/stores")).text, { timeout: 10_000 })
    .not.toContain("Mama Ngozi Kitchen");
  expect((await guest.ask("/sitemap.xml")).text).not.toContain("mama-ngozi");
  expect(await statusOf(`/stores/${store.id}`)).toBe(404);
  const ownersPage = await owner.ask("/store/dashboard");
  expect(ownersPage.text).toContain("Sells what may not be sold");
  expect((await mailOf(app, "store_hidden")).text).toContain("Why: Sells what may not be sold");
  expect((await send(moderator, { intent: "hide", reason: "Again" })).status).toBe(409);
  const [row] = await db.select().from(activityLogs).where(eq(activityLogs.action, "hide_store"));
  expect(row).toMatchObject({ entityId: store.id, description: "Mama Ngozi Kitchen hidden" });
});

test("[OWNER-11] who may not hide a store changes nothing; shown again it is everywhere", async () => {
  expect((await send(support, { intent: "show" })).status).toBe(403);
  expect(await statusOf("/stores/mama-ngozi")).toBe(404);
  expect((await send(moderator, { intent: "show" })).status).toBe(302);
  await expect.poll(() => statusOf("/stores/mama-ngozi"), { timeout: 10_000 }).toBe(200);
  expect((await send(moderator, { intent: "show" })).status).toBe(409);
});

test("[OWNER-11] if a super admin says so, a new store appears only after staff have looked", async () => {
  const boss = await app.admin("super_admin");
  expect((await send(moderator, { intent: "new-stores", newStores: "after_look" }, HERE)).status).toBe(403);
  expect((await send(boss, { intent: "new-stores", newStores: "after_look" }, HERE)).status).toBe(302);
  const tunde = await app.customer("tunde@example.com");
  const form = {
    storeName: "Tunde Textiles",
    email: "tunde@example.com",
    phone: "0803 123 4567",
    address: "1 Marina, Lagos",
    description: "Cloth by the yard",
    category: "Clothing",
  };
  expect((await tunde.send("/store/signup", form)).status).toBe(302);
  const [made] = await db.select().from(stores).where(eq(stores.businessName, "Tunde Textiles"));
  expect(made).toMatchObject({ hiddenReason: null });
  expect(made!.hiddenAt).not.toBeNull();
  expect(await statusOf(`/stores/${made!.slug}`)).toBe(404);
  expect((await support.ask(`${HERE}?state=waiting`)).text).toContain("Tunde Textiles");
  await send(moderator, { intent: "show" }, `${HERE}/${made!.id}`);
  await expect.poll(() => statusOf(`/stores/${made!.slug}`), { timeout: 10_000 }).toBe(200);
});
