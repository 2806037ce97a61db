/** SCAN-1: the status that every scan sets, chosen once; for Failed the reason in words. */
import { DELIVERY_STATUSES, DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";
import { REASON_OPTIONS } from "../domain/failure-reasons.ts";
import type { ScanMode } from "./scan.ts";

type Props = { mode: ScanMode; onChange: (mode: ScanMode) => void; disabled: boolean };

export function ScanModeFields({ mode, onChange, disabled }: Props) {
  return (
    <fieldset disabled={disabled}>
      <legend className="font-semibold">Set every scanned parcel to</legend>
      <div className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-4">
        {DELIVERY_STATUSES.map((status: DeliveryStatus) => (
          <label
            key={status}
            className="flex min-h-12 cursor-pointer items-center gap-2 border-2 border-ink bg-paper px-3 font-semibold has-checked:bg-danfo has-checked:text-black has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky"
          >
            <input
              type="radio"
              name="status"
              value={status}
              checked={mode.status === status}
              onChange={() => onChange({ ...mode, status })}
              className="size-5 accent-black"
            />
            {DELIVERY_STATUS_LABELS[status]}
          </label>
        ))}
      </div>
      {mode.status === "failed" ? (
        <ReasonField value={mode.note} onChange={(note) => onChange({ ...mode, note })} />
      ) : (
        <noscript>
          <ReasonField />
        </noscript>
      )}
    </fieldset>
  );
}

/** Without JavaScript it is always there, and says when it counts. */
function ReasonField({ value, onChange }: { value?: string; onChange?: (note: string) => void }) {
  return (
    <label className="mt-3 block max-w-lg">
      <span className="block font-semibold">
        {onChange ? "Why did it fail?" : "Why did it fail? (only for Failed)"}
      </span>
      <input
        name="note"
        list="failure-reasons"
        maxLength={500}
        required={onChange !== undefined}
        {...(onChange && { value, onChange: (event) => onChange(event.currentTarget.value) })}
        className="block min-h-12 w-full border-2 border-ink bg-field px-3"
      />
      <datalist id="failure-reasons">
        {REASON_OPTIONS.map(({ value: code, label }) => (
          <option key={code} value={label} />
        ))}
      </datalist>
    </label>
  );
}
