/** A store order's status as a badge. */
import { StatusBadge } from "../../ui/status-badge.tsx";
import { ORDER_STATUS_LABELS, type OrderStatus } from "../../domain/order-status.ts";

const TONES = { new: "wait", confirmed: "move", ready: "move", completed: "good", cancelled: "bad" } as const;

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <StatusBadge tone={TONES[status]}>{ORDER_STATUS_LABELS[status]}</StatusBadge>;
}
