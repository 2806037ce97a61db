/** The filters of the list of bookings, which are in the URL. The tabs are not part of this form. */
import { STATES, stateLabel } from "../../domain/states.ts";
import { Field, SelectField } from "../../ui/field.tsx";
import { LiveFilters } from "../../ui/filters.tsx";
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES } from "../../domain/booking.ts";

const TO = [
  { value: "", label: "All States" },
  ...[...STATES].sort().map((value) => ({ value: value as string, label: stateLabel(value) })),
];
const TYPES = [
  { value: "", label: "All Types" },
  ...DELIVERY_TYPES.map((value) => ({ value: value as string, label: DELIVERY_TYPE_LABELS[value].name })),
];

export function BookingFilters({ values }: { values: Record<string, string> }) {
  const { q = "", status = "", assignee = "", ...own } = values;
  return (
    <LiveFilters key={JSON.stringify(own)} others={{ q, assignee, status }} className="grid gap-3">
      <SelectField label="Destination" name="state" options={TO} defaultValue={own["state"] ?? ""} />
      <SelectField label="Delivery type" name="type" options={TYPES} defaultValue={own["type"] ?? ""} />
      <Field label="From date" type="date" name="from" defaultValue={own["from"] ?? ""} />
      <Field label="To date" type="date" name="to" defaultValue={own["to"] ?? ""} />
    </LiveFilters>
  );
}
