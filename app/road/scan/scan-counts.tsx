/** SCAN-6: the progress of a run, and the number of scans with each answer. */
import { TextLink } from "../../ui/text-link.tsx";
import type { RunOfPage } from "./road-of-page.ts";
import type { ScanMode } from "./scan-modes.ts";
import type { RunCount, Scan } from "./scan.ts";

/**
 * The progress of a run, from the newest answer to a scan in this mode. Other modes count differently. Before the first
 * answer, the progress is that from the time when the page was opened.
 */
function countNow(run: RunOfPage, mode: ScanMode, scans: readonly Scan[]): RunCount {
  return scans.find((scan) => scan.mode === mode && scan.count?.run === run.id)?.count ?? run.count;
}

type Props = { run: RunOfPage; mode: ScanMode; scans: readonly Scan[] };

export function RunCounter({ run, mode, scans }: Props) {
  if (mode !== "load" && mode !== "return") return null;
  const { expected, scanned, byCode, missing, extra } = countNow(run, mode, scans);
  const figures =
    mode === "load"
      ? ([
          ["Planned", expected],
          ["Loaded", scanned, `${byCode} scanned`],
          ["To load", missing],
          ["Extra", extra],
        ] as const)
      : ([
          ["Expected", expected],
          ["Scanned", scanned],
          ["Missing", missing],
        ] as const);
  // Nothing is missing from a run that nobody began to load.
  const alarm = mode === "return" ? "Missing" : scanned + extra > 0 ? "To load" : null;
  return (
    <section aria-label={run.name} className="border-2 border-line px-4 py-3">
      <h2 className="font-display text-lg font-bold">
        <TextLink to={`/admin/runs/${run.id}`}>{run.name}</TextLink>
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

/** The number of answers with each word since the page was opened, for the current task. */
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
