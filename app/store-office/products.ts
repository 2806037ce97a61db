/** OWNER-5: the schema of a product. Pure. */
import * as z from "zod";
import { PICTURE_KEY } from "../platform/files/picture-url.ts";
import { optionalText, requiredText } from "../platform/http/fields.ts";
import { parseNaira } from "../domain/money.ts";

/** The text of the toast 'Missing information'. */
export const MISSING = "Product name and price are required";
/** Messages of failures that are not the owner's. */
export const TRY_LATER = "Please try again later";
/** The columns of a CSV of products. */
export const HEADER = ["name", "description", "category", "price", "stock", "active"] as const;
/** At or below this number the stock is shown as low. */
export const LOW_STOCK = 5;
export const MAX_STOCK = 10_000_000;

/** '12' to 12, '' to null; anything that is no whole number is null with `ok` false. */
export function parseStock(
  rawValues: string,
): { ok: true; stock: number | null } | { ok: false; error: string } {
  const text = rawValues.trim();
  if (text === "") return { ok: true, stock: null };
  if (!/^\d{1,9}$/.test(text))
    return { ok: false, error: "Enter the stock as a whole number, e.g. 12, or leave it empty" };
  if (Number(text) > MAX_STOCK) return { ok: false, error: "That is over 10,000,000 pieces" };
  return { ok: true, stock: Number(text) };
}

export const productForm = z.object({
  name: requiredText(MISSING, 120),
  price: z
    .string(MISSING)
    .trim()
    .min(1, MISSING)
    .refine((rawValues) => rawValues === "" || parseNaira(rawValues).ok, {
      error: (issue) => {
        const price = parseNaira(String(issue.input));
        return price.ok ? "" : price.error;
      },
    }),
  stock: z
    .string()
    .trim()
    .max(20, "That is over 10,000,000 pieces")
    .default("")
    .refine(
      (rawValues) => parseStock(rawValues).ok,
      "Enter the stock as a whole number, e.g. 12, or leave it empty",
    ),
  category: optionalText(40),
  description: optionalText(2000),
  isActive: z.preprocess((value) => value === "on" || value === true, z.boolean()).default(false),
  /** The key of a picture that was uploaded before; empty keeps the current one. */
  imageKey: z
    .string()
    .refine((key) => key === "" || PICTURE_KEY.test(key), "Choose the photo again")
    .default(""),
  removeImage: z.preprocess((value) => value === "on" || value === true, z.boolean()).default(false),
});
export type ProductForm = z.infer<typeof productForm>;

export type ProductValues = {
  name: string;
  description: string | null;
  category: string | null;
  priceKobo: number;
  stockQuantity: number | null;
  isActive: boolean;
};

/** A product's columns from what was typed, its price in kobo; refuses what is no price or no stock. */
export function productValues({
  name,
  description,
  category,
  isActive,
  ...input
}: Pick<ProductForm, "name" | "description" | "category" | "price" | "stock" | "isActive">):
  { ok: true; values: ProductValues } | { ok: false; errors: Record<string, string> } {
  const price = parseNaira(input.price);
  const stock = parseStock(input.stock);
  if (!price.ok) return { ok: false, errors: { price: price.error } };
  if (!stock.ok) return { ok: false, errors: { stock: stock.error } };
  const texts = { name, description: description || null, category: category || null };
  return { ok: true, values: { ...texts, priceKobo: price.kobo, stockQuantity: stock.stock, isActive } };
}

export function stockMark(stock: number | null): "out" | "low" | null {
  if (stock === null || stock > LOW_STOCK) return null;
  return stock === 0 ? "out" : "low";
}
