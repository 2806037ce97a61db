/**
 * STORE-1: the six tiles of the store directory. `Multiple` is for stores with mixed goods. A new category
 * needs its own search index (docs/decisions/0014-search.md).
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
