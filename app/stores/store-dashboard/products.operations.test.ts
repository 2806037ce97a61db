import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { refusalText } from "../../platform/http/result.ts";
import { makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { xlsx } from "../../../test/fixtures/xlsx.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { stores, pictures, products } from "../../platform/db/schema.ts";
import { listKey, shareKey, smallKey } from "../../platform/files/picture-url.ts";
import { STORE_QUOTA, storePicture, UPLOADS_PER_STORE } from "./store-picture.server.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { HEADER } from "./products.ts";
import { exportProducts } from "./export-products.server.ts";
import { importProducts, previewImport, readProductsCsv } from "./import-products.server.ts";
import { addProduct, deleteProduct, updateProduct } from "./change-products.server.ts";
import { findProduct, listProducts } from "./products.server.ts";

const { opened } = await fileServices({ limitsFactor: 100 });
const services = opened.services;
const owner = await makeOwner(services);
const stranger = await makeOwner(services);
const storeId = (await makeStore(services, owner.person.id)).id;
await makeStore(services, stranger.person.id);

const form = (more: Record<string, string> = {}) => ({
  storeId,
  name: "Ofada rice",
  price: "12500.50",
  stock: "7",
  category: "Staples",
  isActive: "on",
  ...more,
});
const rowOf = async (id: string) => (await services.db.select().from(products).where(eq(products.id, id)))[0];
const photo = () =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background: "#c60" } })
    .jpeg()
    .toBuffer();
async function upload(by = owner, store = storeId) {
  const stored = await storePicture(services, by, store, await photo());
  if (!stored.ok) throw new Error(refusalText(stored));
  return stored.key;
}

describe("a product", () => {
  test("is added once for one form, in kobo, and shown in the directory's count", async () => {
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => addProduct(services, owner, form(), key)),
    );
    const ids = new Set(answers.map((answer) => answer.ok && answer.id));
    expect(ids.size).toBe(1);
    expect(await rowOf([...ids][0] as string)).toMatchObject({
      priceKobo: 1_250_050,
      stockQuantity: 7,
      isActive: true,
      category: "Staples",
    });
    const [store] = await services.db.select().from(stores).where(eq(stores.id, storeId));
    expect(store!.activeProducts).toBe(1);
  });

  test("[OWNER-5] a change from an old form is refused with what it is now; from the new form it is saved", async () => {
    const product = await makeProduct(services, storeId, { priceKobo: 100 });
    expect(await updateProduct(services, owner, { ...form(), id: product.id, version: 1 })).toMatchObject({
      ok: true,
    });
    const late = await updateProduct(services, owner, {
      ...form({ price: "1" }),
      id: product.id,
      version: 1,
    });
    expect(late).toMatchObject({
      code: "conflict",
      reason: "changed_meanwhile",
      errors: { form: expect.stringContaining("it is now ₦12,500.50 with") as string },
    });
    expect(await rowOf(product.id)).toMatchObject({ priceKobo: 1_250_050, version: 2 });
  });
});

describe("a product with a picture", () => {
  test("keeps its picture when none is chosen, loses the old files when another is, and all when it is deleted", async () => {
    const [first, second] = [await upload(), await upload()];
    const added = await addProduct(
      services,
      owner,
      form({ name: "With a picture", imageKey: first }),
      crypto.randomUUID(),
    );
    const id = added.ok ? added.id : "";
    await services.files.put(shareKey(first), new Uint8Array([1]), "image/jpeg");
    await updateProduct(services, owner, { ...form({ name: "Kept" }), id, version: 1 });
    expect(await rowOf(id)).toMatchObject({ imageKey: first });
    await updateProduct(services, owner, { ...form({ imageKey: second }), id, version: 2 });
    const gone = (key: string) =>
      vi.waitFor(async () => expect(await services.files.get(key)).toBeNull(), 10_000);
    for (const file of [first, smallKey(first), shareKey(first), listKey(first)]) await gone(file);
    expect(await services.files.get(second)).not.toBeNull();
    expect(await deleteProduct(services, owner, { storeId, id })).toEqual({ ok: true });
    expect(await services.db.select().from(pictures)).toEqual([]);
    await gone(second);
  });

  test("[PICTURE-1] has a picture only while the store is within its 200 MB and its 60 uploads", async () => {
    const store = await makeStore(services, owner.person.id);
    const full = {
      storeId: store.id,
      bytes: STORE_QUOTA - 100,
      width: 1,
      height: 1,
      createdAt: services.now(),
    };
    await services.db.insert(pictures).values({ ...full, key: `${crypto.randomUUID()}.webp` });
    expect(await storePicture(services, owner, store.id, await photo())).toMatchObject({
      ok: false,
      code: "conflict",
    });
    // An upload that no product uses is removed after a day. The next upload is then within the quota again.
    opened.clock.pass(25 * 60 * 60 * 1000);
    expect(await storePicture(services, owner, store.id, await photo())).toMatchObject({ ok: true });
    opened.clock.pass(-25 * 60 * 60 * 1000);
    await services.limits.block(UPLOADS_PER_STORE, store.id, 60);
    expect(await storePicture(services, owner, store.id, await photo())).toMatchObject({
      ok: false,
      code: "rate_limited",
    });
    await services.db.delete(pictures).where(eq(pictures.storeId, store.id));
  });
});

