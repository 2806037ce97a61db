/** The filters of the bookings list besides its tabs, in the URL. Without JavaScript a button applies them. */
import { Form, useSubmit } from "react-router";
import { STATES, stateLabel } from "../../domain/states.ts";
import { Field, SelectField } from "../../ui/field.tsx";
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES } from "../../domain/booking.ts";

const TO = [
  { value: "", label: "All States" },
  ...[...STATES].sort().map((value) => ({ value: value as string, label: stateLabel(value) })),
];
const TYPES = [
  { value: "", label: "All Types" },
  ...DELIVERY_TYPES.map((value) => ({ value: value as string, label: DELIVERY_TYPE_LABELS[value].name })),
];

/** `values` are the URL's parameters of the filter. */
export function BookingFilters({ values }: { values: Record<string, string> }) {
  const submit = useSubmit();
  const { q, status, assignee, ...own } = values;
  return (
    <Form
      // Remounted when the URL changes by other means, so that the fields show the filter.
      key={JSON.stringify(own)}
      method="get"
      noValidate
      aria-label="Filters"
      className="grid gap-3"
      onChange={(event) => {
        const form = event.currentTarget;
        // An incomplete date is ignored.
        if (!form.checkValidity()) return;
        // Empty filters are left out of the address.
        const chosen = new FormData(form);
        for (const [name, value] of [...chosen]) if (value === "") chosen.delete(name);
        void submit(chosen, { method: "get", replace: true, preventScrollReset: true });
      }}
    >
      {q && <input type="hidden" name="q" value={q} />}
      {assignee && <input type="hidden" name="assignee" value={assignee} />}
      {status && <input type="hidden" name="status" value={status} />}
      <SelectField label="Destination" name="state" options={TO} defaultValue={own["state"] ?? ""} />
      <SelectField label="Delivery type" name="type" options={TYPES} defaultValue={own["type"] ?? ""} />
      <Field label="From date" type="date" name="from" defaultValue={own["from"] ?? ""} />
      <Field label="To date" type="date" name="to" defaultValue={own["to"] ?? ""} />
      <noscript>
        <button type="submit" className="min-h-12 px-3 font-semibold underline">
          Filter
        </button>
      </noscript>
    </Form>
  );
}
