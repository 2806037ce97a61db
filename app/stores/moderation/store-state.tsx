/** The state of a store in the back office, as a badge. */
import { StatusBadge } from "../../ui/status-badge.tsx";

type Hidden = { hiddenAt: Date | null; hiddenReason: string | null };

export function StoreStateBadge({ hiddenAt, hiddenReason }: Hidden) {
  if (!hiddenAt) return <StatusBadge tone="good">Shown</StatusBadge>;
  return hiddenReason ? (
    <StatusBadge tone="bad">Hidden</StatusBadge>
  ) : (
    <StatusBadge tone="wait">To look at</StatusBadge>
  );
}
