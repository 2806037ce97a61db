/** SCAN-1: the fields for the status that every scan sets. The status Failed also needs a reason. */
import {
  BOOKING_STATUSES,
  BOOKING_STATUS_LABELS,
  type BookingStatus,
  needsReason,
} from "../../domain/delivery-status.ts";
import { FailureFields } from "../../parcels/bookings/failure-fields.tsx";
import { ReasonSelect } from "../../parcels/bookings/reason-select.tsx";
import { Field } from "../../ui/field.tsx";
import type { ScanTask } from "./scan.ts";

type StatusTask = Pick<ScanTask, "status" | "reason" | "note">;
type Props = {
  task: StatusTask;
  onChange: (change: Partial<StatusTask>) => void;
  disabled: boolean;
  errors: Record<string, string> | null;
};

export function StatusFields({ task, onChange, errors, disabled }: Props) {
  return (
    <fieldset disabled={disabled}>
      <legend className="font-semibold">Set every scanned parcel to</legend>
      <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2">
        {BOOKING_STATUSES.map((status: BookingStatus) => (
          <label
            key={status}
            className="flex min-h-12 cursor-pointer items-center gap-2 border-2 border-ink bg-paper px-3 font-semibold has-checked:bg-danfo has-checked:text-black has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky"
          >
            <input
              type="radio"
              name="status"
              value={status}
              checked={task.status === status}
              onChange={() => onChange({ status })}
              className="size-5 shrink-0 accent-black"
            />
            {BOOKING_STATUS_LABELS[status]}
          </label>
        ))}
      </div>
      {needsReason(task.status) ? (
        <div className="mt-3 grid max-w-lg gap-3">
          <FailureFields
            reason={task.reason}
            errors={errors}
            onReason={(reason) => onChange({ reason })}
            note={{
              value: task.note,
              onChange: (event) => onChange({ note: event.currentTarget.value }),
            }}
          />
        </div>
      ) : (
        <noscript>
          <ReasonSelect />
          <Field label="Note" name="note" maxLength={500} optional defaultValue={task.note} />
        </noscript>
      )}
    </fieldset>
  );
}
