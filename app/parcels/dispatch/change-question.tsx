/** The question before a change: the reason of Failed, or the confirmation of a change of many bookings. */
import { BOOKING_STATUS_LABELS, needsReason } from "../../domain/delivery-status.ts";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { changedMeanwhile } from "../bookings/status-response.ts";
import { FailedDialog } from "./failed-dialog.tsx";
import type { BookingRow } from "./list-bookings.server.ts";
import { nameOfTarget, type Target, type useDispatchChanges } from "./use-dispatch-changes.ts";

type Props = {
  changes: ReturnType<typeof useDispatchChanges>;
  find: (id: string) => BookingRow | undefined;
  returnFocus: () => void;
};

/** Returns a notice if a colleague changed the booking after this person chose it. Otherwise null. */
export function noticeOf(target: Target, find: Props["find"]): string | null {
  const latest = target.kind === "one" ? find(target.row.id) : undefined;
  return target.kind === "one" && latest && latest.version > target.row.version
    ? changedMeanwhile(latest.status)
    : null;
}

export function ChangeQuestion({ changes, find, returnFocus }: Props) {
  const { asking, busy, close, confirm } = changes;
  if (!asking) return null;
  const { target, to } = asking;
  if (needsReason(to))
    return (
      <FailedDialog
        title={`Why did ${nameOfTarget(target)} fail?`}
        notice={asking.notice ?? noticeOf(target, find)}
        busy={busy}
        onClose={close}
        returnFocus={returnFocus}
        onSave={(reason, note) => confirm(find, reason, note)}
      />
    );
  const inBackground = target.kind === "found";
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && close()}
      undoable={!inBackground}
      title={`Change ${nameOfTarget(target)} to ${BOOKING_STATUS_LABELS[to]}?`}
      text={
        asking.notice ??
        (inBackground
          ? "The change takes a while, and you can stop it. Each sender gets an email."
          : "Each sender gets an email. You have ten seconds to undo.")
      }
      confirmLabel="Change status"
      onConfirm={() => confirm(find)}
    />
  );
}
