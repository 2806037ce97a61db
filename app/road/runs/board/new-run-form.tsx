/** TRIP-1: the form that plans a run. The fields for a linehaul are shown only for a linehaul. */
import { Form } from "react-router";
import { RUN_KIND_NAMES, RUN_KINDS } from "../../../domain/run.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, PhoneField, RadioCards, SelectField, type Option } from "../../../ui/field.tsx";
import { FormErrors, IdempotencyKeyField } from "../../../ui/form.tsx";
import { PermittedFields, type PermittedFormProps } from "../../../ui/permitted-fields.tsx";

type NewRunChoices = {
  hubs: readonly Option[];
  riders: readonly Option[];
  partners: readonly Option[];
};
type Props = PermittedFormProps & { choices: NewRunChoices; hub: string; day: string; today: string };

const KINDS = RUN_KINDS.map((kind) => ({ value: kind, text: <strong>{RUN_KIND_NAMES[kind]}</strong> }));
const none = (label: string): Option => ({ value: "", label });

export function NewRunForm({ choices, hub, day, today, formKey, errors, values, busy, mayNot }: Props) {
  const field = (name: string, first = "") => ({
    name,
    defaultValue: values[name] ?? first,
    error: errors[name],
  });
  return (
    <Form method="post" noValidate aria-label="Plan a run" className="new-run grid gap-3">
      <IdempotencyKeyField value={formKey} />
      <FormErrors errors={errors} title="No run was planned" labels={{ driverPhone: "Driver’s phone" }} />
      <PermittedFields name="Run" mayNot={mayNot}>
        <RadioCards
          legend="Kind"
          name="kind"
          options={KINDS}
          defaultValue={values["kind"] ?? "delivery"}
          error={errors["kind"]}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Day" type="date" min={today} {...field("day", day)} />
          <SelectField label="From hub" options={choices.hubs} {...field("hub", hub)} />
        </div>
        <div className="of-linehaul">
          <SelectField label="To hub" options={[none("Choose a hub"), ...choices.hubs]} {...field("toHub")} />
        </div>
        <SelectField
          label="Rider"
          optional
          options={[none("Nobody yet"), ...choices.riders]}
          {...field("rider")}
        />
        <div className={errors["partner"] ? "grid gap-3" : "of-linehaul grid gap-3"}>
          <SelectField
            label="Or transport partner"
            optional
            hint="A new one is added under Hubs, Riders and partners."
            options={[none("None"), ...choices.partners]}
            {...field("partner")}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label="Driver" optional autoComplete="off" {...field("driverName")} />
            <PhoneField label="Driver’s phone" autoComplete="off" {...field("driverPhone")} />
            <Field
              label="Plate"
              optional
              autoComplete="off"
              autoCapitalize="characters"
              {...field("plate")}
            />
            <Field label="Fee (₦)" optional inputMode="decimal" autoComplete="off" {...field("fee")} />
          </div>
        </div>
        <div>
          <Button intent="plan" busy={busy} busyLabel="Planning...">
            Plan run
          </Button>
        </div>
      </PermittedFields>
    </Form>
  );
}
