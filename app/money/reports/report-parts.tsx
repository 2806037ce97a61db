/** REPORT-2: the tables and bars of the reports. */
import { Link } from "react-router";
import { adminDayText, dayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { stateLabel } from "../../domain/states.ts";
import { Amount } from "../../ui/amount.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { monthPeriod, weekPeriod, type Period, type View } from "./period.ts";
import { netRevenueOf, NO_BUSINESS, type MethodLine, type ReportLine } from "./report.ts";
import type { LineView } from "./reports.server.ts";
import { numberText } from "../../platform/http/list-count.ts";

export type TimeView = "day" | "week" | "month";
export const isByTime = (view: View): view is TimeView =>
  view === "day" || view === "week" || view === "month";
export const SUBJECTS: Record<View, string> = {
  day: "days",
  week: "weeks",
  month: "months",
  lane: "lanes",
  method: "methods",
  service: "services",
  business: "businesses",
  payee: "payees",
};

/** Writes, for example, 'Nov 2026' for '2026-11'. */
const monthText = (month: string) => dayText(`${month}-01`).slice("1 ".length);
export const keyText = (view: View, key: string) =>
  view === "day" || view === "week" ? adminDayText(key) : view === "month" ? monthText(key) : key;

export const laneText = (key: string) => key.split(" → ").map(stateLabel).join(" → ");

export const reportPath = (view: View, { from, to }: Period) =>
  `/admin/reports?${new URLSearchParams({ by: view, from, to })}`;

/** Returns the URL of a line's details: the days of a month or week, the business, or the list of bookings. */
function behind(view: View, key: string, period: Period): string {
  if (view === "month") return reportPath("day", monthPeriod(key));
  if (view === "week") return reportPath("day", weekPeriod(key, period));
  if (view === "business") return `/admin/businesses/${key}`;
  if (view === "service") return `/admin/bookings?${new URLSearchParams({ ...period, type: key })}`;
  const params = view === "day" ? { from: key, to: key } : { ...period, state: key.split(" → ")[1] ?? "" };
  return `/admin/bookings?${new URLSearchParams(params)}`;
}

const amount = (kobo: number) => <Amount>{formatNaira(kobo)}</Amount>;

/**
 * Makes a column of money. On a phone, revenue is at the end of a row's first line, and the other amounts are in the
 * second line.
 */
const money = (
  name: string,
  header: string,
  of: (line: ReportLine) => number,
  more: Partial<Column<ReportLine>> = {},
): Column<ReportLine> => ({
  key: name,
  header,
  align: "right",
  cell: (line) => (of(line) === 0 ? null : amount(of(line))),
  none: "₦0",
  ...more,
});

const HEADS: Record<LineView, string> = {
  ...{ day: "Day", week: "Week of", month: "Month" },
  ...{ lane: "Lane", service: "Service", business: "Business" },
};

export function ReportTable({
  view,
  period,
  lines,
}: {
  view: LineView;
  period: Period;
  lines: readonly ReportLine[];
}) {
  const head = HEADS[view];
  const columns: Column<ReportLine>[] = [
    {
      key: "key",
      header: head,
      primary: true,
      cell: ({ key, name }) =>
        key === NO_BUSINESS ? (
          <span className="font-semibold">{name}</span>
        ) : (
          <Link
            to={behind(view, key, period)}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {name ?? (view === "lane" ? laneText(key) : keyText(view, key))}
          </Link>
        ),
    },
    { key: "n", header: "Bookings", align: "right", cell: (line) => numberText(line.bookings) },
    money("revenue", "Revenue with VAT", (line) => line.revenueKobo, { narrow: "end" }),
    money("vat", "VAT", (line) => line.vatKobo),
    money("net", "Without VAT", netRevenueOf),
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
      compact
      empty="Nothing was charged or paid on these days."
    />
  );
}

const METHOD_COLUMNS: Column<MethodLine>[] = [
  { key: "method", header: "Method", primary: true, cell: ({ method }) => method },
  { key: "n", header: "Payments", align: "right", cell: (line) => numberText(line.payments) },
  { key: "in", header: "Received", align: "right", cell: (line) => amount(line.receivedKobo) },
  { key: "out", header: "Reversed", align: "right", cell: (line) => amount(line.reversedKobo) },
  {
    key: "paid",
    header: "Paid",
    align: "right",
    narrow: "end",
    cell: (line) => amount(line.receivedKobo - line.reversedKobo),
  },
  {
    key: "collected",
    header: "COD collected",
    align: "right",
    cell: (line) => amount(line.collectedKobo),
  },
  {
    key: "out-to",
    header: "COD paid out",
    align: "right",
    cell: (line) => amount(line.paidOutKobo),
  },
];

/** The column is shown only if there are payments for claims. */
const CLAIMS_COLUMN: Column<MethodLine> = {
  key: "claims",
  header: "Paid for claims",
  align: "right",
  cell: (line) => amount(line.compensatedKobo),
};

export const MethodTable = ({ methods }: { methods: readonly MethodLine[] }) => (
  <DataTable
    compact
    caption="Money by method"
    columns={
      methods.some(({ compensatedKobo }) => compensatedKobo !== 0)
        ? [...METHOD_COLUMNS, CLAIMS_COLUMN]
        : METHOD_COLUMNS
    }
    rows={methods}
    rowKey="method"
  />
);

/** Draws the sums. The columns are wide enough for millions on a phone. */
export function MoneyFigures({
  figures,
}: {
  figures: readonly { name: string; kobo: number; hint?: string }[];
}) {
  return (
    <dl
      className={`mt-3 grid gap-px bg-line sm:grid-cols-2 ${figures.length % 4 === 0 ? "xl:grid-cols-4" : "xl:grid-cols-3"}`}
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
