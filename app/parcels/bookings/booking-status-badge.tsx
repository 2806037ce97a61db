/** A delivery's status as a badge. PROFILE-2: Delivered green, In Transit blue, Failed red, anything else yellow. */
import { StatusBadge } from "../../ui/status-badge.tsx";
import { type BookingStatus, STATUS_FACTS } from "../../domain/delivery-status.ts";

export function BookingStatusBadge({ status }: { status: BookingStatus }) {
  const { tone, label } = STATUS_FACTS[status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
