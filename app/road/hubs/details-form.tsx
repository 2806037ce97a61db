/** The frame of the forms for a hub, a rider and a partner, empty or with the current values. */
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { CancelLink } from "../../ui/cancel-link.tsx";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { PermittedFields } from "../../ui/permitted-fields.tsx";

type Texts = Record<string, string>;
export type DetailsFormProps = {
  formKey: string;
  errors: Texts;
  values: Texts;
  mayNot: string | null;
  version: number | null;
  closeTo?: string;
};

type Props = DetailsFormProps & {
  name: string;
  /** The button's value, which names the operation. Left out for the main form of the page. */
  intent?: string;
  label: string;
  partner?: string | undefined;
  /** The labels of fields whose label is not the field's name in words, for the summary of errors. */
  labels?: Texts;
  children: ReactNode;
};

export function DetailsForm({ name, intent, label, partner, labels = {}, children, ...form }: Props) {
  const { state, formData } = useNavigation();
  return (
    <Form method="post" noValidate preventScrollReset className="grid gap-4" aria-label={name}>
      <FormErrors errors={form.errors} title="Nothing was saved" labels={labels} />
      <IdempotencyKeyField value={form.formKey} />
      {partner !== undefined && <input type="hidden" name="partner" value={partner} />}
      {form.version !== null && <input type="hidden" name="version" value={form.version} />}
      <PermittedFields name={name} mayNot={form.mayNot}>
        {children}
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          {form.closeTo && <CancelLink to={form.closeTo} />}
          <Button
            type="submit"
            intent={intent}
            busy={state === "submitting" && (formData?.get("intent") ?? "") === (intent ?? "")}
            busyLabel="Saving..."
          >
            {label}
          </Button>
        </div>
      </PermittedFields>
    </Form>
  );
}
