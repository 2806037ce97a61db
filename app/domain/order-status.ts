/** ORDER-4: the statuses of a store order. */
import { wordsOf } from "./words-of.ts";

export const ORDER_STATUS_LABELS = {
  new: "New",
  confirmed: "Confirmed",
  ready: "Ready for pickup",
  completed: "Completed",
  cancelled: "Cancelled",
};
export type OrderStatus = keyof typeof ORDER_STATUS_LABELS;
export const ORDER_STATUSES = wordsOf(ORDER_STATUS_LABELS);

export const OPEN_ORDERS = ["new", "confirmed", "ready"] as const satisfies OrderStatus[];
export const isOpenOrder = (status: OrderStatus): boolean => OPEN_ORDERS.some((open) => open === status);
