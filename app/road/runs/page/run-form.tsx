/** The forms of a run's page. Each form sends the run's version and what it is about. */
import type { ReactNode } from "react";
import { Form } from "react-router";
import { IdempotencyKeyField } from "../../../ui/form.tsx";

export type RunForms = {
  formKey: string;
  version: number;
  /** The id of the newest event of the run that the page shows. */
  seen: number;
  busy: boolean;
  errors: Readonly<Record<string, string>>;
  /** The values of a refused form. The page shows them again. */
  values: Readonly<Record<string, string>>;
  /** PROOF-5: the ids of the bookings that need the PIN. */
  pinNeeded: readonly string[];
  /** Why the person may not plan, load, or do the hub's work. Each is null if the person may do it. */
  mayNot: { plan: string | null; load: string | null; work: string | null };
};

/** True if the refused form has this button and these hidden fields. */
export const isOwn = (
  { values }: RunForms,
  intent: string,
  about: Record<string, string | number> = {},
): boolean =>
  values["intent"] === intent &&
  Object.entries(about).every(([name, value]) => values[name] === String(value));

type Props = {
  forms: RunForms;
  name: string;
  /** The value of the form's only button. Left out if the form has several buttons. */
  intent?: string;
  about?: Record<string, string | number>;
  className?: string;
  id?: string;
  children: ReactNode;
};

export function RunForm({ forms, name, intent, about = {}, className, id, children }: Props) {
  return (
    <Form method="post" noValidate preventScrollReset aria-label={name} className={className} id={id}>
      <IdempotencyKeyField value={forms.formKey} />
      <input type="hidden" name="version" value={forms.version} />
      {intent && <input type="hidden" name="intent" value={intent} />}
      {Object.entries(about).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {children}
    </Form>
  );
}
