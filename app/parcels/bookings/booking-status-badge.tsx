/** PROFILE-2: a status as a badge: Delivered green, In Transit blue, Failed red, all others yellow. */
import { StatusBadge } from "../../ui/status-badge.tsx";
import { type BookingStatus, STATUS_FACTS } from "../../domain/delivery-status.ts";

export function BookingStatusBadge({ status }: { status: BookingStatus }) {
  const { tone, label } = STATUS_FACTS[status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
