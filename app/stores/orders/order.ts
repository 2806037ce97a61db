/** The lines and the code of an order. Pure. */
import { UUID_PATTERN } from "../../platform/http/uuid.ts";

export const MOST_LINES = 60;
export const MOST_OF_ONE = 999;

/** A requested line. The price is in kobo, as the buyer saw the price. */
export type AskedLine = { productId: string; quantity: number; priceKobo: number };

const LINE = new RegExp(`^(${UUID_PATTERN})\\.([1-9]\\d{0,2})\\.(\\d{1,12})$`);

/** Writes all lines into a hidden field: 'product.quantity.kobo', separated by commas. */
export function writeAskedLines(lines: readonly AskedLine[]): string {
  return lines.map((line) => `${line.productId}.${line.quantity}.${line.priceKobo}`).join(",");
}

/** Reads the lines of the hidden field, or null. Repeated products are merged into one line. */
export function readAskedLines(text: string): AskedLine[] | null {
  const lines = new Map<string, AskedLine>();
  for (const part of text.split(",").filter(Boolean)) {
    const [, productId, quantity, price] = LINE.exec(part) ?? [];
    if (!productId) return null;
    const before = lines.get(productId)?.quantity ?? 0;
    lines.set(productId, {
      productId,
      quantity: Math.min(MOST_OF_ONE, before + Number(quantity)),
      priceKobo: Number(price),
    });
  }
  return lines.size > MOST_LINES ? null : [...lines.values()];
}

/**
 * A difference between what the buyer saw and what the store sells now. The buyer must confirm it before the order is
 * placed.
 */
export type OrderChange =
  | { kind: "price"; productId: string; name: string; oldKobo: number; newKobo: number }
  | { kind: "less"; productId: string; name: string; wanted: number; left: number }
  | { kind: "gone"; productId: string; name: string | null };

/** The characters of an order's code, without the lookalikes 0 O, 1 I L, 2 Z, 5 S, 8 B. */
const LETTERS = "34679ACDEFGHJKMNPQRTUVWXY";

/** Draws a code such as 'ON-7K4M9'. */
export function drawOrderCode(randomInt: (below: number) => number, length = 5): string {
  return `ON-${Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}
