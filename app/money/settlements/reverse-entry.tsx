/** The form in which a super admin reverses an entry of the settlement ledger. */
import { fieldsOf } from "../../ui/fields-of.ts";
import { ReversalForm } from "../payments/reversal-form.tsx";
import type { PermittedFormProps } from "../../ui/permitted-fields.tsx";

export function ReverseEntry(props: PermittedFormProps & { entryId: number; name: string }) {
  const { errors, values, entryId } = props;
  const isOwn = values["entryId"] === String(entryId);
  return (
    <details className="mt-1" open={isOwn}>
      <ReversalForm
        {...props}
        of={{ name: "entryId", value: entryId }}
        reason={fieldsOf({ values, errors }, isOwn)("reversalReason")}
      />
    </details>
  );
}
