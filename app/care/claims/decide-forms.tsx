/** CLAIM-4, CLAIM-5: the forms that decide a claim and record the payment of the granted amount. */
import type { ReactNode } from "react";
import { CLAIM_OUTCOME_LABELS, CLAIM_OUTCOMES, MAX_CLAIM_WORDS } from "../../domain/claims.ts";
import { formatNaira } from "../../domain/money.ts";
import { Amount } from "../../ui/amount.tsx";
import { SendButton } from "../../ui/button.tsx";
import { Field, SelectField, TextAreaField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { CLAIM_FORM_LABELS, ClaimForm, type ClaimFormProps } from "./work-forms.tsx";

function Framed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t-8 border-danfo bg-card p-4">
      <h2 className="mb-3 font-display text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

export function DecideForm(props: ClaimFormProps) {
  const { claim } = props;
  const field = fieldsOf(props, "decide");
  const { leftKobo, coverKobo } = claim;
  return (
    <Framed title="Decide">
      <ClaimForm {...props} name="Decide" needs="decideClaims">
        <SelectField
          label={CLAIM_FORM_LABELS.outcome}
          {...field("outcome", "")}
          options={[
            { value: "", label: "Choose one" },
            ...CLAIM_OUTCOMES.map((value) => ({ value, label: CLAIM_OUTCOME_LABELS[value] })),
          ]}
        />
        <TextAreaField
          label={CLAIM_FORM_LABELS.decision}
          hint={
            claim.kind === "not_received" ? "The sender and the receiver read it." : "The sender reads it."
          }
          rows={3}
          maxLength={MAX_CLAIM_WORDS}
          {...field("decision")}
        />
        {coverKobo > 0 ? (
          <Field
            label="Pay from the cover (₦)"
            hint={`At most ${formatNaira(leftKobo)}`}
            optional
            inputMode="decimal"
            {...field("granted")}
          />
        ) : (
          <p>There is no cover: nothing can be paid from it.</p>
        )}
        {claim.frozenFrom !== null && (
          <p className="text-sm text-muted">
            What is collected for the parcel can then be paid out again. Reverse a wrong collection before.
          </p>
        )}
        <div>
          <SendButton intent="decide" busyLabel="Deciding...">
            Decide
          </SendButton>
        </div>
      </ClaimForm>
    </Framed>
  );
}

export function PayForm(props: ClaimFormProps) {
  const { claim } = props;
  const field = fieldsOf(props, "pay");
  return (
    <Framed title="Pay the sender">
      <p className="mb-3">
        <strong>
          <Amount>{formatNaira(claim.grantedKobo)}</Amount>
        </strong>{" "}
        by bank transfer. Record it once it is sent.
      </p>
      <ClaimForm {...props} name="Pay" needs="payClaims">
        <Field label="Reference of the bank transfer" {...field("reference")} />
        <div>
          <SendButton intent="pay" busyLabel="Recording...">
            Record payment
          </SendButton>
        </div>
      </ClaimForm>
    </Framed>
  );
}

export function TakeBackForm(props: ClaimFormProps) {
  const field = fieldsOf(props, "take-back");
  return (
    <details open={props.values["intent"] === "take-back"}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        The payment came back
      </summary>
      <ClaimForm {...props} name="Payment came back" needs="payClaims">
        <Field label="Why" {...field("reason")} />
        <div>
          <SendButton intent="take-back" size="sm" variant="danger">
            Take it back
          </SendButton>
        </div>
      </ClaimForm>
    </details>
  );
}
