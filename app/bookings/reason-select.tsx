/** STATUS-6: the coded reason of a failed delivery. Without JavaScript it is always there, and says when it counts. */
import { REASON_OPTIONS, type FailureReason } from "../domain/failure-reasons.ts";
import { Options } from "../ui/field.tsx";

type Props = {
  value?: FailureReason | "";
  onChange?: (reason: FailureReason | "") => void;
  required?: boolean;
};

export function ReasonSelect({ value, onChange, required = false }: Props) {
  return (
    <label className="block max-w-80">
      <span className="block text-sm font-semibold">
        {onChange ? "Why did it fail?" : "Why did it fail? (only for Failed)"}
      </span>
      <select
        name="reason"
        required={required}
        {...(onChange && {
          value,
          onChange: (event) => onChange(event.currentTarget.value as FailureReason | ""),
        })}
        className="min-h-11 w-full border-2 border-ink bg-field px-2"
      >
        <option value="">Choose a reason</option>
        <Options of={REASON_OPTIONS} />
      </select>
    </label>
  );
}
