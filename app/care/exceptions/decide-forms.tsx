/** EXC-3: the forms that change an exception's owner, add a note, or close the exception without a step. */
import { Form } from "react-router";
import { CLOSE_REASON_NAMES, EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { Button } from "../../ui/button.tsx";
import { Field, SelectField, TextAreaField } from "../../ui/field.tsx";
import { OwnerFields } from "./open-row.tsx";
import type { ExceptionDetails } from "./read-exception.server.ts";
import { ShownVersion } from "./shown-version.tsx";

type Props = FormParts & { one: ExceptionDetails; busy: boolean };

export function ExceptionOwnerForm({
  one,
  team,
  formKey,
  errors,
  values,
  busy,
}: Props & { team: readonly { id: string; name: string }[] }) {
  const own = values["intent"] === "give" ? values : {};
  return (
    // The key contains the owner. If a colleague chooses another owner meanwhile, React makes a new form with that
    // owner.
    <Form key={one.ownerId} method="post" noValidate aria-label="Owner" className="grid content-start gap-3">
      <ShownVersion one={one} formKey={formKey} />
      <OwnerFields
        {...{ team, busy }}
        ownerId={own["ownerId"] ?? one.ownerId}
        error={own["intent"] ? errors["ownerId"] : undefined}
      />
    </Form>
  );
}

export function ExceptionNoteForm({ one, formKey, errors, values, busy }: Props) {
  const own = values["intent"] === "note" ? values : {};
  return (
    <Form key={one.deskNote} method="post" noValidate aria-label="Note" className="grid content-start gap-3">
      <ShownVersion one={one} formKey={formKey} />
      <TextAreaField
        label="Note for the team"
        name="deskNote"
        rows={2}
        maxLength={500}
        optional
        defaultValue={own["deskNote"] ?? one.deskNote ?? ""}
        error={own["intent"] ? errors["deskNote"] : undefined}
      />
      <div>
        <Button intent="note" size="sm" variant="secondary" busy={busy}>
          Save note
        </Button>
      </div>
    </Form>
  );
}

/**
 * Draws the form that closes an exception. If `closing` is true, the person pressed the key 'c', so the first
 * field takes the focus.
 */
export function CloseForm({ one, formKey, errors, values, busy, closing }: Props & { closing: boolean }) {
  const own = values["intent"] === "close" ? values : {};
  const { reasons } = EXCEPTION_FACTS[one.kind];
  return (
    <Form method="post" noValidate aria-label="Close" className="grid content-start gap-3">
      <ShownVersion one={one} formKey={formKey} />
      <input type="hidden" name="intent" value="close" />
      <SelectField
        label="Close, because"
        name="reason"
        defaultValue={own["reason"] ?? ""}
        error={own["intent"] ? errors["reason"] : undefined}
        data-start={closing ? "" : undefined}
        options={[
          { value: "", label: "Choose a reason" },
          ...reasons.map((value) => ({ value, label: CLOSE_REASON_NAMES[value] })),
        ]}
      />
      <Field
        label="In a few words"
        optional
        name="note"
        maxLength={300}
        defaultValue={own["note"]}
        error={own["intent"] ? errors["note"] : undefined}
      />
      <div>
        <Button type="submit" size="sm" variant="secondary" busy={busy} aria-label="Close the exception">
          Close
        </Button>
      </div>
    </Form>
  );
}
