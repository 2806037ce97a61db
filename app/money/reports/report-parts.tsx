/** REPORT-2: the tables and bars of the reports. */
import { Link } from "react-router";
import { adminDayText, dayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { stateLabel } from "../../domain/states.ts";
import { Bars } from "../../ui/bars.tsx";
import { RankBars } from "../../ui/rank-bars.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { monthPeriod, type Period, type View } from "./period.ts";
import { netOf, type MethodLine, type ReportLine } from "./report.ts";
import { numberText } from "../../platform/http/list-count.ts";

/** 'Nov 2026' for '2026-11'. */
const monthText = (month: string) => dayText(`${month}-01`).slice("1 ".length);
export const keyText = (view: View, key: string) =>
  view === "day" ? adminDayText(key) : view === "month" ? monthText(key) : key;

const laneText = (key: string) => key.split(" → ").map(stateLabel).join(" → ");

/** The address of a report. */
export const reportPath = (view: View, { from, to }: Period) =>
  `/admin/reports?${new URLSearchParams({ by: view, from, to })}`;

/** Where the rows behind a line are listed. */
function behind(view: View, key: string, period: Period): string {
  if (view === "month") return reportPath("day", monthPeriod(key));
  const params = view === "day" ? { from: key, to: key } : { ...period, state: key.split(" → ")[1] ?? "" };
  return `/admin/bookings?${new URLSearchParams(params)}`;
}

const money = (name: string, header: string, of: (line: ReportLine) => number): Column<ReportLine> => ({
  key: name,
  header,
  align: "right",
  cell: (line) => formatNaira(of(line)),
});

export function ReportTable({
  view,
  period,
  lines,
}: {
  view: Exclude<View, "method">;
  period: Period;
  lines: readonly ReportLine[];
}) {
  const head = { day: "Day", month: "Month", lane: "Lane" }[view];
  const columns: Column<ReportLine>[] = [
    {
      key: "key",
      header: head,
      primary: true,
      cell: ({ key }) => (
        <Link
          to={behind(view, key, period)}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {view === "lane" ? laneText(key) : keyText(view, key)}
        </Link>
      ),
    },
    { key: "n", header: "Bookings", align: "right", cell: (line) => numberText(line.bookings) },
    money("revenue", "Revenue with VAT", (line) => line.revenueKobo),
    money("vat", "VAT", (line) => line.vatKobo),
    money("net", "Without VAT", netOf),
    money("credit", "Referral credit", (line) => line.creditKobo),
    money("paid", "Paid", (line) => line.paidKobo),
    money("owed", "Still owed", (line) => line.owedKobo),
  ];
  return (
    <DataTable
      caption={`Money by ${view}`}
      columns={columns}
      rows={lines}
      rowKey="key"
      empty="Nothing was charged or paid in this time."
    />
  );
}

const METHOD_COLUMNS: Column<MethodLine>[] = [
  { key: "method", header: "Method", primary: true, cell: ({ method }) => method },
  { key: "n", header: "Payments", align: "right", cell: (line) => numberText(line.payments) },
  { key: "in", header: "Received", align: "right", cell: (line) => formatNaira(line.receivedKobo) },
  { key: "out", header: "Reversed", align: "right", cell: (line) => formatNaira(line.reversedKobo) },
  {
    key: "paid",
    header: "Paid",
    align: "right",
    cell: (line) => formatNaira(line.receivedKobo - line.reversedKobo),
  },
  {
    key: "collected",
    header: "Collected for senders and stores",
    align: "right",
    cell: (line) => formatNaira(line.collectedKobo),
  },
  {
    key: "out-to",
    header: "Paid out to them",
    align: "right",
    cell: (line) => formatNaira(line.paidOutKobo),
  },
];

export const MethodTable = ({ methods }: { methods: readonly MethodLine[] }) => (
  <DataTable caption="Money by method" columns={METHOD_COLUMNS} rows={methods} rowKey="method" />
);

/** Whole naira for the room below a bar. */
const short = (kobo: number) => formatNaira(Math.round(kobo / 100) * 100);

export function RevenueBars({ view, lines }: { view: "day" | "month"; lines: readonly ReportLine[] }) {
  return (
    <Bars
      caption={`Revenue with VAT by ${view}`}
      height={140}
      bars={lines.map(({ key, revenueKobo }) => ({
        label: keyText(view, key),
        value: Math.max(0, revenueKobo),
        text: short(revenueKobo),
        title: `${keyText(view, key)}: ${formatNaira(revenueKobo)}`,
      }))}
    />
  );
}

const MOST_BARS = 10;
const byValue = (one: { value: number }, other: { value: number }) => other.value - one.value;

/** The lanes with the most revenue, which come first. */
export const LaneBars = ({ lines }: { lines: readonly ReportLine[] }) => (
  <RankBars
    caption={
      lines.length > MOST_BARS ? `Revenue with VAT, ${MOST_BARS} largest lanes` : "Revenue with VAT by lane"
    }
    bars={lines.slice(0, MOST_BARS).map(({ key, revenueKobo }) => ({
      label: laneText(key),
      value: revenueKobo,
      text: short(revenueKobo),
    }))}
  />
);

export const MethodBars = ({ methods }: { methods: readonly MethodLine[] }) => (
  <RankBars
    caption="Paid by method"
    bars={methods
      .map(({ method, receivedKobo, reversedKobo }) => ({
        label: method,
        value: receivedKobo - reversedKobo,
      }))
      .toSorted(byValue)
      .map((bar) => ({ ...bar, text: short(bar.value) }))}
  />
);

/** Figures with their names; wide enough for millions on a phone. */
export function MoneyFigures({
  figures,
}: {
  figures: readonly { name: string; kobo: number; hint?: string }[];
}) {
  return (
    <dl
      className={`mt-3 grid gap-0.5 border-2 border-ink bg-line sm:grid-cols-2 ${figures.length % 4 === 0 ? "xl:grid-cols-4" : "xl:grid-cols-3"}`}
    >
      {figures.map(({ name, kobo, hint }) => (
        <div key={name} className="bg-paper p-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-1">
            <span className="block font-display text-2xl font-extrabold wrap-anywhere tabular-nums">
              {formatNaira(kobo)}
            </span>
            {hint && <span className="block text-sm text-muted">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
