/** The status form of one booking. Failed needs a reason. Roles that only read cannot use the form. */
import {
  type ComponentProps,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from "react";
import { useFetcher } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { focusFirst, IdempotencyKeyField } from "../../ui/form.tsx";
import { fieldText } from "../../ui/form-values.ts";
import { useKept } from "../../ui/kept-values.ts";
import {
  BOOKING_STATUSES,
  BOOKING_STATUS_LABELS,
  type BookingStatus,
  needsReason,
} from "../../domain/delivery-status.ts";
import { FAILURE_REASONS, missingForFailed, type FailureReason } from "../../domain/failure-reasons.ts";
import { FailureFields } from "./failure-fields.tsx";
import { ReasonSelect } from "./reason-select.tsx";
import { changedMeanwhile, type ChangeResponse } from "./status-response.ts";
import { useUndoToast } from "./use-undo-toast.ts";

type Booking = { key: string; id: string; version: number; status: BookingStatus; trackingCode: string };

export function StatusChanger({ booking, mayNotChange }: { booking: Booking; mayNotChange: string | null }) {
  const fetcher = useFetcher<ChangeResponse>({ key: `status-${booking.id}` });
  const kept = useKept({ intent: "", id: booking.id });
  const { chosen, changes, isOld, choose, reason, giveReason, missing, onSubmit } = useChoice(booking, kept);
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const busy = fetcher.state !== "idle";
  const keepFocus = useKeptFocus(select, changes);
  useUndoToast(fetcher, keepFocus);
  return (
    <fetcher.Form
      method="post"
      noValidate
      onSubmit={onSubmit}
      className="grid gap-2"
      aria-label={`Status of ${booking.trackingCode}`}
    >
      <IdempotencyKeyField value={booking.key} />
      <input type="hidden" name="id" value={booking.id} />
      <input type="hidden" name="version" value={booking.version} />
      <div className="flex flex-wrap items-center gap-2">
        <label className="sr-only" htmlFor={`${id}-status`}>
          Status of {booking.trackingCode}
        </label>
        <StatusSelect
          ref={select}
          id={`${id}-status`}
          value={chosen}
          disabled={busy || mayNotChange !== null}
          title={mayNotChange ?? undefined}
          aria-describedby={mayNotChange ? `${id}-why` : undefined}
          onChange={(event) => choose(event.currentTarget.value as BookingStatus)}
        />
        {mayNotChange && (
          <span id={`${id}-why`} className="text-sm text-muted">
            {mayNotChange}
          </span>
        )}
        {changes && (
          <Button type="submit" size="sm" busy={busy} busyLabel="Saving...">
            Save
          </Button>
        )}
      </div>
      {isOld && !busy && (
        <p role="status" className="max-w-80 text-sm font-semibold">
          {changedMeanwhile(booking.status)}
        </p>
      )}
      {!mayNotChange && (
        <>
          {changes && (
            <FailureFields
              failed={needsReason(chosen)}
              reason={reason}
              onReason={giveReason}
              errors={missing}
              note={{ defaultValue: kept["note"] }}
            />
          )}
          {!changes && <WithoutScript note={kept["note"]} />}
        </>
      )}
    </fetcher.Form>
  );
}

/**
 * KEEP-1: keeps the chosen status and reason until the booking has that status. `kept` has the initial values: those of
 * a form that was sent after its session ended, and was not saved.
 */
function useChoice({ status, version }: Booking, kept: Readonly<Record<string, string>>) {
  const [choice, setChoice] = useState<{ to: BookingStatus; version: number } | null>(() => {
    const to = BOOKING_STATUSES.find((one) => one === kept["status"]);
    return to && to !== status ? { to, version } : null;
  });
  const [reason, setReason] = useState<FailureReason | "">(
    FAILURE_REASONS.find((one) => one === kept["reason"]) ?? "",
  );
  const [missing, setMissing] = useState<Record<string, string> | null>(null);
  if (choice?.to === status) {
    setChoice(null);
    setReason("");
  }
  const chosen = choice?.to ?? status;
  const changes = chosen !== status;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const problems = needsReason(chosen) ? missingForFailed(reason, fieldText(form, "note")) : null;
    setMissing(problems);
    if (!problems) return;
    event.preventDefault();
    focusFirst(form, problems);
  };
  const choose = (to: BookingStatus) => setChoice({ to, version });
  const isOld = choice !== null && choice.version < version;
  const giveReason = (now: FailureReason | "") => {
    setReason(now);
    setMissing(null);
  };
  return { chosen, changes, isOld, choose, reason, giveReason, missing, onSubmit };
}

function WithoutScript({ note }: { note: string | undefined }) {
  return (
    <noscript>
      <ReasonSelect />
      <Field label="Note" name="note" maxLength={500} optional defaultValue={note} />
      <button type="submit" className="min-h-11 px-3 font-semibold underline">
        Save
      </button>
    </noscript>
  );
}

/** Focuses the status field if 'Save' or 'Undo' disappears while the button has the focus. */
function useKeptFocus(select: RefObject<HTMLSelectElement | null>, changes: boolean) {
  const keepFocus = useCallback(() => {
    if (document.activeElement === document.body) select.current?.focus({ preventScroll: true });
  }, [select]);
  const changed = useRef(changes);
  useEffect(() => {
    if (changed.current && !changes) keepFocus();
    changed.current = changes;
  }, [changes, keepFocus]);
  return keepFocus;
}

function StatusSelect(props: ComponentProps<"select">) {
  return (
    <select
      {...props}
      name="status"
      className="min-h-11 border-2 border-ink bg-paper px-2 font-semibold disabled:opacity-60"
    >
      {BOOKING_STATUSES.map((status) => (
        <option key={status} value={status}>
          {BOOKING_STATUS_LABELS[status]}
        </option>
      ))}
    </select>
  );
}
