/** The forms in which staff choose the heading row of a statement, and the meaning of its columns. */
import { StaffForm } from "../../access/staff-form.tsx";
import type { StatementColumns, StatementPreview } from "../../domain/payment.ts";
import type { FormParts } from "../../platform/http/form-props.ts";
import { SendButton } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { DataTable } from "../../ui/table.tsx";
import { fieldId } from "./statement-page-forms.ts";

type Props = FormParts & { preview: StatementPreview; columns: StatementColumns | null };

export function ColumnsForm({ formKey, errors, values, preview, columns: chosen }: Props) {
  const { proven, otherSheets } = preview;
  return (
    <section className="mt-4 max-w-4xl">
      <h2 className="font-display text-xl font-bold">Which column is which?</h2>
      <p className="mt-1 text-muted">
        {proven
          ? "The running balance proves the columns of money. Check the others. We read the next statement of this bank the same way."
          : "Check what we found, and choose what we could not tell. We read the next statement of this bank the same way."}
      </p>
      {otherSheets.length > 0 && (
        <p className="mt-2 font-semibold">{`Only the first sheet is read. Not read: ${otherSheets.join(", ")}.`}</p>
      )}
      <StaffForm name="Columns" needs="decideStatements" formKey={formKey} className="mt-3 grid gap-3">
        <ColumnFields values={values} errors={errors} preview={preview} columns={chosen} />
        <div>
          <SendButton intent="columns">Save columns</SendButton>
        </div>
      </StaffForm>
      <HeadingForm formKey={formKey} errors={errors} preview={preview} />
      <FirstRows preview={preview} />
    </section>
  );
}

type Shown = StatementPreview["rows"][number];

function HeadingForm({ formKey, errors, preview }: Pick<Props, "formKey" | "errors" | "preview">) {
  const { rows, headingLine } = preview;
  return (
    <StaffForm name="Heading" needs="decideStatements" formKey={formKey} className="mt-6 max-w-md">
      <SelectField
        id={fieldId("headingLine")}
        label="Row with the names of the columns"
        name="headingLine"
        options={rows.map(({ row, cells }) => ({
          value: String(row),
          label: `Row ${row}: ${cells.filter(Boolean).join(", ").slice(0, 60)}`,
        }))}
        defaultValue={String(headingLine)}
        error={errors["headingLine"]}
      />
      <div>
        <SendButton intent="heading" variant="secondary">
          Use this row
        </SendButton>
      </div>
    </StaffForm>
  );
}

type ColumnProps = Omit<Props, "formKey">;

const namesOf = ({ heading }: StatementPreview) =>
  heading.map((name, at) => ({ value: String(at), label: name.trim() || `Column ${at + 1}` }));

function ColumnFields({ values, errors, preview, columns: chosen }: ColumnProps) {
  const { asksDays } = preview;
  const columns = chosen ?? preview.columns;
  const names = namesOf(preview);
  const field = (name: Exclude<keyof StatementColumns, "dayFirst">, none: string) => {
    const column = columns[name];
    return {
      id: fieldId(name),
      name,
      options: [{ value: "", label: none }, ...names],
      defaultValue: values[name] ?? (column === null || column < 0 ? "" : String(column)),
      error: errors[name],
    };
  };
  const order = asksDays && !chosen ? "" : columns.dayFirst ? "yes" : "no";
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField label="Day" {...field("date", "Choose")} />
      <SelectField
        id={fieldId("dayFirst")}
        label="Date format"
        name="dayFirst"
        hint={asksDays ? "All days of this file could be read both ways" : undefined}
        options={[
          ...(asksDays ? [{ value: "", label: "Choose" }] : []),
          { value: "yes", label: "Day first: 31/12/2026" },
          { value: "no", label: "Month first: 12/31/2026" },
        ]}
        defaultValue={values["dayFirst"] ?? order}
        error={errors["dayFirst"]}
      />
      <SelectField label="Money in" hint="Credit, or one column of amounts" {...field("amount", "Choose")} />
      <SelectField label="Money out" optional {...field("out", "There is none")} />
      <SelectField
        label="CR or DR"
        optional
        hint="If money in and money out share one column"
        {...field("direction", "There is none")}
      />
      <SelectField
        label="Balance"
        optional
        hint="After each row: it proves the file"
        {...field("balance", "There is none")}
      />
      <SelectField
        label="Narration"
        hint="The column that has the tracking code"
        {...field("details", "Choose")}
      />
      <SelectField label="Reference" optional {...field("reference", "There is none")} />
    </div>
  );
}

/** If a file has more columns than this, its rows are shown as cards instead of a table. */
const WIDEST = 5;

function FirstRows({ preview }: { preview: StatementPreview }) {
  const { rows } = preview;
  const names = namesOf(preview);
  return (
    // A narrow box shows the rows as cards, because a file may have more columns than a table has room for.
    <div className={`mt-6 ${names.length > WIDEST ? "max-w-3xl" : ""}`}>
      <DataTable
        caption="First rows of the file"
        rows={rows}
        rowKey="row"
        columns={[
          { key: "row", header: "Row", cell: ({ row }: Shown) => row },
          ...names.map(({ value, label }, at) => ({
            key: value,
            header: label,
            long: true,
            cell: ({ cells }: Shown) => cells[at],
          })),
        ]}
      />
    </div>
  );
}
