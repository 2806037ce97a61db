/** SCAN-4: the last scan in large type, and a list of the last twenty scans, which can be undone. */
import { Check, Clock, Equal, TriangleAlert, Undo2, X } from "lucide-react";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { BOOKING_STATUS_LABELS } from "../../domain/delivery-status.ts";
import { isUnsent } from "../../offline/send-queue.ts";
import { SCAN_MODES } from "./scan-modes.ts";
import { bookingCodeOf, readableScan, type Scan } from "./scan.ts";

const ICONS = { waiting: Clock, tried: Clock, done: Check, refused: X, undone: Undo2 };
const EDGES = {
  waiting: "border-line",
  tried: "border-line",
  done: "border-go",
  refused: "border-stop",
  undone: "border-line",
};

const textOf = (scan: Scan): string => {
  if (scan.mode === "status")
    return scan.text || (isUnsent(scan) ? `${BOOKING_STATUS_LABELS[scan.status]}: not sent yet` : "");
  if (isUnsent(scan)) return `${SCAN_MODES[scan.mode].label}: saved, not checked`;
  return scan.text;
};

/** Shows the last scan. Screen readers read it out, because clerks look at the parcel, not at the screen. */
export function LastScan({ scan }: { scan: Scan | undefined }) {
  return (
    <div role="status" aria-live="polite" className="min-h-24">
      {scan && (
        <div
          className={`flex items-start gap-4 border-l-8 bg-card px-4 py-3 ${isSame(scan) ? "border-danfo" : EDGES[scan.state]}`}
        >
          <StateIcon scan={scan} className="mt-1 size-8 shrink-0" />
          <div className="min-w-0">
            <p className="font-display text-2xl font-extrabold tracking-wide">{readableScan(scan.code)}</p>
            <p>{textOf(scan)}</p>
          </div>
        </div>
      )}
    </div>
  );
}

function StateIcon({ scan, className }: { scan: Scan; className: string }) {
  if (isSame(scan)) return <Equal aria-hidden className={`bg-danfo text-black ${className}`} />;
  const { state } = scan;
  const Icon = isWrong(scan) ? TriangleAlert : ICONS[state];
  const tone =
    state === "refused" || isWrong(scan) ? "text-stop" : state === "done" ? "text-go" : "text-muted";
  return <Icon aria-hidden className={`${tone} ${className}`} />;
}

/** True for a finished scan with the tone 'same', for example if nothing changed. The list shows it in amber. */
const isSame = ({ state, tone }: Scan) => state === "done" && tone === "same";
/** True if the scan was counted, but the piece does not belong in this hub or on this run. */
const isWrong = ({ state, tone }: Scan) => state === "done" && tone === "wrong";

const prefixOf = (word: string) => (word.endsWith("?") ? word : `${word}:`);

type Props = { scans: readonly Scan[]; undoing: string | null; onUndo: (scan: Scan) => void };

export function ScanList({ scans, undoing, onUndo }: Props) {
  if (scans.length === 0) return null;
  return (
    <section aria-label="Last scans" className="mt-8">
      <h2 className="font-display text-xl font-bold">
        Last {scans.length === 1 ? "scan" : `${scans.length} scans`}
      </h2>
      <ol className="mt-2 border-t-2 border-ink">
        {scans.map((scan) => (
          <li
            key={scan.key}
            className="flex min-h-14 items-center gap-x-3 gap-y-1 border-b border-line py-1 max-sm:flex-wrap"
          >
            <StateIcon scan={scan} className="size-5 shrink-0" />
            <ScanCode scan={scan} />
            <span className="min-w-0 grow text-sm max-sm:order-last max-sm:basis-full">
              {scan.mode !== "status" && scan.word && <strong>{prefixOf(scan.word)} </strong>}
              {textOf(scan)}
            </span>
            {(scan.back || scan.state === "waiting") && (
              <Button
                type="button"
                size="sm"
                variant="secondary"
                busy={undoing === scan.key}
                busyLabel="Undoing..."
                className="ml-auto shrink-0"
                aria-label={`Undo ${readableScan(scan.code)}`}
                onClick={() => onUndo(scan)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function ScanCode({ scan }: { scan: Scan }) {
  const looks = "inline-flex min-h-11 shrink-0 items-center font-display font-bold tracking-wide";
  if (!scan.known) return <span className={looks}>{readableScan(scan.code)}</span>;
  return (
    <Link
      to={`/admin/bookings/${encodeURIComponent(bookingCodeOf(scan.code))}`}
      className={`${looks} underline underline-offset-4`}
    >
      {readableScan(scan.code)}
    </Link>
  );
}
