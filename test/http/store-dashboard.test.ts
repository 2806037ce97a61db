/** The store dashboard without JavaScript: its owner may open it, and nobody else. */
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { stores, products } from "../../app/platform/db/schema.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { NOT_STORED_NOW } from "../../app/platform/files/file-store.ts";
import { whileFull } from "../fixtures/full-disk.ts";
import { openTwoStores } from "../fixtures/two-stores.ts";
import { STORE_FORM, STORE_FORM_ERRORS } from "../fixtures/store-form.ts";

const { app, owner, storeId, slug, strangersStore } = await closedAfterAll(openTwoStores());
const productsOf = () => app.services.db.select().from(products).where(eq(products.storeId, storeId));
const D = "/store/dashboard";

function multipart(fields: Record<string, string>, image?: Blob, name = "image"): FormData {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  if (image) body.set(name, image, "../../evil.php");
  return body;
}
const photo = async () =>
  new Blob([
    await sharp({ create: { width: 1000, height: 500, channels: 3, background: "#070" } })
      .png()
      .toBuffer(),
  ]);

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, "");

const add = {
  intent: "add",
  name: "Ofada rice",
  price: "12500.5",
  stock: "4",
  category: "Staples",
  description: "",
  isActive: "on",
};

describe("products", () => {
  test("[OWNER-5] are added with a picture that the form carries itself, edited and deleted with the toasts of the specification", async () => {
    const key = await owner.keyOf(`${D}/products?add=1`);
    const added = await owner.ask(`${D}/products?add=1`, {
      body: multipart({ ...add, idempotencyKey: key }, await photo()),
    });
    expect([added.status, added.location]).toEqual([302, "/store/dashboard/products"]);
    expect(added.toast).toMatchObject({
      title: "Product added",
      text: "The product has been added successfully",
    });
    const [product] = await productsOf();
    expect(product).toMatchObject({
      name: "Ofada rice",
      priceKobo: 1_250_050,
      stockQuantity: 4,
      isActive: true,
    });
    expect(product!.imageKey).toMatch(/^[0-9a-f-]{36}\.webp$/);
    const list = await owner.ask(`${D}/products?q=ofada`);
    for (const text of ["₦12,500.50", "Low stock", "Active"]) expect(withoutTags(list.text)).toContain(text);

    const form = await owner.ask(`${D}/products?edit=${product!.id}`);
    expect(form.text).toContain('value="12500.50"');
    const edited = await owner.ask(`${D}/products?edit=${product!.id}`, {
      form: { ...add, intent: "edit", version: "1", name: "Ofada", stock: "" },
    });
    expect(edited.toast).toMatchObject({
      title: "Product updated",
      text: "The product has been updated successfully",
    });
    expect((await productsOf())[0]).toMatchObject({
      name: "Ofada",
      stockQuantity: null,
      imageKey: product!.imageKey,
    });
    const late = await owner.ask(`${D}/products?edit=${product!.id}`, {
      form: { ...add, intent: "edit", version: "1", name: "Late" },
    });
    expect(late.status).toBe(409);
    expect(late.text).toContain("Someone else changed this product");
    expect(late.text).toContain('value="Late"');

    const ask = await owner.ask(`${D}/products?delete=${product!.id}`);
    expect(ask.text).toContain("Are you sure you want to delete this product? This action cannot be undone.");
    const deleted = await owner.ask(`${D}/products?delete=${product!.id}`, { form: { intent: "delete" } });
    expect(deleted.toast).toMatchObject({
      title: "Product deleted",
      text: "The product has been deleted successfully",
    });
    expect(await productsOf()).toEqual([]);
  });
});

