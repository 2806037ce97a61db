/** OWNER-5: the schema of a product. Pure. */
import * as z from "zod";
import { PICTURE_KEY } from "../../platform/files/picture-url.ts";
import { optionalText, requiredText } from "../../platform/http/fields.ts";
import { parseNaira } from "../../domain/money.ts";
import { plainSigns } from "../../text/plain-text.ts";

export const MISSING = "Product name and price are required";
/** The end of a message about an error that the owner did not cause. */
export const TRY_LATER = "Please try again later";
export const HEADER = ["name", "description", "category", "price", "stock", "active"] as const;
/** A stock of at most this number is shown as low. */
const LOW_STOCK = 5;
const MAX_STOCK = 10_000_000;
export const MAX_ROWS = 1000;

const TOO_MANY = "Enter at most 10,000,000 pieces";

/** Reads '12' as 12, and '' as null (not tracked). `ok` is false if the text is no whole number. */
export function parseStock(
  rawValues: string,
): { ok: true; stock: number | null } | { ok: false; error: string } {
  const text = plainSigns(rawValues);
  if (text === "") return { ok: true, stock: null };
  if (!/^\d{1,9}$/.test(text))
    return { ok: false, error: "Enter the stock as a whole number, e.g. 12, or leave it empty" };
  if (Number(text) > MAX_STOCK) return { ok: false, error: TOO_MANY };
  return { ok: true, stock: Number(text) };
}

/** The price is in kobo. The stock is null if the owner does not track the product's stock. */
export const productForm = z.object({
  name: requiredText(MISSING, 120),
  price: z.union([z.string(), z.number().int().nonnegative()], MISSING).transform((typed, issue) => {
    if (typeof typed === "number") return typed;
    const price = typed === "" ? { ok: false as const, error: MISSING } : parseNaira(typed);
    if (price.ok) return price.kobo;
    issue.addIssue(price.error);
    return z.NEVER;
  }),
  stock: z
    .union([z.string().max(20, TOO_MANY), z.number().int().min(0).max(MAX_STOCK), z.null()])
    .default(null)
    .transform((typed, issue) => {
      if (typeof typed !== "string") return typed;
      const parsed = parseStock(typed);
      if (parsed.ok) return parsed.stock;
      issue.addIssue(parsed.error);
      return z.NEVER;
    }),
  category: optionalText(40),
  description: optionalText(2000),
  isActive: z.preprocess((value) => value === "on" || value === true, z.boolean()).default(false),
  /** The key of an uploaded picture. An empty key keeps the current picture. */
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

export const productValues = ({
  name,
  description,
  category,
  price,
  stock,
  isActive,
}: Omit<ProductForm, "imageKey" | "removeImage">): ProductValues => ({
  name,
  description: description || null,
  category: category || null,
  priceKobo: price,
  stockQuantity: stock,
  isActive,
});

export function stockMark(stock: number | null): "out" | "low" | null {
  if (stock === null || stock > LOW_STOCK) return null;
  return stock === 0 ? "out" : "low";
}
