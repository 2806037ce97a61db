/** The form in which a super admin reverses a payment, collection or payout. A `details` element hides the form. */
import type { Permission } from "../../access/permissions.ts";
import { StaffFields } from "../../access/staff-form.tsx";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { KeyedForm } from "../../ui/form.tsx";

type Props = Pick<FormParts, "formKey"> & {
  needs: Permission;
  name: string;
  /**
   * The entry in words, such as '₦5,000, 21 Nov 2026, 3:40 pm'. Screen readers read this text after the button's
   * label.
   */
  about: string;
  /** The form field that identifies the entry. */
  of: { name: string; value: string | number };
  reason: { name: string; defaultValue: string | undefined; error: string | undefined };
};

export function ReversalForm({ formKey, needs, name, about, of, reason }: Props) {
  return (
    <>
      <summary
        aria-label={`Reverse: ${about}`}
        className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4"
      >
        Reverse
      </summary>
      <KeyedForm formKey={formKey} className="grid gap-3">
        <input type="hidden" {...of} />
        <StaffFields name={name} needs={needs}>
          <Field label="Reason" {...reason} />
          <SendButton intent="reverse" variant="danger" aria-label={`${name}: ${about}`}>
            {name}
          </SendButton>
        </StaffFields>
      </KeyedForm>
    </>
  );
}
