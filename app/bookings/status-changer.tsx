/**
 * The status menu of one row, with an optional note. Disabled while the row saves, and with a reason for roles that
 * only read.
 */
import { useEffect, useId, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { Button } from "../ui/button.tsx";
import { IdempotencyKeyField } from "../ui/form.tsx";
import { showToast } from "../ui/toast.tsx";
import { DELIVERY_STATUSES, DELIVERY_STATUS_LABELS, type DeliveryStatus } from "../domain/booking.ts";
import type { ChangeResponse } from "./status-response.ts";

type Booking = { key: string; id: string; version: number; status: DeliveryStatus; trackingNumber: string };

export function StatusChanger({ booking, mayNotChange }: { booking: Booking; mayNotChange: string | null }) {
  const fetcher = useFetcher<ChangeResponse>({ key: `status-${booking.id}` });
  const [chosen, setChosen] = useState<DeliveryStatus>(booking.status);
  const notified = useRef<ChangeResponse | undefined>(undefined);
  const id = useId();
  const busy = fetcher.state !== "idle";

  useEffect(() => {
    const answer = fetcher.data;
    if (busy || !answer || answer === notified.current) return;
    notified.current = answer;
    showToast({ tone: answer.ok ? "good" : "bad", title: answer.title, text: answer.text });
  }, [fetcher.data, busy]);

  return (
    <fetcher.Form
      method="post"
      className="flex flex-wrap items-center gap-2"
      aria-label={`Status of ${booking.trackingNumber}`}
    >
      <IdempotencyKeyField value={booking.key} />
      <input type="hidden" name="id" value={booking.id} />
      <input type="hidden" name="version" value={booking.version} />
      <label className="sr-only" htmlFor={`${id}-status`}>
        Status of {booking.trackingNumber}
      </label>
      <select
        id={`${id}-status`}
        name="status"
        value={chosen}
        disabled={busy || mayNotChange !== null}
        title={mayNotChange ?? undefined}
        aria-describedby={mayNotChange ? `${id}-why` : undefined}
        onChange={(event) => setChosen(event.currentTarget.value as DeliveryStatus)}
        className="min-h-11 border-2 border-ink bg-paper px-2 font-semibold disabled:opacity-60"
      >
        {DELIVERY_STATUSES.map((status) => (
          <option key={status} value={status}>
            {DELIVERY_STATUS_LABELS[status]}
          </option>
        ))}
      </select>
      {mayNotChange ? (
        <span id={`${id}-why`} className="text-sm text-muted">
          {mayNotChange}
        </span>
      ) : (
        <>
          {chosen !== booking.status && (
            <>
              <label className="sr-only" htmlFor={`${id}-note`}>
                Note (optional)
              </label>
              <input
                id={`${id}-note`}
                name="note"
                maxLength={500}
                placeholder="Note (optional)"
                className="min-h-11 w-40 border-2 border-line bg-paper px-2"
              />
            </>
          )}
          {chosen !== booking.status ? (
            <Button type="submit" size="sm" busy={busy} busyLabel="Saving...">
              Save
            </Button>
          ) : (
            <noscript>
              <button type="submit" className="min-h-11 px-3 font-semibold underline">
                Save
              </button>
            </noscript>
          )}
        </>
      )}
    </fetcher.Form>
  );
}
