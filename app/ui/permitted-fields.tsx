import type { ReactNode } from "react";
import { KeyedForm } from "./form.tsx";

type Props = { name: string; mayNot: string | null; children: ReactNode };

type Texts = Record<string, string>;
/** `mayNot`: why the person's role may not send the form; null if the role may. */
export type PermittedFormProps = {
  formKey: string;
  errors: Texts;
  values: Texts;
  busy: boolean;
  mayNot: string | null;
};

/**
 * Draws fields. If `mayNot` has a reason, they are disabled, with the reason below. `name`: the name of the group of
 * fields, for screen readers.
 */
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

/** Draws a form with PermittedFields and an idempotency key. For screen readers, `name` is also the form's name. */
export function PermittedForm({ formKey, className = "grid gap-3", encType, ...fields }: FormFrame) {
  return (
    <KeyedForm formKey={formKey} encType={encType} className={className} aria-label={fields.name}>
      <PermittedFields {...fields} />
    </KeyedForm>
  );
}

/** Draws the reason why a role may not send the form. Draws nothing if there is no reason. */
export function MayNotText({ mayNot }: Pick<Props, "mayNot">) {
  return mayNot && <p className="text-sm font-semibold">{mayNot}</p>;
}
