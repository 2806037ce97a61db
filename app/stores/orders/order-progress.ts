/** The progress of an order in words: the order's own status, or a later status from its delivery. Pure. */
import { DELIVERED, FIRST_STATUS, type BookingStatus } from "../../domain/delivery-status.ts";
import { ORDER_STATUS_LABELS, type OrderStatus } from "../../domain/order-status.ts";

type Order = {
  status: OrderStatus;
  /** Null if the buyer collects the order. */
  deliveryAddress: string | null;
  followedStatus: FollowedStatus;
};
/**
 * The status of the order's delivery, as the order shows it (followed-status.server.ts). Null without a delivery.
 * Pending if the delivery failed before the pickup.
 */
export type FollowedStatus = BookingStatus | null;
type Progress = OrderStatus | "packed" | "left_store";

/**
 * ORDER-10: returns the status that store and buyer see. The delivery overrides the owner's status: a confirmed order
 * is Ready once its parcel is picked up, and Completed once the parcel is delivered.
 */
export function shownStatus(status: OrderStatus, followed: FollowedStatus): OrderStatus {
  const open = status === "confirmed" || status === "ready";
  if (!open || !followed || followed === FIRST_STATUS) return status;
  return followed === DELIVERED ? "completed" : "ready";
}

/**
 * ORDER-8: returns the progress. A ready order with a delivery is `packed` until the rider picks it up, then
 * `left_store`. It is never 'Ready for pickup', because this text would send the buyer to the store.
 */
export function progressOf({ status, deliveryAddress, followedStatus }: Order): Progress {
  const shown = shownStatus(status, followedStatus);
  if (shown !== "ready") return shown;
  if (followedStatus && followedStatus !== FIRST_STATUS) return "left_store";
  return (deliveryAddress ?? followedStatus) ? "packed" : shown;
}

export const PROGRESS_LABELS: Record<Progress, string> = {
  ...ORDER_STATUS_LABELS,
  packed: "Packed, waiting for the rider",
  left_store: "Left the store",
};

export const PROGRESS_NEWS: Record<Progress, string> = {
  new: "The store has your order and will confirm it. Send it on WhatsApp too, to agree on payment and delivery fast.",
  confirmed: "The store has confirmed your order and is packing it.",
  ready: "Your order is packed. You can collect it from the store.",
  packed: "Your order is packed. Our rider picks it up and brings it to you.",
  left_store: "Your order has left the store. Follow its delivery below.",
  completed: "This order is done. Thank you for buying from a partner store.",
  cancelled: "This order was cancelled. Ask the store if you do not know why.",
};
