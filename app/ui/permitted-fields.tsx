import type { ReactNode } from "react";
import { Form } from "react-router";
import { IdempotencyKeyField } from "./form.tsx";

type Props = { name: string; mayNot: string | null; children: ReactNode };

type Texts = Record<string, string>;
/** `mayNot` is the reason why the role may not send the form; null if the role may. */
export type PermittedFormProps = {
  formKey: string;
  errors: Texts;
  values: Texts;
  busy: boolean;
  mayNot: string | null;
};

/** The fields are disabled if the role may not send, with the reason below. `name`: for screen readers. */
export function PermittedFields({ name, mayNot, children }: Props) {
  return (
    <>
      <fieldset disabled={mayNot !== null} className="grid gap-3">
        <legend className="sr-only">{name}</legend>
        {children}
      </fieldset>
      <MayNotText mayNot={mayNot} />
    </>
  );
}

type FormFrame = Props & { formKey: string; className?: string; encType?: "multipart/form-data" };

/** A form with PermittedFields and an idempotency key. For screen readers `name` names the form, too. */
export function PermittedForm({ formKey, className = "grid gap-3", encType, ...fields }: FormFrame) {
  return (
    <Form method="post" noValidate encType={encType} className={className} aria-label={fields.name}>
      <IdempotencyKeyField value={formKey} />
      <PermittedFields {...fields} />
    </Form>
  );
}

/** Why a role may not send the form; nothing if the role may. */
export function MayNotText({ mayNot }: Pick<Props, "mayNot">) {
  return mayNot && <p className="text-sm font-semibold">{mayNot}</p>;
}
