import { describe, expect, test } from "vitest";
import { parseStock, productForm, stockMark } from "./products.ts";

describe("the product form", () => {
  const base = { name: "Rice", price: "12500" };
  test("name and price are enough; the box decides whether it is active", () => {
    expect(productForm.parse(base)).toMatchObject({
      name: "Rice",
      price: 1_250_000,
      stock: null,
      isActive: false,
      imageKey: "",
    });
    expect(productForm.parse({ ...base, isActive: "on" }).isActive).toBe(true);
  });
  test("what it returns it takes as well, and leaves as it is", () => {
    const parsed = productForm.parse({ ...base, stock: "7", isActive: "on" });
    expect(productForm.parse(parsed)).toEqual(parsed);
    expect(productForm.parse({ ...parsed, stock: null })).toEqual({ ...parsed, stock: null });
  });
  test.each(["", "NaN", "-1", "1e309", "1,5", "1.234", "9223372036854775808"])(
    "price %j is refused",
    (price) => {
      expect(productForm.safeParse({ ...base, price }).success).toBe(false);
    },
  );
  test.each(["-1", "1.5", "1e3", "NaN", "99999999999", "12 pcs"])("stock %j is refused", (stock) => {
    expect(productForm.safeParse({ ...base, stock }).success).toBe(false);
  });
  test.each(["../x.webp", "https://evil/x.webp", "a.svg"])("picture key %j is refused", (imageKey) => {
    expect(productForm.safeParse({ ...base, imageKey }).success).toBe(false);
  });
  test("empty stock means not counted", () => {
    expect(parseStock(" ")).toEqual({ ok: true, stock: null });
    expect(parseStock("0")).toEqual({ ok: true, stock: 0 });
  });
  test("running out is marked", () => {
    expect([stockMark(null), stockMark(0), stockMark(5), stockMark(6)]).toEqual([null, "out", "low", null]);
  });
});
