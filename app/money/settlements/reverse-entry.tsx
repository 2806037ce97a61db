/** The form in which a super admin reverses an entry of the settlement ledger. */
import type { Permission } from "../../access/permissions.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { fieldsOf } from "../../ui/fields-of.ts";
import { ReversalForm } from "../payments/reversal-form.tsx";

export function ReverseEntry(
  props: FormParts & { needs: Permission; entryId: number; name: string; about: string },
) {
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
