/**
 * STORE-1: the six categories of the store directory, one tile each. `Multiple` is for stores with mixed goods. A new
 * category needs its own search index (docs/decisions/0014-search.md).
 */
export const STORE_CATEGORIES = [
  "Food",
  "Health & Beauty",
  "Multiple",
  "Groceries",
  "Clothing",
  "Electronics & Accessories",
] as const;
export type StoreCategory = (typeof STORE_CATEGORIES)[number];
