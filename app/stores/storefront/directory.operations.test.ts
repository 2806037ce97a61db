import { inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../../test/fixtures/services.ts";
import { stores } from "../../platform/db/schema.ts";
import { STORE_CATEGORIES, type StoreCategory } from "../../domain/store-categories.ts";
import { listNewestSelling, listStores } from "./directory.server.ts";

let opened: TestServices;
const MANY = 5100;
beforeAll(async () => {
  opened = await openTestServices();
  const at = Date.now();
  const store = (n: number, businessName: string, category: StoreCategory, description: string) => ({
    slug: `store-${n}`,
    businessName,
    category,
    email: "a@example.ng",
    phone: "+2348031234567",
    address: "4 Allen Avenue, Ikeja",
    description,
    createdAt: new Date(at - n * 1000),
    updatedAt: new Date(at),
  });
  const newest = Array.from({ length: MANY }, (_, n) =>
    store(n, `Bukka ${n}`, "Food", "Hot rice and stew every day"),
  );
  for (let from = 0; from < MANY; from += 1000)
    await opened.services.db.insert(stores).values(newest.slice(from, from + 1000));
  await opened.services.db
    .insert(stores)
    .values([
      store(MANY, "Sekere Drums", "Multiple", "Calabash drums, strung with beads"),
      store(MANY + 1, "Beads of Bida", "Clothing", "Glass beads, and drums on order"),
    ]);
});
afterAll(() => opened.close());

async function found(search: string, category: StoreCategory | null = null): Promise<string[]> {
  const page = await listStores(opened.services.db, { search, category, cursor: null, direction: "next" });
  return page.rows.map((row) => row.businessName);
}

test("[HOME-1] the home page has the newest stores that sell something, behind however many that do not yet", async () => {
  const { db } = opened.services;
  expect(await listNewestSelling(db)).toEqual([]);
  await db
    .update(stores)
    .set({ activeProducts: 1 })
    .where(
      inArray(
        stores.slug,
        [40, 300, 5000, 5100].map((n) => `store-${n}`),
      ),
    );
  expect((await listNewestSelling(db)).map(({ slug }) => slug)).toEqual([
    "store-40",
    "store-300",
    "store-5000",
  ]);
});

test("[STORE-1] a search finds stores that have all of its words, in any order and any letters", async () => {
  expect(await found("BEADS drums")).toEqual(["Sekere Drums", "Beads of Bida"]);
  expect(await found("drums beads glass")).toEqual(["Beads of Bida"]);
  expect(await found("beads rice")).toEqual([]);
});

test("a search finds the oldest store behind more than the first look reads, newest first", async () => {
  expect(await found("sekere")).toEqual(["Sekere Drums"]);
  expect(await found("rice stew")).toHaveLength(24);
  expect((await found("every day"))[0]).toBe("Bukka 0");
});

test("a search in a category finds only its stores", async () => {
  expect(await found("drums", "Clothing")).toEqual(["Beads of Bida"]);
  expect(await found("drums", "Food")).toEqual([]);
  expect(await found("rice", "Food")).toHaveLength(24);
});

test("every category has a search index of its own", async () => {
  const { rows } = await opened.services.db.execute<{ definition: string }>(
    sql`select indexdef as definition from pg_indexes where indexname like 'stores_search_%'`,
  );
  for (const category of STORE_CATEGORIES)
    expect(rows.filter(({ definition }) => definition.includes(`'${category}'`))).toHaveLength(1);
});

test("words too short for the index are looked for all the same", async () => {
  expect(await found("of", "Clothing")).toEqual(["Beads of Bida"]);
  expect(await found("of beads")).toEqual(["Beads of Bida"]);
  expect(await found("on 7")).toEqual([]);
});

test("a search is paged without a gap or a store twice", async () => {
  const seen: string[] = [];
  let older: string | null = "";
  while (older !== null) {
    const [at, id] = older.split("_");
    const page = await listStores(opened.services.db, {
      search: "bukka rice 17",
      category: "Food",
      cursor: older ? { at: new Date(at!), id: id! } : null,
      direction: "next",
    });
    seen.push(...page.rows.map((row) => row.businessName));
    older = page.next;
  }
  const wanted = Array.from({ length: MANY }, (_, n) => `Bukka ${n}`).filter((name) => name.includes("17"));
  expect(seen).toEqual(wanted);
});
