/** The small forms of a draft: zones of states, and CSV. */
import { Form } from "react-router";
import { REGION_NAMES } from "../../domain/regions.ts";
import { stateLabel, STATES } from "../../domain/states.ts";
import { SendButton } from "../../ui/button.tsx";
import { TableFileField } from "../../ui/table-file-field.tsx";
import { SelectField, TextAreaField } from "../../ui/field.tsx";
import { fieldsOf } from "../../ui/fields-of.ts";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import type { Zone } from "./price-list.ts";
import { EVERYWHERE } from "./zones.ts";

type Texts = Record<string, string>;
export type Draft = { formKey: string; revision: number };
export type DraftFormProps = { draft: Draft; errors: Texts; values: Texts };

/** The id prefix of the fields below. The summary of errors links to these ids. */
export const DRAFT_FORM = "draft";
export const CSV_LABEL = "Or paste the lines here";
const idOf = (name: string) => ({ id: `${DRAFT_FORM}-${name}` });

export function DraftFields({ formKey, revision }: Draft) {
  return (
    <>
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="revision" value={revision} />
    </>
  );
}

const PLACES = [
  { value: "", label: "Choose" },
  { value: EVERYWHERE, label: EVERYWHERE },
  ...REGION_NAMES.map((name) => ({ value: name, label: `Region ${name}` })),
  ...STATES.map((name) => ({ value: name, label: stateLabel(name) })),
];

export function ZoneForm({ draft, zones, ...form }: DraftFormProps & { zones: readonly Zone[] }) {
  const field = fieldsOf(form);
  return (
    <Form
      method="post"
      noValidate
      className="mb-5 grid items-end gap-4 sm:grid-cols-3 xl:grid-cols-[1fr_1fr_1fr_auto]"
      aria-label="Zones of states"
    >
      <DraftFields {...draft} />
      <SelectField label="From" options={PLACES} {...idOf("from")} {...field("from")} />
      <SelectField label="To" options={PLACES} {...idOf("to")} {...field("to")} />
      <SelectField
        label="Zone"
        options={zones.map(({ id, name }) => ({ value: id, label: `${id}: ${name}` }))}
        {...idOf("zone")}
        {...field("zone")}
      />
      <div className="flex flex-wrap gap-3 sm:col-span-3 xl:col-span-1 xl:flex-nowrap">
        <SendButton intent="zone">Set zone</SendButton>
        <SendButton intent="add-zone" variant="secondary">
          Add a zone
        </SendButton>
      </div>
      <p className="text-sm text-muted sm:col-span-3 xl:col-span-4">Works both ways. The last rule counts.</p>
    </Form>
  );
}

export function CsvForm({ draft, errors, values }: DraftFormProps) {
  return (
    <Form method="post" noValidate encType="multipart/form-data" className="mt-3 grid max-w-3xl gap-4">
      <DraftFields {...draft} />
      <div>
        <TableFileField label="CSV or Excel file of prices or of zones" />
      </div>
      <div className="whitespace-pre-line">
        <TextAreaField
          {...idOf("csv")}
          label={CSV_LABEL}
          name="csv"
          optional
          rows={4}
          spellCheck={false}
          defaultValue={values["csv"]}
          error={errors["csv"]}
        />
      </div>
      <div>
        <SendButton intent="csv" variant="secondary">
          Load into this draft
        </SendButton>
      </div>
    </Form>
  );
}
