import { useSubmit } from "react-router";
import { SelectField } from "../ui/field.tsx";
import { DELIVERY_STATUSES, DELIVERY_STATUS_LABELS, type DeliveryStatus } from "./booking.ts";

const OPTIONS = [
  { value: "", label: "All Statuses" },
  ...DELIVERY_STATUSES.map((status) => ({ value: status as string, label: DELIVERY_STATUS_LABELS[status] })),
];

/** The status in the URL. Without JavaScript, the button of the form applies it. */
export function StatusFilter({ value, search }: { value: DeliveryStatus | null; search: string }) {
  const submit = useSubmit();
  return (
    <form
      method="get"
      className="flex items-end gap-2"
      onChange={(event) => void submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      {search && <input type="hidden" name="q" value={search} />}
      <SelectField
        label="Status"
        name="status"
        options={OPTIONS}
        key={value ?? ""}
        defaultValue={value ?? ""}
      />
      <noscript>
        <button type="submit" className="min-h-11 px-3 font-semibold underline">
          Filter
        </button>
      </noscript>
    </form>
  );
}
