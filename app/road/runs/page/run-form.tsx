/**
 * The forms of a run's page. Each form sends the run's version, and in hidden fields the stop or pieces that it is
 * about.
 */
import type { ReactNode } from "react";
import { Form } from "react-router";
import { IdempotencyKeyField } from "../../../ui/form.tsx";

export type RunForms = {
  formKey: string;
  version: number;
  /** The id of the run's newest event on the page that the person sees. */
  seen: number;
  busy: boolean;
  errors: Readonly<Record<string, string>>;
  /** The values of a refused form. The page shows them again. */
  values: Readonly<Record<string, string>>;
  /** PROOF-5: the ids of the bookings that need the PIN. */
  pinNeeded: readonly string[];
  /** Why the person may not plan the run, load it, or do the hub's work on it. Each text is null if the person may. */
  mayNot: { plan: string | null; load: string | null; work: string | null };
};

/** True if the refused form was sent with this button and these hidden fields. */
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
  /** The value that the form's only button sends as `intent`. Left out if the form has several buttons. */
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
