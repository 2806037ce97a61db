/**
 * The progress of an order, in words for its buyer and its store: its own status, or a later one from its delivery. Pure.
 */
import { DELIVERED, FIRST_STATUS, type BookingStatus } from "../../domain/delivery-status.ts";
import { ORDER_STATUS_LABELS, type OrderStatus } from "../../domain/order-status.ts";

type Order = {
  status: OrderStatus;
  /** The buyer's postal address; null if the buyer collects the order. */
  deliveryAddress: string | null;
  followedStatus: FollowedStatus;
};
/**
 * The status of the booked delivery as its order follows it (followed-status.server.ts); null if none is booked. A
 * delivery that failed before the pickup is Pending here.
 */
export type FollowedStatus = BookingStatus | null;
type Progress = OrderStatus | "packed" | "left_store";

/**
 * ORDER-10: the status of an order, as the store and the buyer see it. The delivery overrides the status that the owner
 * entered: a confirmed order is Ready once its parcel is picked up, and Completed once the parcel is delivered.
 */
export function shownStatus(status: OrderStatus, followed: FollowedStatus): OrderStatus {
  const open = status === "confirmed" || status === "ready";
  if (!open || !followed || followed === FIRST_STATUS) return status;
  return followed === DELIVERED ? "completed" : "ready";
}

/**
 * The progress of an order. 'Ready for pickup' is not used for an order that we deliver, because it would send the
 * buyer to the store.
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

/** The sentence that explains each progress of an order to the buyer. */
export const PROGRESS_NEWS: Record<Progress, string> = {
  new: "The store has your order and will confirm it. Send it on WhatsApp too, to agree on payment and delivery fast.",
  confirmed: "The store has confirmed your order and is packing it.",
  ready: "Your order is packed. You can collect it from the store.",
  packed: "Your order is packed. Our rider picks it up and brings it to you.",
  left_store: "Your order has left the store. Follow its delivery below.",
  completed: "This order is done. Thank you for buying from a partner store.",
  cancelled: "This order was cancelled. Ask the store if you do not know why.",
};
