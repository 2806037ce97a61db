/** The filters of a store's list of orders, from the page's URL. Pure. */
import { ORDER_STATUSES } from "../../domain/order-status.ts";
import { readListParams } from "../../platform/http/list-params.ts";

/** The labels of the filters by delivery. */
export const DELIVERY_FILTER_LABELS = { waiting: "Waiting for pickup", moving: "On the way" };
export type DeliveryFilter = keyof typeof DELIVERY_FILTER_LABELS;
const DELIVERY_FILTERS = ["waiting", "moving"] as const satisfies DeliveryFilter[];

export function readOrderFilter(request: Request) {
  const { params, search } = readListParams(request);
  return {
    search,
    status: ORDER_STATUSES.find((known) => known === params.get("status")) ?? null,
    delivery: DELIVERY_FILTERS.find((known) => known === params.get("delivery")) ?? null,
  };
}
