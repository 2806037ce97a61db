/** REPORT-8: the tables and bars of the parcel reports. */
import { adminDayText } from "../../domain/dates.ts";
import { NO_ID, PARCEL_NUMBER_LABELS, type ParcelNumber } from "../../domain/parcel-numbers.ts";
import { RUN_KIND_NAMES, RUN_STATE_NAMES } from "../../domain/run.ts";
import { laneText } from "../../money/reports/report-parts.tsx";
import type { ComparedLines as Periods } from "../../money/reports/report-charts.tsx";
import type { Period } from "../../money/reports/period.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { BarsLegend } from "../../ui/bars.tsx";
import { Link } from "../../ui/link.tsx";
import { RankBars } from "../../ui/rank-bars.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import type { HubNames, RunLine } from "./parcel-report.server.ts";
import {
  NO_HUB,
  parcelsPath,
  percentOf,
  SHARES,
  takenBy,
  type ParcelLine,
  type PlaceView,
  type Share,
} from "./parcel-report.ts";

const LINK = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";
/** The text of a cell without a value on a wide screen. A phone does not show such a cell. */
const NONE_SEEN = "–";

function count<Line extends ParcelLine>(name: ParcelNumber, more: Partial<Column<Line>> = {}): Column<Line> {
  return {
    key: name,
    header: PARCEL_NUMBER_LABELS[name],
    align: "right",
    cell: (line) => (line[name] === 0 ? null : numberText(line[name])),
    none: "0",
    ...more,
  };
}

function share<Line extends ParcelLine>(name: Share): Column<Line> {
  return {
    key: name,
    header: SHARES[name].label,
    align: "right",
    none: NONE_SEEN,
    cell: (line) => {
      const percent = percentOf(line, name);
      return percent === null ? null : `${percent}%`;
    },
  };
}

/** Returns the columns for these counts, except for the counts that are 0 in all lines. */
const seen = <Line extends ParcelLine>(lines: readonly Line[], names: readonly ParcelNumber[]) =>
  names.filter((name) => lines.some((line) => line[name] !== 0)).map((name) => count<Line>(name));

const outcome = <Line extends ParcelLine>(): Column<Line>[] => [
  count<Line>("delivered", { narrow: "end" }),
  share<Line>("firstAttempt"),
  share<Line>("onTime"),
  count<Line>("attempts"),
];

export const hubNameText = (key: string, hubs: HubNames): string =>
  hubs[key]?.name ?? (key === NO_ID ? NO_HUB : "Unknown hub");

const subjectText = (view: PlaceView, key: string, hubs: HubNames): string =>
  view === "hub" ? hubNameText(key, hubs) : view === "lane" ? laneText(key) : adminDayText(key);

export function ParcelTable({
  view,
  period,
  lines,
  hubs,
}: {
  view: PlaceView;
  period: Period;
  lines: readonly ParcelLine[];
  hubs: HubNames;
}) {
  const columns: Column<ParcelLine>[] = [
    {
      key: "key",
      header: { hub: "Hub", lane: "Lane", week: "Week of" }[view],
      primary: true,
      cell: ({ key }) =>
        view === "hub" && hubs[key] ? (
          <Link to={parcelsPath("run", period, { hub: key })} className={LINK}>
            {hubs[key].name}
          </Link>
        ) : (
          <span className="font-semibold">{subjectText(view, key, hubs)}</span>
        ),
    },
    ...seen(lines, ["pickedUp", "arrived", "departed", "sentOut"]),
    ...outcome<ParcelLine>(),
    ...seen(lines, ["missing", "returned"]),
  ];
  return (
    <DataTable
      compact
      caption={`Parcels by ${view}`}
      columns={columns}
      rows={lines}
      rowKey="key"
      empty="Nothing was picked up, delivered or tried on these days."
    />
  );
}

export function RunTable({ runs, hubs }: { runs: readonly RunLine[]; hubs: HubNames }) {
  const columns: Column<RunLine>[] = [
    {
      key: "name",
      header: "Run",
      primary: true,
      cell: ({ key, name }) => (
        <Link to={`/admin/runs/${key}`} className={`${LINK} whitespace-nowrap`}>
          {name}
        </Link>
      ),
    },
    {
      key: "day",
      header: "Day",
      narrow: "bare",
      cell: ({ day }) => <span className="whitespace-nowrap">{adminDayText(day)}</span>,
    },
    { key: "kind", header: "Kind", narrow: "bare", cell: ({ kind }) => RUN_KIND_NAMES[kind] },
    {
      key: "hub",
      header: "Hub",
      narrow: "bare",
      cell: ({ hubId, toHubId }) =>
        [hubId, toHubId].flatMap((id) => (id ? hubNameText(id, hubs) : [])).join(" → "),
    },
    { key: "state", header: "State", narrow: "bare", cell: ({ state }) => RUN_STATE_NAMES[state] },
    { key: "taken", header: "Taken", align: "right", cell: (run) => numberText(takenBy(run)) },
    ...outcome<RunLine>(),
    count<RunLine>("missing"),
  ];
  return (
    <DataTable
      compact
      caption="Parcels by run"
      columns={columns}
      rows={runs}
      rowKey="key"
      empty="No run was planned for these days."
    />
  );
}

export const MOST_BARS = 10;

export function DeliveredBars({
  view,
  lines,
  hubs,
  compared,
}: {
  view: "hub" | "lane";
  lines: readonly ParcelLine[];
  hubs: HubNames;
  compared: Periods<ParcelLine>;
}) {
  const before = new Map(compared.lines.map(({ key, delivered }) => [key, delivered]));
  const most = lines.filter(({ key, delivered }) => key !== NO_ID && delivered > 0);
  if (most.length === 0) return null;
  return (
    <>
      <BarsLegend now={compared.now} before={compared.before} />
      <RankBars
        caption={
          most.length > MOST_BARS ? `Delivered, ${MOST_BARS} largest ${view}s` : `Delivered by ${view}`
        }
        bars={most.slice(0, MOST_BARS).map(({ key, delivered }) => ({
          label: view === "hub" ? hubNameText(key, hubs) : laneText(key),
          value: delivered,
          before: before.get(key) ?? 0,
          text: numberText(delivered),
        }))}
      />
    </>
  );
}
