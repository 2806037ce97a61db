/** One status for all ticked rows: confirmed before, undoable after. Ticks belong to this form by its id. */
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm.tsx";
import { SelectField } from "../ui/field.tsx";
import { IdempotencyKeyField } from "../ui/form.tsx";
import { showToast } from "../ui/toast.tsx";
import { DELIVERY_STATUSES, DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";
import type { BulkResponse } from "./status-response.ts";

export const BULK_FORM = "bulk-status";
const OPTIONS = DELIVERY_STATUSES.map((value) => ({
  value: value as string,
  label: DELIVERY_STATUS_LABELS[value],
}));
const ACTION = { method: "post", action: "/admin/bookings" } as const;

export function BulkChanger({ formKey, mayNotChange }: { formKey: string; mayNotChange: string | null }) {
  const fetcher = useFetcher<BulkResponse>({ key: "bulk-status" });
  const form = useRef<HTMLFormElement>(null);
  const notified = useRef<BulkResponse | undefined>(undefined);
  const [asking, setAsking] = useState<{ count: number; to: DeliveryStatus } | null>(null);
  const { submit } = fetcher;
  const busy = fetcher.state !== "idle";

  useEffect(() => {
    const answer = fetcher.data;
    if (busy || !answer || answer === notified.current) return;
    notified.current = answer;
    const undo = () =>
      void submit(
        {
          intent: "bulk",
          idempotencyKey: answer.undoKey,
          ...Object.fromEntries(answer.back.map((row) => [`undo:${row.id}`, `${row.version}:${row.status}`])),
        },
        ACTION,
      );
    showToast({
      tone: answer.ok ? "good" : "bad",
      title: answer.title,
      text: answer.text,
      ...(answer.back.length > 0 && { press: { label: "Undo", onPress: undo }, durationMs: 10_000 }),
    });
    for (const box of document.querySelectorAll<HTMLInputElement>(`input[form="${BULK_FORM}"]`))
      box.checked = false;
  }, [fetcher.data, busy, submit]);

  if (mayNotChange) return null;
  return (
    <form
      {...ACTION}
      ref={form}
      id={BULK_FORM}
      className="mt-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const rawValues = new FormData(event.currentTarget);
        const count = [...rawValues.keys()].filter((name) => name.startsWith("row:")).length;
        if (count === 0)
          return showToast({
            title: "Select at least one booking",
            text: "Tick the bookings to change first.",
          });
        const to = DELIVERY_STATUSES.find((status) => status === rawValues.get("to"));
        if (to) setAsking({ count, to });
      }}
    >
      <IdempotencyKeyField value={formKey} />
      <input type="hidden" name="intent" value="bulk" />
      <SelectField
        label="Change status of selected bookings to"
        name="to"
        options={OPTIONS}
        defaultValue="in_transit"
      />
      <noscript>
        <label className="flex min-h-12 items-center gap-2">
          <input type="checkbox" required className="size-6" /> Yes, change all ticked
        </label>
      </noscript>
      <Button type="submit" variant="secondary" busy={busy} busyLabel="Saving...">
        Apply
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(null)}
          title={`Change ${asking.count === 1 ? "1 booking" : `${asking.count} bookings`} to ${DELIVERY_STATUS_LABELS[asking.to]}?`}
          text="Each sender gets an e-mail about it. You can undo the change afterwards."
          confirmLabel="Change status"
          onConfirm={() => {
            setAsking(null);
            if (form.current) void submit(form.current, ACTION);
          }}
        />
      )}
    </form>
  );
}

/** The tick box of one row. */
export function Tick({
  row,
}: {
  row: { id: string; version: number; status: DeliveryStatus; trackingNumber: string };
}) {
  return (
    <label className="inline-grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">Tick {row.trackingNumber}</span>
      <input
        type="checkbox"
        form={BULK_FORM}
        name={`row:${row.id}`}
        value={`${row.version}:${row.status}`}
        className="size-5 accent-ink"
      />
    </label>
  );
}
