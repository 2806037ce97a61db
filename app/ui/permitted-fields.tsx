import type { ReactNode } from "react";
import { Form } from "react-router";
import { IdempotencyKeyField } from "./form.tsx";

type Props = { name: string; mayNot: string | null; children: ReactNode };

type Texts = Record<string, string>;
/** What a form of the back office is shown with: `mayNot` says why the role may not send it, null where it may. */
export type PermittedFormProps = {
  formKey: string;
  errors: Texts;
  values: Texts;
  busy: boolean;
  mayNot: string | null;
};

/** Fields of a form that a role may not send: disabled, with the reason below. `name` is for screen readers. */
export function PermittedFields({ name, mayNot, children }: Props) {
  return (
    <>
      <fieldset disabled={mayNot !== null} className="grid gap-3">
        <legend className="sr-only">{name}</legend>
        {children}
      </fieldset>
      <Refused mayNot={mayNot} />
    </>
  );
}

type FormFrame = Props & { formKey: string; className?: string };

/** A form of such fields, with its idempotency key; `name` is the form's too. */
export function PermittedForm({ formKey, className = "grid gap-3", ...fields }: FormFrame) {
  return (
    <Form method="post" noValidate className={className} aria-label={fields.name}>
      <IdempotencyKeyField value={formKey} />
      <PermittedFields {...fields} />
    </Form>
  );
}

/** Why a role may not do what the form does; nothing where it may. */
export function Refused({ mayNot }: Pick<Props, "mayNot">) {
  return mayNot && <p className="text-sm font-semibold">{mayNot}</p>;
}
