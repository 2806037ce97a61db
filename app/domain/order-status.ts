/** ORDER-4: the statuses of a store order and the allowed changes. */
export const ORDER_STATUSES = ["new", "confirmed", "ready", "completed", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDER_STATUS_LABELS: Record<OrderStatus, string> = {
  new: "New",
  confirmed: "Confirmed",
  ready: "Ready for pickup",
  completed: "Completed",
  cancelled: "Cancelled",
};
