/**
 * STATUS-6: the reason of Failed. Without JavaScript the field is always visible, so the field's label mentions
 * Failed.
 */
import { REASON_OPTIONS, type FailureReason } from "../../domain/failure-reasons.ts";
import { SelectField } from "../../ui/field.tsx";

type Props = {
  value?: FailureReason | "";
  onChange?: (reason: FailureReason | "") => void;
  error?: string | undefined;
};

const OPTIONS = [{ value: "", label: "Choose a reason" }, ...REASON_OPTIONS];

export function ReasonSelect({ value, onChange, error }: Props) {
  return (
    <SelectField
      label={onChange ? "Why did it fail?" : "Why did it fail? (only for Failed)"}
      name="reason"
      options={OPTIONS}
      error={error}
      {...(onChange && {
        required: true,
        value,
        onChange: (event) => onChange(event.currentTarget.value as FailureReason | ""),
      })}
    />
  );
}
