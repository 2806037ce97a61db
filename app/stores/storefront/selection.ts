/** A buyer's selection at a store: lines in the order in which they were added. Pure. */
import { MOST_LINES, MOST_OF_ONE } from "../orders/order.ts";
import { UUID_PATTERN } from "../../platform/http/uuid.ts";

/** `priceKobo` is the price that the buyer saw. */
export type SelectionLine = { id: string; name: string; priceKobo: number; quantity: number };
export type Choosable = { id: string; name: string; priceKobo: number };

export function addOne(lines: readonly SelectionLine[], product: Choosable): SelectionLine[] {
  const own = lines.find((line) => line.id === product.id);
  if (!own)
    return lines.length >= MOST_LINES
      ? [...lines]
      : [...lines, { id: product.id, name: product.name, priceKobo: product.priceKobo, quantity: 1 }];
  return lines.map((line) =>
    line === own ? { ...line, quantity: Math.min(MOST_OF_ONE, line.quantity + 1) } : line,
  );
}

/** Reduces a quantity by one. A line with quantity one is removed. */
export function takeOne(lines: readonly SelectionLine[], id: string): SelectionLine[] {
  return lines.flatMap((line) =>
    line.id !== id ? [line] : line.quantity > 1 ? [{ ...line, quantity: line.quantity - 1 }] : [],
  );
}

export function selectionTotal(lines: readonly SelectionLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity * line.priceKobo, 0);
}

export function itemCountOf(lines: readonly SelectionLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** Updates the names and prices of the lines from the products on the page. */
export function refreshedLines(
  lines: readonly SelectionLine[],
  shown: readonly Choosable[],
): SelectionLine[] {
  return lines.map((line) => {
    const product = shown.find((one) => one.id === line.id);
    return product ? { ...line, name: product.name, priceKobo: product.priceKobo } : line;
  });
}

const PART = new RegExp(`^(${UUID_PATTERN})\\.([1-9]\\d{0,2})$`);

/** Writes a selection for the page's URL, for browsers without JavaScript: 'id.quantity~id.quantity'. */
export function writeSel(lines: readonly { id: string; quantity: number }[]): string {
  return lines.map((line) => `${line.id}.${line.quantity}`).join("~");
}

export function readSel(text: string | null): { id: string; quantity: number }[] {
  const found = new Map<string, number>();
  for (const part of (text ?? "").slice(0, 4000).split("~")) {
    const [, id, quantity] = PART.exec(part) ?? [];
    if (id && found.size < MOST_LINES) found.set(id, Number(quantity));
  }
  return [...found].map(([id, quantity]) => ({ id, quantity }));
}
