/** REPORT-6: the charts of the reports with their comparisons. */
import { formatNaira } from "../../domain/money.ts";
import { Bars, BarsLegend } from "../../ui/bars.tsx";
import { RankBars } from "../../ui/rank-bars.tsx";
import { keyText, laneText, SUBJECTS, type TimeView } from "./report-parts.tsx";
import type { MethodLine, ReportLine } from "./report.ts";

/** Writes whole naira, because kobo do not fit below a bar. */
const short = (kobo: number) => formatNaira(Math.round(kobo / 100) * 100);

/** Writes a round number of naira for a chart's scale: '₦500', '₦25k', '₦1.5m'. */
function roundNaira(kobo: number): string {
  const naira = kobo / 100;
  if (naira >= 1_000_000) return `₦${naira / 1_000_000}m`;
  return naira >= 1000 ? `₦${naira / 1000}k` : formatNaira(kobo);
}

/** `lines`: the lines of the earlier period. `now`, `before`: the shown and the earlier period in words. */
export type ComparedLines<Line> = { lines: readonly Line[]; now: string; before: string };

export function RevenueBars({
  view,
  lines,
  compared,
}: {
  view: TimeView;
  lines: readonly ReportLine[];
  compared: ComparedLines<ReportLine>;
}) {
  return (
    <>
      <BarsLegend now={compared.now} before={compared.before} />
      <Bars
        caption={`Revenue with VAT by ${view}`}
        height={140}
        scale={roundNaira}
        bars={lines.map(({ key, revenueKobo }, place) => {
          const before = compared.lines[place];
          const then = before ? `; ${keyText(view, before.key)}: ${formatNaira(before.revenueKobo)}` : "";
          return {
            label: keyText(view, key),
            value: Math.max(0, revenueKobo),
            before: Math.max(0, before?.revenueKobo ?? 0),
            text: short(revenueKobo),
            title: `${keyText(view, key)}: ${formatNaira(revenueKobo)}${then}`,
          };
        })}
      />
    </>
  );
}

const MOST_BARS = 10;
const byValue = (one: { value: number }, other: { value: number }) => other.value - one.value;

/** Draws a bar for each line. `lines` must have the most revenue first. */
export function SubjectBars({
  view,
  lines,
  compared,
}: {
  view: "lane" | "service" | "business";
  lines: readonly ReportLine[];
  compared: ComparedLines<ReportLine>;
}) {
  const before = new Map(compared.lines.map(({ key, revenueKobo }) => [key, revenueKobo]));
  return (
    <>
      <BarsLegend now={compared.now} before={compared.before} />
      <RankBars
        caption={
          lines.length > MOST_BARS
            ? `Revenue with VAT, ${MOST_BARS} largest ${SUBJECTS[view]}`
            : `Revenue with VAT by ${view}`
        }
        bars={lines.slice(0, MOST_BARS).map(({ key, name, revenueKobo }) => ({
          label: name ?? laneText(key),
          value: revenueKobo,
          before: before.get(key) ?? 0,
          text: short(revenueKobo),
        }))}
      />
    </>
  );
}

const paidOf = ({ receivedKobo, reversedKobo }: MethodLine) => receivedKobo - reversedKobo;

export function MethodBars({
  methods,
  compared,
}: {
  methods: readonly MethodLine[];
  compared: ComparedLines<MethodLine>;
}) {
  const before = new Map(compared.lines.map((line) => [line.method, paidOf(line)]));
  return (
    <>
      <BarsLegend now={compared.now} before={compared.before} />
      <RankBars
        caption="Paid by method"
        bars={methods
          .map((line) => ({
            label: line.method,
            value: paidOf(line),
            before: before.get(line.method) ?? 0,
            text: short(paidOf(line)),
          }))
          .toSorted(byValue)}
      />
    </>
  );
}
