/** CLAIM-2: the team's notes, waiting for the customer, and the owner of a claim. */
import { Form } from "react-router";
import { MAX_CLAIM_WORDS } from "../../domain/claims.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextAreaField } from "../../ui/field.tsx";
import { PermittedFields, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { ShownVersion } from "../exceptions/shown-version.tsx";
import type { ClaimDetails } from "./read-claim.server.ts";

export type ClaimFormProps = PermittedFormProps & { claim: ClaimDetails };

/** The values and errors of this button's form. */
export const ownOf = ({ values, errors }: PermittedFormProps, ...intents: string[]) =>
  intents.includes(values["intent"] ?? "") ? { values, errors } : { values: {}, errors: {} };

export function WaitForm(props: ClaimFormProps) {
  const { claim, formKey, busy, mayNot } = props;
  const waits = claim.state === "waiting";
  const { values, errors } = ownOf(props, waits ? "reopen" : "wait");
  const name = waits ? "words" : "asked";
  return (
    <Form method="post" noValidate aria-label="Customer" className="grid gap-3">
      <ShownVersion one={claim} formKey={formKey} />
      <PermittedFields name="Customer" mayNot={mayNot}>
        <TextAreaField
          label={waits ? "What the customer answered" : "Ask the customer: what you asked"}
          name={name}
          rows={2}
          maxLength={MAX_CLAIM_WORDS}
          defaultValue={values[name]}
          error={errors[name]}
        />
        <div>
          <Button
            type="submit"
            name="intent"
            value={waits ? "reopen" : "wait"}
            size="sm"
            variant="secondary"
            busy={busy}
          >
            {waits ? "Open again" : "Wait for the customer"}
          </Button>
        </div>
      </PermittedFields>
    </Form>
  );
}

export function NoteForm(props: ClaimFormProps) {
  const { claim, formKey, busy, mayNot } = props;
  const { values, errors } = ownOf(props, "note");
  return (
    <Form method="post" noValidate aria-label="Note" className="grid gap-3">
      <ShownVersion one={claim} formKey={formKey} />
      <PermittedFields name="Note" mayNot={mayNot}>
        <TextAreaField
          label="Note for the team"
          name="words"
          rows={2}
          maxLength={MAX_CLAIM_WORDS}
          defaultValue={values["words"]}
          error={errors["words"]}
        />
        <div>
          <Button type="submit" name="intent" value="note" size="sm" variant="secondary" busy={busy}>
            Add note
          </Button>
        </div>
      </PermittedFields>
    </Form>
  );
}

export function OwnerForm({
  team,
  ...props
}: ClaimFormProps & { team: readonly { id: string; name: string }[] }) {
  const { claim, formKey, busy, mayNot } = props;
  const { values, errors } = ownOf(props, "give");
  return (
    <Form method="post" noValidate aria-label="Owner" className="grid gap-3">
      <ShownVersion one={claim} formKey={formKey} />
      <PermittedFields name="Owner" mayNot={mayNot}>
        <SelectField
          label="Owner"
          name="ownerId"
          defaultValue={values["ownerId"] ?? claim.ownerId ?? ""}
          error={errors["ownerId"]}
          options={[
            { value: "", label: "Nobody yet" },
            ...team.map(({ id: value, name: label }) => ({ value, label })),
          ]}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="give" size="sm" variant="secondary" busy={busy}>
            Give it
          </Button>
          <Button type="submit" name="intent" value="take" size="sm" variant="secondary" busy={busy}>
            Take it
          </Button>
        </div>
      </PermittedFields>
    </Form>
  );
}
