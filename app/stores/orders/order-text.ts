/** ORDER-1: the chat text of an order: lines 'name x quantity (amount)', a total, the order's code. Pure. */
import { formatNaira } from "../../domain/money.ts";
import type { OrderStatus } from "../../domain/order-status.ts";

export type TextLine = { name: string; quantity: number; unitPriceKobo: number };
export type TextOrder = {
  storeName: string;
  code: string;
  lines: readonly TextLine[];
  totalKobo: number;
  /** The buyer's postal address in one line. Null if the buyer collects the order. */
  deliverTo?: string | null;
  page: string;
};

/** The maximum length of the encoded text in a chat link. Some phones cut or refuse longer links. */
export const LONGEST_ENCODED = 1950;
const LONGEST_ADDRESS = 160;
const NAME_STEPS = [Infinity, 40, 24, 14];

const encodedLength = (text: string) => encodeURIComponent(text.toWellFormed()).length;

/** Returns the first `most` characters as a reader counts them, so that no emoji is cut in half. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/**
 * Writes the chat text of an order. If the text is too long, product names are shortened. If it is still too long, only
 * as many lines as fit are included, with a link to the others. The total, the code and the URL of the order's page are
 * always included.
 */
export function orderText({ storeName, code, lines, totalKobo, deliverTo, page }: TextOrder): string {
  const write = (shown: readonly TextLine[], most: number) =>
    [
      `Hello ${shorten(storeName, 40)}, I would like to order:`,
      "",
      ...shown.map(
        (line) =>
          `${shorten(oneLine(line.name), most)} x ${line.quantity} (${formatNaira(line.unitPriceKobo * line.quantity)})`,
      ),
      ...(shown.length < lines.length
        ? [`… and ${lines.length - shown.length} more on the order's page`]
        : []),
      "",
      `Total: ${formatNaira(totalKobo)}`,
      ...(deliverTo ? [`Deliver to: ${shorten(oneLine(deliverTo), LONGEST_ADDRESS)}`] : []),
      `Order code: ${code}`,
      page,
    ].join("\n");
  for (const most of NAME_STEPS) {
    const text = write(lines, most);
    if (encodedLength(text) <= LONGEST_ENCODED) return text;
  }
  const shortest = NAME_STEPS.at(-1)!;
  let count = lines.length;
  while (count > 0 && encodedLength(write(lines.slice(0, count), shortest)) > LONGEST_ENCODED) count--;
  return write(lines.slice(0, count), shortest);
}

/**
 * ORDER-6: writes the text of the chat about an order. For a new order, the text is the order itself. Later it is only
 * a question about the order. If it were the order again, the store would take it for a second order.
 */
export function orderChat(status: OrderStatus, order: TextOrder): { label: string; text: string } {
  if (status === "new") return { label: "Send it on WhatsApp", text: orderText(order) };
  const hello = `Hello ${shorten(order.storeName, 40)}, I have a question about my order ${order.code}.`;
  return { label: "Ask on WhatsApp", text: `${hello}\n${order.page}` };
}

/** Writes a name in one line. With a line break in a name, the rest of the name would look like another product. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
