/** CLAIM-1: the claims of a booking, and the form that creates a claim. */
import { Form } from "react-router";
import { CLAIM_KIND_LABELS, CLAIM_KINDS, CLAIM_STATE_LABELS, MAX_CLAIM_WORDS } from "../../domain/claims.ts";
import { dueClock } from "../../domain/due-text.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextAreaField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { ClaimOfBooking } from "./read-claims.server.ts";

export function ClaimsOfBooking({ list, now }: { list: readonly ClaimOfBooking[]; now: Date }) {
  if (list.length === 0) return null;
  return (
    <ul aria-label="Claims" className="mt-4 grid gap-2 print:hidden">
      {list.map(({ id, kind, state, dueAt, decidedAt }) => {
        const { overdue, text } = dueClock(dueAt, now);
        return (
          <li
            key={id}
            className={`flex flex-wrap items-baseline gap-x-3 border-l-8 bg-card px-4 py-2 ${decidedAt ? "border-line" : overdue ? "border-stop" : "border-danfo"}`}
          >
            <TextLink to={`/admin/claims/${id}`}>{`Claim: ${CLAIM_KIND_LABELS[kind]}`}</TextLink>
            <span>{CLAIM_STATE_LABELS[state]}</span>
            {!decidedAt && (
              <span className={`text-sm ${overdue ? "font-bold text-stop" : "text-muted"}`}>{text}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Draws the form that creates a claim. The page of claims handles the form and opens the new claim. */
export function MakeClaim({ code, formKey }: { code: string; formKey: string }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        Make a claim
      </summary>
      <Form method="post" action="/admin/claims" noValidate aria-label="Claim" className="grid gap-3">
        <IdempotencyKeyField value={formKey} />
        <input type="hidden" name="code" value={code} />
        <ClaimKindField />
        <TextAreaField
          label="What the customer says"
          name="claimWords"
          optional
          rows={2}
          maxLength={MAX_CLAIM_WORDS}
        />
        <div>
          <Button intent="make" size="sm" variant="secondary">
            Make the claim
          </Button>
        </div>
      </Form>
    </details>
  );
}

export function ClaimKindField({ kind = "" }: { kind?: string }) {
  return (
    <SelectField
      label="What it is about"
      name="claimKind"
      defaultValue={kind}
      options={[
        { value: "", label: "Choose one" },
        ...CLAIM_KINDS.map((value) => ({ value, label: CLAIM_KIND_LABELS[value] })),
      ]}
    />
  );
}
