import { expect, test } from "vitest";
import { STORE_CATEGORIES } from "../../app/domain/store-categories.ts";
import { DRAWINGS, GROUNDS } from "./sample-art.ts";
import { SAMPLE_STORES } from "./sample-stores.ts";

test("each sample store has a category of its own, a toll-free number, and pictures that can be drawn", () => {
  expect(SAMPLE_STORES.map((store) => store.category).toSorted()).toEqual([...STORE_CATEGORIES].toSorted());
  for (const { phone, stall, grounds, products } of SAMPLE_STORES) {
    expect(phone).toMatch(/^\+234800\d{7}$/);
    expect(Object.keys(GROUNDS)).toEqual(expect.arrayContaining([...grounds]));
    const drawn = [...stall.goods, ...products.map((product) => product.drawing)];
    expect(Object.keys(DRAWINGS)).toEqual(expect.arrayContaining(drawn));
    for (const { naira, stock } of products) expect([naira, stock ?? 0].every(Number.isInteger)).toBe(true);
  }
});
