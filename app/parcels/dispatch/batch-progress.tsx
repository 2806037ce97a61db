/** STAFF-22: shows the progress of a change in the background below the dispatch list, with a stop button. */
import { useEffect } from "react";
import { Link, useFetcher } from "react-router";
import { askedInBackground } from "../../platform/live/background.ts";
import { Button } from "../../ui/button.tsx";
import { BOOKING_STATUS_LABELS } from "../../domain/delivery-status.ts";
import type { StatusBatchView } from "./status-batch.server.ts";

const ASK_EVERY_MS = 1000;

export function BatchProgress({ id, onClose }: { id: string; onClose: () => void }) {
  const fetcher = useFetcher<{ batch: StatusBatchView }>({ key: `batch-${id}` });
  const stopping = useFetcher({ key: `stop-${id}` });
  const { load } = fetcher;
  const batch = fetcher.data?.batch;
  const over = Boolean(batch?.finishedAt ?? batch?.cancelledAt);
  const page = `/admin/bookings/changes/${id}`;
  useEffect(() => {
    if (over) return;
    const ask = () => void load(askedInBackground(page));
    ask();
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [over, load, page]);
  const left = batch && batch.leftCount > 0 ? `, ${batch.leftCount} left as they are` : "";

  return (
    <section
      aria-label="Change in the background"
      data-batch
      data-sticky-bar
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-1 border-2 border-ink bg-paper p-2 shadow-[4px_4px_0_0_var(--color-ink)]"
    >
      <p role="status" className="font-semibold tabular-nums">
        {!batch && "Starting..."}
        {batch &&
          !over &&
          `Changing to ${BOOKING_STATUS_LABELS[batch.toStatus]}: ${batch.done} of ${batch.total}`}
        {batch && over && `${batch.cancelledAt ? "Stopped" : "Done"}: ${batch.changed} changed${left}`}
      </p>
      <progress
        aria-label="Progress"
        max={batch?.total ?? 1}
        value={batch?.done ?? 0}
        className="h-4 min-w-32 grow"
      />
      <Link
        to={page}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        Each booking
      </Link>
      {over ? (
        <Button size="sm" variant="secondary" onClick={onClose}>
          Close
        </Button>
      ) : (
        <Button
          size="sm"
          variant="secondary"
          busy={stopping.state !== "idle"}
          onClick={() => void stopping.submit(null, { method: "post", action: page })}
        >
          Stop
        </Button>
      )}
    </section>
  );
}
