/** The form in which staff choose the meaning of a bank statement's columns, once for each bank. */
import { Form } from "react-router";
import type { StatementColumns } from "../../domain/payment.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { IdempotencyKeyField } from "../../ui/form.tsx";
import { PermittedFields, type PermittedFormProps } from "../../ui/permitted-fields.tsx";
import { DataTable } from "../../ui/table.tsx";

type Props = PermittedFormProps & {
  header: readonly string[];
  sample: readonly (readonly string[])[];
  columns: StatementColumns;
};

export function ColumnsForm({ formKey, errors, values, busy, mayNot, header, sample, columns }: Props) {
  const names = header.map((name, at) => ({
    value: String(at),
    label: name.trim() || `Column ${at + 1}`,
  }));
  const field = (name: "date" | "amount" | "details" | "reference" | "direction", none: string) => ({
    name,
    options: [{ value: "", label: none }, ...names],
    defaultValue: values[name] ?? (columns[name] === null || columns[name] < 0 ? "" : String(columns[name])),
    error: errors[name],
  });
  return (
    <section className="mt-4 max-w-4xl">
      <h2 className="font-display text-xl font-bold">Which column is which?</h2>
      <p className="mt-1 text-muted">Choose once. We read the next statement of this bank the same way.</p>
      <Form method="post" noValidate className="mt-3 grid gap-3">
        <IdempotencyKeyField value={formKey} />
        <PermittedFields name="Columns" mayNot={mayNot}>
          <div className="grid gap-3 sm:grid-cols-2">
            <SelectField label="Day" {...field("date", "Choose")} />
            <SelectField label="Money in" hint="Credit, deposit or amount" {...field("amount", "Choose")} />
            <SelectField
              label="Narration"
              hint="The column that has the tracking code"
              {...field("details", "Choose")}
            />
            <SelectField label="Reference" optional {...field("reference", "There is none")} />
            <SelectField
              label="CR or DR"
              optional
              hint="Choose a column if money in and money out share one"
              {...field("direction", "There is none")}
            />
            <SelectField
              label="Date format"
              name="dayFirst"
              options={[
                { value: "yes", label: "Day first: 31/12/2026" },
                { value: "no", label: "Month first: 12/31/2026" },
              ]}
              defaultValue={values["dayFirst"] ?? (columns.dayFirst ? "yes" : "no")}
            />
          </div>
          <div>
            <Button intent="columns" busy={busy}>
              Save columns
            </Button>
          </div>
        </PermittedFields>
      </Form>
      <div className="mt-6">
        <DataTable
          caption="First rows of the file"
          rows={sample.map((cells, at) => ({ at, cells }))}
          rowKey="at"
          columns={names.map(({ value, label }, at) => ({
            key: value,
            header: label,
            long: true,
            cell: ({ cells }: { at: number; cells: readonly string[] }) => cells[at],
          }))}
        />
      </div>
    </section>
  );
}
