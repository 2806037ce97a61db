import type { ReactNode } from "react";
import { Form } from "react-router";
import { IdempotencyKeyField } from "./form.tsx";

type Props = { name: string; mayNot: string | null; children: ReactNode };

type Texts = Record<string, string>;
/**
 * The properties of a back-office form. `mayNot` is the reason for which the role may not send the form; null if it
 * may.
 */
export type PermittedFormProps = {
  formKey: string;
  errors: Texts;
  values: Texts;
  busy: boolean;
  mayNot: string | null;
};

/**
 * The fields of a back-office form. If the role may not send it, they are disabled, with the reason below. `name` is
 * for screen readers.
 */
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

/** A form with PermittedFields and its idempotency key. `name` also names the form. */
export function PermittedForm({ formKey, className = "grid gap-3", ...fields }: FormFrame) {
  return (
    <Form method="post" noValidate className={className} aria-label={fields.name}>
      <IdempotencyKeyField value={formKey} />
      <PermittedFields {...fields} />
    </Form>
  );
}

/** The reason for which a role may not send the form; nothing if it may. */
export function Refused({ mayNot }: Pick<Props, "mayNot">) {
  return mayNot && <p className="text-sm font-semibold">{mayNot}</p>;
}
