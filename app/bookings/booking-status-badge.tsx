/** A delivery's status as a badge. PROFILE-2: Delivered green, In Transit blue, Failed red, anything else yellow. */
import { StatusBadge } from "../ui/status-badge.tsx";
import { DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";

const TONES = { pending: "wait", in_transit: "move", delivered: "good", failed: "bad" } as const;

export function BookingStatusBadge({ status }: { status: DeliveryStatus }) {
  return <StatusBadge tone={TONES[status]}>{DELIVERY_STATUS_LABELS[status]}</StatusBadge>;
}
