/** The form in which a super admin reverses one entry of the settlement ledger. */
import { ReversalForm } from "../payments/reversal-form.tsx";
import type { PermittedFormProps } from "../../ui/permitted-fields.tsx";

export function ReverseEntry(props: PermittedFormProps & { entryId: number; name: string }) {
  const { errors, values, entryId } = props;
  const error = values["entryId"] === String(entryId) ? errors["reversalReason"] : undefined;
  return (
    <details className="mt-1" open={error !== undefined}>
      <ReversalForm
        {...props}
        of={{ name: "entryId", value: entryId }}
        reason={{ name: "reversalReason", error }}
      />
    </details>
  );
}
