/** STORE-7: the opening hours of a store: three groups of days, each with two times. */
import { DAY_GROUPS, DAY_GROUP_NAMES, hourText } from "../../domain/store-hours.ts";
import { SelectField, type Option } from "../../ui/field.tsx";
import { FieldGroup } from "../../ui/field-group.tsx";
import type { useForm } from "../../ui/form.tsx";
import type { settingsForm } from "./store-settings.ts";

const hours = (from: number): Option[] => [
  { value: "", label: "Closed" },
  ...Array.from({ length: 24 }, (_, n) => ({ value: String(from + n), label: hourText(from + n) })),
];
const OPENS = hours(0);
const CLOSES = hours(1);

type Props = { field: ReturnType<typeof useForm<typeof settingsForm>>["field"] };

export const HoursFields = ({ field }: Props) => (
  <FieldGroup legend="Opening hours">
    {DAY_GROUP_NAMES.map((group) => (
      <div key={group} className="grid grid-cols-2 items-end gap-4">
        <SelectField label={`${DAY_GROUPS[group].label}, from`} options={OPENS} {...field(`${group}Opens`)} />
        <SelectField label="to" options={CLOSES} {...field(`${group}Closes`)} />
      </div>
    ))}
  </FieldGroup>
);
