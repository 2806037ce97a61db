/** CASH-4, CASH-5: the forms of a cash account. At first, only the counting form is unfolded. */
import { type ReactNode } from "react";
import type { Permission } from "../../access/permissions.ts";
import { StaffForm } from "../../access/staff-form.tsx";
import { formatNaira } from "../../domain/money.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field, SelectField } from "../../ui/field.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { SeenField } from "../../ui/seen-field.tsx";
import { NoteFields } from "./note-count.tsx";

type Choice = { value: string; label: string };
type Props = FormParts & {
  kind: "rider" | "hub";
  balanceKobo: number;
  /** The cash for unconfirmed parcels, in kobo (CASH-13). */
  toldKobo: number;
  seen: number;
  hubs: readonly Choice[];
  hub: string;
  approvers: readonly Choice[];
};

export function PayInForm(props: Props) {
  const { formKey, balanceKobo, toldKobo, seen, hubs, hub } = props;
  const field = fieldsOf(props, "pay_in");
  return (
    <NamedSection id="pay-in" title="Pay in" headClass={HEAD}>
      <StaffForm name="Pay in" needs="countCash" formKey={formKey}>
        <SeenField seen={seen} field={field} />
        <NoteFields expectedKobo={balanceKobo} toldKobo={toldKobo} fieldOf={field} />
        <SelectField
          label="Hub"
          options={[{ value: "", label: "Choose a hub" }, ...hubs]}
          {...field("hub")}
          defaultValue={field("hub").defaultValue ?? hub}
        />
        <SelectField
          label="Does the rider keep anything?"
          options={[
            { value: "all", label: "No, this is all of it" },
            { value: "part", label: "Yes, such as change for tomorrow" },
          ]}
          hint={`The account says ${formatNaira(balanceKobo)}${toldKobo > 0 ? `, and ${formatNaira(toldKobo)} told, not confirmed` : ""}. Where all of it was counted and it differs, a cash difference is opened.`}
          {...field("whole")}
        />
        <SendButton intent="pay_in" busyLabel="Recording...">
          Pay in
        </SendButton>
      </StaffForm>
    </NamedSection>
  );
}

export function OtherForms(props: Props) {
  const { kind } = props;
  return (
    <div className="grid content-start gap-1">
      {kind === "rider" && <ChangeForm {...props} />}
      <DepositForm {...props} />
      {kind === "hub" && <ExpenseForm {...props} />}
      <DifferenceForm {...props} />
      <CorrectionForm {...props} />
    </div>
  );
}

function ChangeForm(props: Props) {
  const { hubs, hub } = props;
  const field = fieldsOf(props, "change");
  return (
    <Folded {...props} title="Give change" intent="change" button="Record change">
      <SelectField
        label="Which way"
        options={[
          { value: "out", label: "The hub gives it to the rider" },
          { value: "back", label: "The rider gives it back" },
        ]}
        {...field("way")}
      />
      <Field label="Amount (₦)" inputMode="decimal" {...field("amount")} />
      <SelectField
        label="Hub"
        options={[{ value: "", label: "Choose a hub" }, ...hubs]}
        {...field("hub")}
        defaultValue={field("hub").defaultValue ?? hub}
      />
    </Folded>
  );
}

function DepositForm(props: Props) {
  const field = fieldsOf(props, "deposit");
  return (
    <Folded {...props} title="Take to the bank" intent="deposit" button="Record deposit">
      <Field label="Amount (₦)" inputMode="decimal" {...field("amount")} />
      <Field
        label="Reference"
        hint="On the bank's slip. A statement with it and this amount confirms the deposit."
        {...field("reference")}
      />
    </Folded>
  );
}

function ExpenseForm(props: Props) {
  const field = fieldsOf(props, "expense");
  return (
    <Folded {...props} title="Pay an expense" intent="expense" button="Record expense">
      <Field label="Amount (₦)" inputMode="decimal" {...field("amount")} />
      <Field label="What for" hint="For example the fee of a bus" {...field("reason")} />
      <SelectField
        label="Approved by"
        options={[{ value: "", label: "Choose who approved it" }, ...props.approvers]}
        {...field("approver")}
      />
    </Folded>
  );
}

function DifferenceForm(props: Props) {
  const field = fieldsOf(props, "difference");
  return (
    <Folded
      {...props}
      needs="approveCash"
      title="Approve a difference"
      intent="difference"
      button="Record difference"
    >
      <SelectField
        label="What it is"
        options={[
          { value: "shortage", label: "Shortage: it is not there" },
          { value: "overage", label: "Overage: more was there" },
        ]}
        {...field("difference")}
      />
      <Field label="Amount (₦)" inputMode="decimal" {...field("amount")} />
      <Field label="Why" hint="You approve it with your name" {...field("reason")} />
    </Folded>
  );
}

function CorrectionForm(props: Props) {
  const field = fieldsOf(props, "correct");
  return (
    <Folded
      {...props}
      needs="approveCash"
      title="Correct the account"
      intent="correct"
      button="Record correction"
    >
      <SelectField
        label="Which way"
        options={[
          { value: "more", label: "It is more than the account says" },
          { value: "less", label: "It is less than the account says" },
        ]}
        {...field("way")}
      />
      <Field label="Amount (₦)" inputMode="decimal" {...field("amount")} />
      <Field label="Why" {...field("reason")} />
    </Folded>
  );
}

type FoldedProps = FormParts & {
  needs?: Permission;
  seen: number;
  title: string;
  intent: string;
  button: string;
  children: ReactNode;
};

/** Draws a form that is folded at first. A form that was refused is unfolded. */
function Folded(props: FoldedProps) {
  const { formKey, needs = "countCash", values, seen, title, intent, button, children } = props;
  return (
    <details open={values["intent"] === intent} className="border-b border-line pb-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        {title}
      </summary>
      <StaffForm name={title} needs={needs} formKey={formKey}>
        {children}
        <SeenField seen={seen} field={fieldsOf(props, intent)} />
        <SendButton intent={intent} variant="secondary">
          {button}
        </SendButton>
      </StaffForm>
    </details>
  );
}

const HEAD = "mb-3 font-display text-xl font-bold";
