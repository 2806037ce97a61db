/** STAFF-7: the bar with the actions for ticked bookings. Without JavaScript the bar is always visible. */
import { useMay } from "../../access/use-may.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { BOOKING_STATUSES, BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";
import { useKept } from "../../ui/kept-values.ts";
import { MOST_SELECTED } from "../bookings/status-response.ts";
import { ReasonSelect } from "../bookings/reason-select.tsx";

type Props = {
  count: number;
  /** The number of the filter's results, if the whole page is ticked and other pages have results. Otherwise null. */
  found: string | null;
  all: boolean;
  busy: boolean;
  exportHref: string;
  /** The URL of the waybills. Null if all results are chosen: only ticked bookings can be printed. */
  waybillsHref: string | null;
  onPrint: () => void;
  onAll: () => void;
  onClear: () => void;
  onStatus: (status: BookingStatus) => void;
};

export function SelectionBar({
  count,
  found,
  all,
  busy,
  exportHref,
  waybillsHref,
  onPrint,
  onAll,
  onClear,
  onStatus,
}: Props) {
  const mayExport = useMay("exportData");
  const many = all ? `all found (${found})` : String(count);
  return (
    <section
      aria-label="Selected bookings"
      data-ticked={count}
      data-more={Boolean(found && !all)}
      className="selection-bar flex flex-wrap items-center gap-x-1 gap-y-2 border-2 border-ink bg-paper p-2 sm:gap-x-2 shadow-[4px_4px_0_0_var(--color-ink)]"
    >
      <p className="px-1 font-semibold tabular-nums max-sm:text-sm sm:px-2 noscript:hidden" role="status">
        {count > 0 &&
          (all
            ? `All found are selected (${found})`
            : `${count} selected${count === MOST_SELECTED ? ", the most at once" : ""}`)}
      </p>
      <Button
        type="button"
        size="sm"
        variant="quiet"
        onClick={onClear}
        className="max-sm:px-1 noscript:hidden"
      >
        Clear
      </Button>
      {found && !all && (
        <Button
          type="button"
          size="sm"
          variant="quiet"
          onClick={onAll}
          className="max-sm:px-1 noscript:hidden"
        >
          Select all found ({found})
        </Button>
      )}
      <ReasonWithoutScript />
      <StatusButtons of={count > 0 ? many : ""} {...{ busy, onStatus }} />
      <div className="flex flex-wrap gap-2 noscript:hidden sm:ml-auto">
        {waybillsHref && (
          <ButtonLink size="sm" variant="secondary" to={waybillsHref} onClick={onPrint}>
            Print waybills
          </ButtonLink>
        )}
        {mayExport && (
          <ButtonLink size="sm" variant="secondary" href={exportHref}>
            Export CSV<span className="sr-only"> of {all ? many : `${count} selected`}</span>
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

function ReasonWithoutScript() {
  const kept = useKept({ id: "" });
  return (
    <noscript>
      <ReasonSelect />
      <label className="block">
        <span className="block text-sm font-semibold">Note (optional)</span>
        <input
          name="note"
          maxLength={500}
          defaultValue={kept["note"]}
          className="min-h-11 border-2 border-ink bg-field px-2"
        />
      </label>
    </noscript>
  );
}

function StatusButtons({ of, busy, onStatus }: Pick<Props, "busy" | "onStatus"> & { of: string }) {
  return (
    <div
      role="group"
      aria-label={`Change status of ${of} selected`}
      className="flex flex-wrap items-center gap-1 sm:gap-2"
    >
      <span aria-hidden className="bar-label text-sm max-lg:sr-only">
        Change status to
      </span>
      {BOOKING_STATUSES.map((status) => (
        <Button
          key={status}
          type="submit"
          name="to"
          value={status}
          size="sm"
          variant="secondary"
          busy={busy}
          className="max-sm:px-1"
          onClick={(event) => {
            event.preventDefault();
            onStatus(status);
          }}
        >
          {BOOKING_STATUS_LABELS[status]}
        </Button>
      ))}
    </div>
  );
}
