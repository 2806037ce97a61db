/** STATUS-6: asks for the reason of Failed, for one or more bookings. The reason stays until it is saved. */
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { missingForFailed, type FailureReason } from "../../domain/failure-reasons.ts";
import { focusFirst } from "../../ui/form.tsx";
import { fieldText } from "../../ui/form-values.ts";
import { FailureFields } from "../bookings/failure-fields.tsx";

type Props = {
  title: string;
  notice: string | null;
  busy: boolean;
  onSave: (reason: FailureReason, note: string) => void;
  onClose: () => void;
  returnFocus?: (() => void) | undefined;
};

export function FailedDialog({ title, notice, busy, onSave, onClose, returnFocus }: Props) {
  const [reason, setReason] = useState<FailureReason | "">("");
  const [missing, setMissing] = useState<Record<string, string> | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      startAtField
      returnFocus={returnFocus}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const note = fieldText(event.currentTarget, "note");
          const problems = missingForFailed(reason, note);
          setMissing(problems);
          if (problems) focusFirst(event.currentTarget, problems);
          else if (reason) onSave(reason, note);
        }}
      >
        {notice && (
          <p role="alert" className="border-l-8 border-stop bg-card px-4 py-2 font-semibold">
            {notice}
          </p>
        )}
        <FailureFields
          reason={reason}
          onReason={(chosen) => {
            setReason(chosen);
            setMissing(null);
          }}
          errors={missing}
          note={{ hint: "Only the sender and staff read this note." }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} busyLabel="Saving...">
            Set to Failed
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
