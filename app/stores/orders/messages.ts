/** The sentences of refusals about orders, by reason. */
import { ORDER_STATUS_LABELS, type OrderStatus } from "../../domain/order-status.ts";
import { refusals } from "../../platform/operations/refusals.ts";

export const NOT_UPDATED = "Failed to update order status.";
export const NOT_TAKEN = "We could not take your order. Please try again.";

/** The refusal of a form that already made an order from another selection. */
export const orderedBefore = (code: string) =>
  `This form already made order ${code}. The selection below is not ordered yet. To order it as well, send it again.`;

type Short = { product: string; left: number; wanted: number };

export const refuse = refusals({
  store_gone: "This store was removed or the link is wrong.",
  /** No text, because the page lists the changed prices and stock. */
  changed: {},
  unserved: ({ text }: { text: string }) => ({ deliveryState: text }),
  order_gone: "This order was removed or the link is wrong.",
  changed_meanwhile: ({ status }: { status: OrderStatus }) =>
    `Someone else changed this order to ${ORDER_STATUS_LABELS[status]}. Check it, then try again.`,
  out_of_stock: ({ product, left, wanted }: Short) =>
    `${product}: the order wants ${wanted} and ${left === 0 ? "none is" : `${left} ${left === 1 ? "is" : "are"}`} left. Add stock to the product, or cancel the order.`,
});
