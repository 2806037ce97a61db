/**
 * Six sample stores, one for each category. They have the company's own toll-free numbers, so that no order reaches a
 * stranger. A row of sample-stores.json is a product: name, description, naira, stock, category, drawing.
 */
import { readFileSync } from "node:fs";
import type { StoreCategory } from "../../app/domain/store-categories.ts";
import type { DrawingName, Ground } from "./sample-art.ts";

/** A product. The price is in whole naira. A stock of null means that the product is made to order. */
type SampleProduct = {
  name: string;
  description: string;
  naira: number;
  stock: number | null;
  category: string;
  drawing: DrawingName;
};
export type SampleStore = {
  slug: string;
  name: string;
  category: StoreCategory;
  phone: string;
  address: string;
  description: string;
  stall: { goods: readonly [DrawingName, DrawingName, DrawingName]; cloth: string };
  grounds: readonly Ground[];
  products: readonly SampleProduct[];
};

type Row = [string, string, number, number | null, string, DrawingName];
type StoreRow = Omit<SampleStore, "products"> & { products: Row[] };

const toProduct = ([name, description, naira, stock, category, drawing]: Row): SampleProduct => ({
  name,
  description,
  naira,
  stock,
  category,
  drawing,
});

const text = readFileSync(new URL("./sample-stores.json", import.meta.url), "utf8");

export const SAMPLE_STORES: readonly SampleStore[] = (JSON.parse(text) as StoreRow[]).map((store) => ({
  ...store,
  products: store.products.map(toProduct),
}));
