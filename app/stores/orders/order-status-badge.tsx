/** A store order's status as a badge. */
import { StatusBadge } from "../../ui/status-badge.tsx";
import { PROGRESS_LABELS, progressOf } from "./order-progress.ts";

const TONES = {
  new: "wait",
  confirmed: "move",
  ready: "move",
  packed: "move",
  left_store: "move",
  completed: "good",
  cancelled: "bad",
} as const;

export function OrderStatusBadge({ order }: { order: Parameters<typeof progressOf>[0] }) {
  const progress = progressOf(order);
  return <StatusBadge tone={TONES[progress]}>{PROGRESS_LABELS[progress]}</StatusBadge>;
}
