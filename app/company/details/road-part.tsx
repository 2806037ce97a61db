/** COMPANY-7: the settings of hubs and runs. */
import { CHOICES_UNTIL_NAMES } from "../../domain/choices.ts";
import { SCAN_FIRST_NAMES, UNPAID_MAY_LOAD_NAMES } from "../../domain/company.ts";
import { PROOF_RULE_NAMES } from "../../domain/proof.ts";
import { Field, SelectField } from "../../ui/field.tsx";
import { PartForm, storedOf, type PartProps } from "./part-form.tsx";

const FIELDS = [
  "unpaidMayLoad",
  "attempts",
  "floatLimitKobo",
  "remittanceDays",
  "proofRule",
  "pinValueKobo",
  "scanFirst",
  "choicesUntil",
  "shelfDays",
  "heldDays",
] as const;

export function RoadPart(part: PartProps) {
  const stored = storedOf(part.texts, FIELDS);
  return (
    <PartForm {...part} intent="road" title="The road" stored={stored}>
      {(field) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            {...field("unpaidMayLoad")}
            options={Object.entries(UNPAID_MAY_LOAD_NAMES).map(([value, label]) => ({ value, label }))}
            hint="Where the receiver pays at the door, nothing is due before."
          />
          <Field
            {...field("attempts")}
            inputMode="numeric"
            hint="After so many the desk decides: a return, or one more try"
          />
          <Field
            {...field("floatLimitKobo")}
            optional
            inputMode="decimal"
            hint="The most that one rider may have to collect and hold. Empty is no limit."
          />
          <Field
            {...field("remittanceDays")}
            optional
            inputMode="numeric"
            hint="After a rider paid cash on delivery in. Senders read it in their settlements. Empty promises nothing."
          />
          <SelectField
            {...field("proofRule")}
            options={Object.entries(PROOF_RULE_NAMES).map(([value, label]) => ({ value, label }))}
            hint="What the rider asks for. Where money is collected it is always the PIN."
          />
          <Field
            {...field("pinValueKobo")}
            optional
            inputMode="decimal"
            hint="Goods that the sender says are worth more. Empty is no limit."
          />
          <SelectField
            {...field("scanFirst")}
            options={Object.entries(SCAN_FIRST_NAMES).map(([value, label]) => ({ value, label }))}
            hint="The label, or the sticker, with the phone's camera."
          />
          <SelectField
            {...field("choicesUntil")}
            options={Object.entries(CHOICES_UNTIL_NAMES).map(([value, label]) => ({ value, label }))}
            hint="Another day, an office or somebody else, for a parcel that is planned for today."
          />
          <Field
            {...field("shelfDays")}
            inputMode="numeric"
            hint="A parcel that lies longer in a hub is an exception"
          />
          <Field
            {...field("heldDays")}
            inputMode="numeric"
            hint="The same for a parcel that waits to be collected"
          />
        </div>
      )}
    </PartForm>
  );
}