test("[PICTURE-1] [RUN-8] without room for files a photo is a clear refusal, and what was typed stays", async () => {
  const sent = { ...add, name: "Typed before" };
  const [form, script] = await whileFull(app.services.files, async () => [
    await owner.ask(`${D}/products?add=1`, { body: multipart(sent, await photo()) }),
    await owner.ask(`${D}/pictures`, { body: multipart({}, await photo()) }),
  ]);
  expect([form.status, form.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(form.text).toContain(NOT_STORED_NOW);
  expect(form.text).toContain('value="Typed before"');
  expect([script.status, JSON.parse(script.text)]).toEqual([503, { error: NOT_STORED_NOW }]);
  expect(await productsOf()).toEqual([]);
});

describe("the form of a product", () => {
  test.each<[Record<string, string>, string]>([
    [{ name: "" }, "Product name and price are required"],
    [{ price: "" }, "Product name and price are required"],
    [{ price: "1,5" }, "Enter a price in naira"],
    [{ price: "1e309" }, "Enter a price in naira"],
    [{ stock: "1.5" }, "whole number"],
  ])("%o is refused and what was typed stays", async (typed, text) => {
    const answer = await owner.ask(`${D}/products?add=1`, {
      body: multipart({ ...add, category: "Typed before", ...typed }),
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(text);
    expect(answer.text).toContain("Typed before");
    expect(await productsOf()).toEqual([]);
  });

  test("[OWNER-5] a photo that was sent with an error stays chosen, and an unknown button does nothing", async () => {
    const refused = await owner.ask(`${D}/products?add=1`, {
      body: multipart({ ...add, price: "1,5" }, await photo()),
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/name="imageKey" value="[0-9a-f-]{36}\.webp"/);
    const unknown = await owner.ask(`${D}/products?add=1`, { form: { ...add, intent: "else" } });
    expect(unknown.status).toBe(400);
    expect(await productsOf()).toEqual([]);
  });

  test("an SVG is refused beside the picture, and a body that is no form is a 4xx", async () => {
    const svg = new Blob(["<svg xmlns='http://www.w3.org/2000/svg'/>"], { type: "image/png" });
    const answer = await owner.ask(`${D}/products?add=1`, { body: multipart(add, svg) });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Choose a photo: JPEG, PNG, WebP, GIF or AVIF.");
    const upload = await owner.ask(`${D}/pictures`, { body: multipart({}, svg) });
    expect([upload.status, upload.text]).toEqual([
      400,
      '{"error":"Choose a photo: JPEG, PNG, WebP, GIF or AVIF."}',
    ]);
    const broken = await owner.ask(`${D}/pictures`, {
      method: "POST",
      raw: "--x\r\nnonsense",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
    });
    expect(broken.status).toBe(400);
    const large = await owner.ask(`${D}/pictures`, {
      body: multipart({}, new Blob([new Uint8Array(7_000_000)])),
    });
    expect(large.status).toBe(413);
  });

  test("fields that the form does not have are ignored", async () => {
    const more = {
      store_id: strangersStore.id,
      storeId: strangersStore.id,
      id: crypto.randomUUID(),
      createdAt: "2000-01-01",
    };
    await owner.ask(`${D}/products?add=1`, { body: multipart({ ...add, ...more }) });
    expect(await productsOf()).toHaveLength(1);
    expect(
      await app.services.db.select().from(products).where(eq(products.storeId, strangersStore.id)),
    ).toEqual([]);
  });
});

test("[OWNER-6] an import is looked at first and written on the second step", async () => {
  const sample = await owner.ask("/samples/products.csv");
  const shown = await owner.ask(`${D}/products/import`, {
    body: multipart({ intent: "preview" }, new Blob([sample.text]), "file"),
  });
  expect((await owner.ask(`${D}/products/import`)).text).toContain('href="/samples/products.csv"');
  expect(withoutTags(shown.text)).toContain("Import 3 products");
  const csv = "name,price\nYam,900\nBad,free\n";
  const preview = await owner.ask(`${D}/products/import`, {
    body: multipart({ intent: "preview" }, new Blob([csv]), "file"),
  });
  expect(preview.text).toContain("Error: Enter a price in naira");
  const count = (await productsOf()).length;
  const key = /name="idempotencyKey" value="([^"]+)"/.exec(preview.text)![1]!;
  const done = await owner.ask(`${D}/products/import`, {
    form: { intent: "confirm", csv, idempotencyKey: key },
  });
  expect(done.toast).toMatchObject({ title: "Products imported", text: "1 added, 0 updated" });
  expect(await productsOf()).toHaveLength(count + 1);
  const file = await owner.ask(`${D}/products/export`);
  expect(file.headers.get("Content-Disposition")).toMatch(
    new RegExp(`^attachment; filename="${slug}-products-2026-11-21.csv"$`),
  );
  expect(file.text).toContain("Yam,,,900,,yes");
});

test("[OWNER-6] who looks again for a file still has the lines that were pasted", async () => {
  const path = `${D}/products/import`;
  const fieldOf = (text: string) =>
    /<textarea[^>]*name="csv"[^>]*>([^]*?)<\/textarea>/.exec(text)?.[1]?.trim().replaceAll("\r", "");
  const hidden = (text: string, name: string) =>
    new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(text)?.[1]?.replaceAll("\r", "");
  const pasted = "name,price\nYam,900";
  const preview = await owner.ask(path, { body: multipart({ intent: "preview", csv: pasted }) });
  expect(hidden(preview.text, "csv")).toBe(pasted);
  const again = await owner.ask(path, { form: { intent: "again", csv: pasted } });
  expect([again.status, fieldOf(again.text)]).toEqual([200, pasted]);
  // A chosen file takes precedence over pasted lines, which stay in their field.
  const both = await owner.ask(path, {
    body: multipart({ intent: "preview", csv: pasted }, new Blob(["name,price\nRice,700"]), "file"),
  });
  expect(hidden(both.text, "csv")).toBe("name,price\nRice,700");
  const typed = hidden(both.text, "typed")!;
  expect(typed).toBe(pasted);
  const back = await owner.ask(path, { form: { intent: "again", csv: "name,price\nRice,700", typed } });
  expect(fieldOf(back.text)).toBe(pasted);
  const fileOnly = await owner.ask(path, {
    body: multipart({ intent: "preview", csv: "" }, new Blob(["name,price\nRice,700"]), "file"),
  });
  expect(hidden(fileOnly.text, "typed")).toBe("");
});

test("[OWNER-7] settings are saved, and each rule has the sentence of the specification", async () => {
  const hours = { weekdaysOpens: "8", weekdaysCloses: "18", saturdayOpens: "", saturdayCloses: "" };
  const good = { ...STORE_FORM, ...hours, storeName: "Mama's Pot", email: "Pot@Ona.test", category: "Food" };
  const saved = await owner.ask(`${D}/settings`, { body: multipart(good, await photo()) });
  expect(saved.toast).toMatchObject({ title: "Settings updated" });
  const [row] = await app.services.db.select().from(stores).where(eq(stores.id, storeId));
  expect(row).toMatchObject({
    businessName: "Mama's Pot",
    email: "pot@ona.test",
    phone: "+2348031234567",
    slug,
    openingHours: { weekdays: { opens: 8, closes: 18 }, saturday: null, sunday: null },
  });
  const page = await app.visitor().ask(`/stores/${slug}`);
  expect(withoutTags(page.text), "[STORE-7]").toMatch(
    /(Open now, until 6:00 PM|Closed now, opens \w+( \w+)? at 8:00 AM)Mon-Fri 8:00 AM-6:00 PM, Sat closed, Sun closed/,
  );
  expect(row!.imageKey).not.toBeNull();
  const bad = await owner.ask(`${D}/settings`, {
    form: { storeName: "ab", email: "x", phone: "080", address: "a", description: "short", category: "Cars" },
  });
  expect(bad.status).toBe(400);
  for (const text of STORE_FORM_ERRORS) expect(bad.text).toContain(text);
  const never = await owner.ask(`${D}/settings`, { form: { ...good, weekdaysCloses: "8" } });
  expect([never.status, never.text.includes("Choose a time after you open")]).toEqual([400, true]);
});
