/** A store order's status as a rubber stamp. */
import { Stamp } from "../ui/status-badge.tsx";
import { ORDER_STATUS_LABELS, type OrderStatus } from "../domain/order-status.ts";

const TONES = { new: "wait", confirmed: "move", ready: "move", completed: "good", cancelled: "bad" } as const;

export function OrderStamp({ status }: { status: OrderStatus }) {
  return <Stamp tone={TONES[status]}>{ORDER_STATUS_LABELS[status]}</Stamp>;
}