describe("a product that is looked for", () => {
  test("[OWNER-3] of somebody else is not found, for reading, changing, deleting and for its picture", async () => {
    const product = await makeProduct(services, storeId);
    const target = { id: product.id, version: 1 };
    expect(await findProduct(services.db, stranger, storeId, product.id)).toBeNull();
    expect(await updateProduct(services, stranger, { ...form(), ...target })).toMatchObject({
      code: "not_found",
    });
    expect(await deleteProduct(services, stranger, { storeId, id: product.id })).toMatchObject({
      code: "not_found",
    });
    expect(await addProduct(services, stranger, form(), crypto.randomUUID())).toMatchObject({
      code: "not_found",
    });
    expect(await storePicture(services, stranger, storeId, await photo())).toMatchObject({
      code: "not_found",
    });
    expect(
      (await listProducts(services.db, stranger, storeId, { search: "", cursor: null, direction: "next" }))
        .rows,
    ).toEqual([]);
    const theirs = await makeStore(services, stranger.person.id);
    const key = await upload();
    expect(
      await addProduct(services, stranger, form({ storeId: theirs.id, imageKey: key }), crypto.randomUUID()),
    ).toMatchObject({ code: "invalid" });
    expect(await rowOf(product.id)).toMatchObject({ version: 1, name: product.name });
  });

  test("is found by what it is searched for, with what is special to LIKE taken literally", async () => {
    await makeProduct(services, storeId, { name: "Sugar 100% pure" });
    const find = async (search: string) =>
      (await listProducts(services.db, owner, storeId, { search, cursor: null, direction: "next" })).rows.map(
        (row) => row.name,
      );
    expect(await find("100% PURE")).toEqual(["Sugar 100% pure"]);
    expect(await find("100_ pure")).toEqual([]);
  });
});

describe("a spreadsheet of products", () => {
  const CSV =
    "Name;Price;Stock;Active\nGarri 1kg;1500;20;yes\n;100;;\nBeans;1,5;;\nYam;900;1.5;\ngarri 1KG;2000;;\n'=Bean cake;50,000.25;;no\nOil;-3;;";

  test("is validated row by row", async () => {
    const read = await readProductsCsv(services.db, owner, storeId, CSV);
    expect(read.ok && read.rows.map((row) => row.error)).toEqual([
      null,
      "Product name and price are required",
      "Enter a price in naira, e.g. 12500 or 12500.50",
      "Enter the stock as a whole number, e.g. 12, or leave it empty",
      "Line 2 has the same name",
      null,
      "Enter a price in naira, e.g. 12500 or 12500.50",
    ]);
  });

  test("is written once, adds what is new, updates what is known, and comes back safe", async () => {
    const store = await makeStore(services, owner.person.id);
    const known = await makeProduct(services, store.id, {
      name: "Garri 1KG",
      priceKobo: 1,
      description: "x",
    });
    const asked = { storeId: store.id, csv: CSV };
    const key = crypto.randomUUID();
    const both = await Promise.all([1, 2].map(() => importProducts(services, owner, asked, key)));
    expect(both).toEqual([
      { ok: true, added: 1, changed: 1 },
      { ok: true, added: 1, changed: 1 },
    ]);
    expect(await rowOf(known.id)).toMatchObject({ priceKobo: 150_000, stockQuantity: 20, version: 2 });
    const file = csvDownload("products.csv", HEADER, exportProducts(services, owner, store.id));
    const text = await file.text();
    expect(text).toContain("\r\n'=Bean cake,,,50000.25,,no\r\n");
    const again = await readProductsCsv(services.db, owner, store.id, text);
    expect(again.ok && again.rows.map((row) => [row.name, row.known, row.error])).toEqual(
      expect.arrayContaining([["=Bean cake", true, null]]),
    );
    expect(await importProducts(services, stranger, asked, crypto.randomUUID())).toMatchObject({
      code: "not_found",
    });
  });

  test.each(["", "a,b\n1,2", "name,price\n"])("%j is refused as a whole", async (text) => {
    expect(await readProductsCsv(services.db, owner, storeId, text)).toMatchObject({ ok: false });
  });
});

test("[OWNER-6] a row that the reader cannot trust is an error, and the rows beside it are read", async () => {
  const text = 'name,price\nRice,4,750.00\n"Oil,500\nBeans,700\nYam",900';
  const read = await readProductsCsv(services.db, owner, storeId, text);
  expect(read.ok && read.rows.map(({ line, error }) => [line, error])).toEqual([
    [2, expect.stringContaining("more cells than the heading")],
    [3, expect.stringContaining("reaches over the rows below")],
    [4, "The quotation mark of line 3 reaches over this row"],
    [5, "The quotation mark of line 3 reaches over this row"],
  ]);
});

test("[OWNER-6] an Excel file is read like a CSV file; another file is refused with its cure", async () => {
  const file = xlsx([
    ["Product", "Price (₦)", "Stock"],
    ["Garri 2kg", 1500.5, 20],
    ["Zobo", "₦900", null],
  ]);
  const preview = await previewImport(services, owner, { storeId, file });
  expect(preview).toMatchObject({
    ok: true,
    good: 2,
    rows: [{ name: "Garri 2kg", price: "1500.5" }, { name: "Zobo" }],
  });
  expect(await previewImport(services, owner, { storeId, file: Buffer.from("%PDF-1.4") })).toMatchObject({
    errors: { form: expect.stringContaining("This is a PDF") },
  });
});
