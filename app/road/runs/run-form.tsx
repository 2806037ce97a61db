/** The forms of the page of a run: each carries the run's version and what it is about. */
import type { ReactNode } from "react";
import { Form } from "react-router";
import { IdempotencyKeyField } from "../../ui/form.tsx";

export type RunForms = {
  formKey: string;
  version: number;
  busy: boolean;
  errors: Readonly<Record<string, string>>;
  /** What was sent with a form that was refused. */
  values: Readonly<Record<string, string>>;
  /** PROOF-5: the bookings of which the PIN is needed. */
  pinNeeded: readonly string[];
  /** Why the person may not plan, load, or do the work of the hub; null where they may. */
  mayNot: { plan: string | null; load: string | null; work: string | null };
};

/** Whether the refused form is this one: its button, and what it is about. */
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
  /** The button, where it is the only one of the form. */
  intent?: string;
  /** Hidden fields. */
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
