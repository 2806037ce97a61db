/** CLAIM-2: the forms for the team's notes, for waiting for the customer, and for the owner of a claim. */
import type { ReactNode } from "react";
import { Form } from "react-router";
import { MAX_CLAIM_WORDS } from "../../domain/claims.ts";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { PermittedFields, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { OwnerFields } from "../exceptions/open-row.tsx";
import { ShownVersion } from "../exceptions/shown-version.tsx";
import type { ClaimDetails } from "./read-claim.server.ts";

/** The error summary shows these labels instead of the names of the fields. */
export const CLAIM_FORM_LABELS = {
  asked: "What you asked the customer",
  words: "Note for the team",
  outcome: "Decision",
  decision: "What you decided, and why",
};

export type ClaimFormProps = PermittedFormProps & { claim: ClaimDetails };

/** Draws a form about a claim. `name` is the form's name for screen readers. */
export function ClaimForm({
  claim,
  formKey,
  mayNot,
  name,
  children,
}: ClaimFormProps & { name: string; children: ReactNode }) {
  return (
    <Form method="post" noValidate aria-label={name} className="grid gap-3">
      <ShownVersion one={claim} formKey={formKey} />
      <PermittedFields name={name} mayNot={mayNot}>
        {children}
      </PermittedFields>
    </Form>
  );
}

export function WaitForm(props: ClaimFormProps) {
  const { claim, busy } = props;
  const waits = claim.state === "waiting";
  const field = fieldsOf(props, waits ? "reopen" : "wait");
  return (
    <ClaimForm {...props} name="Customer">
      <TextAreaField
        label={waits ? "What the customer answered" : CLAIM_FORM_LABELS.asked}
        rows={2}
        maxLength={MAX_CLAIM_WORDS}
        {...field(waits ? "words" : "asked")}
      />
      <div>
        <Button intent={waits ? "reopen" : "wait"} size="sm" variant="secondary" busy={busy}>
          {waits ? "Open again" : "Wait for the customer"}
        </Button>
      </div>
    </ClaimForm>
  );
}

export function ClaimNoteForm(props: ClaimFormProps) {
  const { busy } = props;
  const field = fieldsOf(props, "note");
  return (
    <ClaimForm {...props} name="Note">
      <TextAreaField
        label={CLAIM_FORM_LABELS.words}
        rows={2}
        maxLength={MAX_CLAIM_WORDS}
        {...field("words")}
      />
      <div>
        <Button intent="note" size="sm" variant="secondary" busy={busy}>
          Add note
        </Button>
      </div>
    </ClaimForm>
  );
}

export function ClaimOwnerForm({
  team,
  ...props
}: ClaimFormProps & { team: readonly { id: string; name: string }[] }) {
  const { claim, busy } = props;
  const { defaultValue, error } = fieldsOf(props, "give")("ownerId");
  return (
    <ClaimForm {...props} name="Owner">
      <OwnerFields {...{ team, busy, error }} ownerId={defaultValue ?? claim.ownerId} />
    </ClaimForm>
  );
}
