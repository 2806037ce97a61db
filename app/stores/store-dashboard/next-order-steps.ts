/** ORDER-4, ORDER-5, ORDER-10: the next steps of an order: its status, or booking its delivery. Pure. */
import { type OrderStatus, ORDER_STATUSES, ORDER_STATUS_LABELS } from "../../domain/order-status.ts";
import { type FollowedStatus, shownStatus } from "../orders/order-progress.ts";

export type Order = {
  id: string;
  version: number;
  status: OrderStatus;
  code: string;
  trackingCode: string | null;
  followedStatus: FollowedStatus;
  /** Null if the buyer collects the order. */
  deliveryAddress: string | null;
};

const NEXT: Partial<Record<OrderStatus, OrderStatus>> = {
  new: "confirmed",
  confirmed: "ready",
  ready: "completed",
};

/**
 * ORDER-10: returns the next step of an order. Null if there is none, or if a delivery is booked: the order then follows
 * its parcel, and is completed once the parcel is delivered.
 */
export const nextStep = ({
  status,
  trackingCode,
}: Pick<Order, "status" | "trackingCode">): OrderStatus | null =>
  trackingCode !== null && status !== "new" ? null : (NEXT[status] ?? null);

const VERBS: Record<Exclude<OrderStatus, "new">, string> = {
  confirmed: "Confirm",
  ready: "Ready for pickup",
  completed: "Complete",
  cancelled: "Cancel order",
};
/** ORDER-8: the name of the status 'ready' for an order that we deliver. */
const PACKED = "Packed";

/** True for an order that we bring to the buyer. */
const isDelivered = ({ deliveryAddress, trackingCode }: Pick<Order, "deliveryAddress" | "trackingCode">) =>
  (deliveryAddress ?? trackingCode) !== null;

/** Returns the label of a status button. For an earlier status the label says that the order goes back. */
export function stepLabel(
  order: Pick<Order, "status" | "deliveryAddress" | "trackingCode">,
  to: OrderStatus,
): string {
  const packed = to === "ready" && isDelivered(order);
  return to === "new" || ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(order.status)
    ? `Back to ${packed ? PACKED : ORDER_STATUS_LABELS[to]}`
    : packed
      ? PACKED
      : VERBS[to];
}

/** ORDER-5: true if the next step is to book the delivery. Only then is the booking button yellow (primary). */
export const isBookingNext = ({ status, trackingCode, deliveryAddress }: Order): boolean =>
  (status === "confirmed" || status === "ready") && !trackingCode && deliveryAddress !== null;

/**
 * ORDER-10: returns the statuses that the owner can choose, without statuses that would not change the shown status.
 * For example, an order with a picked-up parcel cannot go back to Confirmed.
 */
export const stepsFrom = ({
  status,
  followedStatus,
}: Pick<Order, "status" | "followedStatus">): OrderStatus[] =>
  ORDER_STATUSES.filter((to) => shownStatus(to, followedStatus) !== status);
