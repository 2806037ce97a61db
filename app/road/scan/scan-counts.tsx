/** SCAN-6: the progress of a run, and how often each answer was given. */
import { TextLink } from "../../ui/text-link.tsx";
import type { RunOfScanPage } from "./road-of-page.ts";
import type { ScanMode } from "./scan-modes.ts";
import type { HubCount, RunCount, Scan } from "./scan.ts";

/**
 * Returns the present counts of a run: from the newest scan in this mode, otherwise from the page's data.
 * Scans in other modes count other pieces.
 */
function countNow(run: RunOfScanPage, mode: ScanMode, scans: readonly Scan[]): RunCount {
  const newest = scans.find(
    ({ mode: of, count }) => of === mode && count && "run" in count && count.run === run.id,
  );
  return (newest?.count as RunCount | undefined) ?? run.count;
}

type Props = { run: RunOfScanPage; mode: ScanMode; scans: readonly Scan[] };

export function RunCounter({ run, mode, scans }: Props) {
  if (mode !== "load" && mode !== "return") return null;
  const { expected, scanned, byCode, missing, extra } = countNow(run, mode, scans);
  const figures: Figure[] =
    mode === "load"
      ? [
          ["Planned", expected],
          ["Loaded", scanned, `${byCode} scanned`],
          ["To load", missing],
          ["Extra", extra],
        ]
      : [
          ["Expected", expected],
          ["Scanned", scanned],
          ["Missing", missing],
        ];
  // Before the first piece is loaded, no piece counts as missing.
  const alarm = mode === "return" ? "Missing" : scanned + extra > 0 ? "To load" : null;
  const link = { to: `/admin/runs/${run.id}`, text: run.name };
  return <Progress name={run.name} link={link} figures={figures} alarm={alarm} />;
}

type ShelfProps = { hub: { id: string; name: string }; counts: readonly HubCount[]; scans: readonly Scan[] };

/** SCAN-12: shows the progress of a shelf's count, with the link to close it. Empty before the first scan. */
export function ShelfCounter({ hub, counts, scans }: ShelfProps) {
  const newest = scans.find(({ count }) => count && "hub" in count && count.hub === hub.id)?.count;
  const now = (newest as HubCount | undefined) ?? counts.find(({ hub: id }) => id === hub.id);
  if (!now) return null;
  const link = { to: `/admin/hubs/${hub.id}/counts`, text: "See what is missing, and close the count" };
  const figures: Figure[] = [
    ["Expected", now.expected],
    ["Scanned", now.scanned],
    ["Missing", now.missing],
    ["Extra", now.extra],
  ];
  return <Progress name={`Shelf of ${hub.name}`} link={link} figures={figures} alarm="Missing" />;
}

type Figure = [label: string, value: number, more?: string];

type ProgressProps = {
  name: string;
  link: { to: string; text: string };
  figures: readonly Figure[];
  /** The label of the figure that needs attention while the figure is above 0; null if no figure does. */
  alarm: string | null;
};

function Progress({ name, link, figures, alarm }: ProgressProps) {
  return (
    <section aria-label={name} className="border-2 border-line px-4 py-3">
      <h2 className="font-display text-lg font-bold">
        <TextLink to={link.to}>{link.text}</TextLink>
      </h2>
      <dl className="mt-1 grid grid-cols-2 gap-x-3 min-[22rem]:grid-cols-4">
        {figures.map(([label, value, more]) => (
          <div key={label}>
            <dt className="text-[0.8125rem] text-muted">{label}</dt>
            <dd
              className={`font-display text-3xl font-extrabold tabular-nums sm:text-4xl ${label === alarm && value > 0 ? "text-stop" : ""}`}
            >
              {value}
              {more && <span className="block font-sans text-sm font-normal text-muted">{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Shows how often each answer was given for the current task. An answer is the word that the page shows in large type
 * after a scan.
 */
export function TallyLine({ tally }: { tally: Readonly<Record<string, number>> | undefined }) {
  const counted = Object.entries(tally ?? {}).filter(([, n]) => n > 0);
  if (counted.length === 0) return null;
  return (
    <ul aria-label="Answers since you opened this page" className="flex flex-wrap gap-2">
      {counted.map(([word, n]) => (
        <li key={word} className="border border-line px-2.5 py-1 text-sm">
          {word} <strong className="tabular-nums">{n}</strong>
        </li>
      ))}
    </ul>
  );
}
