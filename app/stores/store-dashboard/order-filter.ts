/** The orders whose parcel waits for our rider, and those whose parcel is on the way. */
export const DELIVERY_FILTER_LABELS = { waiting: "Waiting for pickup", moving: "On the way" };
export type DeliveryFilter = keyof typeof DELIVERY_FILTER_LABELS;

export const deliveryFilter = (asked: string | null): DeliveryFilter | null =>
  asked === "waiting" || asked === "moving" ? asked : null;
