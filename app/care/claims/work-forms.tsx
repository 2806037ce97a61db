/** CLAIM-2: the forms for the team's notes, for waiting for the customer, and for the owner of a claim. */
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { Permission } from "../../access/permissions.ts";
import { StaffFields } from "../../access/staff-form.tsx";
import { MAX_CLAIM_WORDS } from "../../domain/claims.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
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

export type ClaimFormProps = FormParts & { claim: ClaimDetails };
type FrameProps = Pick<ClaimFormProps, "claim" | "formKey"> & {
  name: string;
  needs?: Permission;
  children: ReactNode;
};

/** Draws a form about a claim. `name` is the form's name for screen readers. */
export function ClaimForm({ claim, formKey, name, needs = "handleClaims", children }: FrameProps) {
  return (
    <Form method="post" noValidate aria-label={name} className="grid gap-3">
      <ShownVersion one={claim} formKey={formKey} />
      <StaffFields name={name} needs={needs}>
        {children}
      </StaffFields>
    </Form>
  );
}

export function WaitForm(props: ClaimFormProps) {
  const { claim } = props;
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
        <SendButton intent={waits ? "reopen" : "wait"} size="sm" variant="secondary">
          {waits ? "Open again" : "Wait for the customer"}
        </SendButton>
      </div>
    </ClaimForm>
  );
}

export function ClaimNoteForm(props: ClaimFormProps) {
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
        <SendButton intent="note" size="sm" variant="secondary">
          Add note
        </SendButton>
      </div>
    </ClaimForm>
  );
}

export function ClaimOwnerForm({
  team,
  ...props
}: ClaimFormProps & { team: readonly { id: string; name: string }[] }) {
  const busy = useNavigation().state !== "idle";
  const { defaultValue, error } = fieldsOf(props, "give")("ownerId");
  return (
    <ClaimForm {...props} name="Owner">
      <OwnerFields {...{ team, busy, error }} ownerId={defaultValue ?? props.claim.ownerId} />
    </ClaimForm>
  );
}
