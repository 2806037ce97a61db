/** EXC-2: the filters of the list, in the address. */
import { Form, useSubmit } from "react-router";
import { EXCEPTION_FACTS, EXCEPTION_KINDS } from "../../domain/exception-kinds.ts";
import { SelectField } from "../../ui/field.tsx";

const ALL_KINDS = [
  { value: "", label: "All kinds" },
  ...EXCEPTION_KINDS.map((value) => ({ value: value as string, label: EXCEPTION_FACTS[value].label })),
];

type FilterProps = { values: Record<string, string>; hubs: readonly { id: string; name: string }[] };

/** Applied at once; without JavaScript by a button. */
export function ExceptionFilters({ values, hubs }: FilterProps) {
  const submit = useSubmit();
  const { kind = "", hub = "", ...others } = values;
  return (
    <Form
      key={`${kind} ${hub}`}
      method="get"
      noValidate
      aria-label="Filters"
      className="flex grow flex-wrap items-end gap-3 sm:grow-0"
      onChange={(event) => {
        const chosen = new FormData(event.currentTarget);
        for (const [name, value] of [...chosen]) if (value === "") chosen.delete(name);
        void submit(chosen, { method: "get", preventScrollReset: true });
      }}
    >
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grow basis-32 sm:w-56 sm:basis-auto">
        <SelectField label="Kind" name="kind" defaultValue={kind} options={ALL_KINDS} />
      </div>
      <div className="grow basis-32 sm:w-40 sm:basis-auto">
        <SelectField
          label="Hub"
          name="hub"
          defaultValue={hub}
          options={[
            { value: "", label: "All hubs" },
            ...hubs.map(({ id: value, name: label }) => ({ value, label })),
          ]}
        />
      </div>
      <noscript>
        <button type="submit" className="min-h-12 px-3 font-semibold underline">
          Filter
        </button>
      </noscript>
    </Form>
  );
}
