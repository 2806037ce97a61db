/** STORE-6: the URL of one product. */
import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeProduct, makeStore } from "../fixtures/stores.ts";

const app = await closedAfterAll(openTestApp());
const store = await makeStore(app.services, null, { slug: "linked", businessName: "Linked Store" });
const jollof = await makeProduct(app.services, store.id, {
  name: "Party Jollof",
  priceKobo: 450_000,
  description: "Smoky, for ten people",
  imageKey: `${crypto.randomUUID()}.webp`,
});
const other = await makeProduct(app.services, store.id, { name: "Zobo" });

const open = (id: string) => app.visitor().ask(`/stores/linked?product=${id}`);
const property = (text: string, name: string) =>
  new RegExp(`property="${name}" content="([^"]+)"`).exec(text)![1]!;

test("[STORE-6] a product's link shows it as the heading, with its own preview, and the store's other products", async () => {
  const { text } = await open(jollof.id);
  expect(text).toMatch(/<h1[^>]*>Party Jollof<\/h1>/);
  expect(text).toContain("Smoky, for ten people");
  expect(property(text, "og:title")).toContain("Party Jollof, ₦4,500 · Linked Store");
  expect(property(text, "og:description")).toBe("Smoky, for ten people");
  expect(property(text, "og:image")).toContain(jollof.imageKey!.replace(".webp", "-share.jpg"));
  expect(property(text, "og:url")).toBe(`${app.services.origin}/stores/linked?product=${jollof.id}`);
  // The product that the URL names is shown on top, and is not repeated in the list.
  expect(text.match(/aria-label="Add to Cart: Party Jollof"/g)).toHaveLength(1);
  expect(text.match(/aria-label="Add to Cart: Zobo"/g)).toHaveLength(1);
  const page = await app.visitor().ask("/stores/linked");
  expect(page.text).toContain(`href="/stores/linked?product=${other.id}"`);
});

test("[STORE-6] without JavaScript the shown product stays while one chooses", async () => {
  const guest = app.visitor();
  const added = await guest.ask(`/stores/linked?product=${jollof.id}&add=${jollof.id}`);
  const { text } = await guest.ask(added.location!.split("#")[0]!);
  expect(text).toMatch(/<h1[^>]*>Party Jollof<\/h1>/);
  expect(text).toContain(`value="${jollof.id}.1.450000"`);
});

test("[STORE-6] a product that is switched off, of another store or unknown says that it is not sold", async () => {
  const off = await makeProduct(app.services, store.id, { name: "Hidden", isActive: false });
  const elsewhere = await makeProduct(app.services, (await makeStore(app.services, null)).id);
  for (const id of [off.id, elsewhere.id, crypto.randomUUID(), "%00", "x"]) {
    const { status, text } = await open(id);
    expect(status, id).toBe(200);
    expect(text).toContain("This product is no longer sold.");
    expect(text).not.toContain("Hidden");
    expect(text).toMatch(/<h1[^>]*>Linked Store<\/h1>/);
  }
});
