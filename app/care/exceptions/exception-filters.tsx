/** EXC-2: the filters of the list of exceptions, in the URL. */
import { EXCEPTION_FACTS, EXCEPTION_KINDS } from "../../domain/exception-kinds.ts";
import { SelectField } from "../../ui/field.tsx";
import { LiveFilters } from "../../ui/filters.tsx";

const ALL_KINDS = [
  { value: "", label: "All kinds" },
  ...EXCEPTION_KINDS.map((value) => ({ value: value as string, label: EXCEPTION_FACTS[value].label })),
];

type FilterProps = { values: Record<string, string>; hubs: readonly { id: string; name: string }[] };

export function ExceptionFilters({ values, hubs }: FilterProps) {
  const { kind = "", hub = "", ...others } = values;
  return (
    <LiveFilters
      key={`${kind} ${hub}`}
      others={others}
      className="flex grow flex-wrap items-end gap-3 sm:grow-0"
    >
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
    </LiveFilters>
  );
}
