/** STATUS-6: why a delivery failed, what the sender will read, and a note. */
import type { ComponentProps } from "react";
import { failurePublicText, needsText, type FailureReason } from "../domain/failure-reasons.ts";
import { Field } from "../ui/field.tsx";
import { ReasonSelect } from "./reason-select.tsx";

type Props = {
  reason: FailureReason | "";
  onReason: (reason: FailureReason | "") => void;
  /** What differs in the field of the note. */
  note?: Partial<ComponentProps<typeof Field>>;
};

export function FailureFields({ reason, onReason, note }: Props) {
  const needed = reason !== "" && needsText(reason);
  return (
    <>
      <ReasonSelect value={reason} onChange={onReason} required />
      {reason && <p className="text-sm text-muted">The sender reads: {failurePublicText(reason)}</p>}
      <Field
        label={needed ? "What happened?" : "Note"}
        name="note"
        maxLength={500}
        required={needed}
        optional={!needed}
        {...note}
      />
    </>
  );
}
