/** Writes the products of a store order in one line of text. */

type Line = { name: string; quantity: number };

/**
 * Writes '2 × Ofada rice, 1 × Palm oil'. If the text would be longer than `longest`, its end says how many products are
 * left out.
 */
export function orderLinesText(lines: readonly Line[], longest: number): string {
  let text = "";
  for (const [index, line] of lines.entries()) {
    const next = `${text ? ", " : ""}${line.quantity} × ${line.name}`;
    const rest = ` and ${lines.length - index} more`;
    if (text.length + next.length > longest - rest.length) return text ? text + rest : next.slice(0, longest);
    text += next;
  }
  return text;
}
