/** The six tiles of the store directory (spec.md 2). `Multiple` is what a store with mixed goods chooses. A further one wants its own search index (0008). */
export const STORE_CATEGORIES = [
  "Food",
  "Health & Beauty",
  "Multiple",
  "Groceries",
  "Clothing",
  "Electronics & Accessories",
] as const;
export type StoreCategory = (typeof STORE_CATEGORIES)[number];
