/** STATUS-6: the fields beside the status: always a note and, for Failed, a reason that the sender reads. */
import type { ComponentProps } from "react";
import { failureSendersText, needsText, type FailureReason } from "../../domain/failure-reasons.ts";
import { Field } from "../../ui/field.tsx";
import { ReasonSelect } from "./reason-select.tsx";

type Props = {
  failed?: boolean;
  reason: FailureReason | "";
  onReason: (reason: FailureReason | "") => void;
  errors: Record<string, string> | null | undefined;
  note?: Partial<ComponentProps<typeof Field>>;
};

export function FailureFields({ failed = true, reason, onReason, errors, note }: Props) {
  const needed = failed && reason !== "" && needsText(reason);
  return (
    <>
      {failed && <ReasonSelect value={reason} onChange={onReason} error={errors?.["reason"]} />}
      {failed && reason && (
        <p className="text-sm text-muted">The sender reads: {failureSendersText(reason)}</p>
      )}
      <Field
        label={needed ? "What happened?" : "Note"}
        name="note"
        maxLength={500}
        required={needed}
        optional={!needed}
        error={errors?.["note"]}
        {...note}
      />
    </>
  );
}
