/** REPORT-8: the parcel reports by hub, lane, week, run or rider, and the denied attempts. */
import type { Route } from "./+types/admin-parcel-reports.route";
import { PARCEL_NUMBER_LABELS, type ParcelNumber } from "../../domain/parcel-numbers.ts";
import { PeriodChooser, periodText } from "../../money/reports/period-chooser.tsx";
import { commonPeriods, periodBefore } from "../../money/reports/period.ts";
import { ReportTabs } from "../../money/reports/report-tabs.tsx";
import { activeHubs } from "../../places/hubs.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { parsePageParams } from "../../platform/http/keyset.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { FigureList, Headline } from "../../ui/figures.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { readDenied, readRiderLines } from "./deed-lines.server.ts";
import { DeniedTable, RiderTable } from "./deed-tables.tsx";
import { readHubNames, readPlaceLines, readRunCursor, readRunLines } from "./parcel-report.server.ts";
import {
  comparedShare,
  isPlaceView,
  PARCEL_VIEW_LABELS,
  PARCEL_VIEWS,
  parcelsPath,
  percentOf,
  readParcelParams,
  SHARES,
  totalParcels,
  type ParcelView,
  type Share,
} from "./parcel-report.ts";
import { DeliveredBars, hubNameText, MOST_BARS, ParcelTable, RunTable } from "./parcel-tables.tsx";

const HERE = "/admin/reports/parcels";
/** The most lanes, or denied attempts, that the page shows. The export has all of them. */
const MOST_LINES = 100;
const RUNS_A_PAGE = 50;

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Parcel reports");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const at = services.now();
  const params = new URL(request.url).searchParams;
  const hasHubs = (await activeHubs(services)).length > 0;
  const { period, ...asked } = readParcelParams(params, at, hasHubs);
  const common = commonPeriods(at);
  if (!period) return { ...asked, common, report: null };
  const past = periodBefore(period);
  const { view } = asked;
  const [lines, hubs, runs, riders, denied] = await Promise.all([
    readPlaceLines(db, isPlaceView(view) ? view : "hub", period, past),
    readHubNames(db),
    view === "run" ? readRunLines(db, { ...asked, period }, pageOf(params), RUNS_A_PAGE) : null,
    view === "rider" ? readRiderLines(db, period) : null,
    view === "denied" ? readDenied(db, period, MOST_LINES) : null,
  ]);
  const shown = view === "week" ? lines.now : lines.now.slice(0, MOST_LINES);
  const inBars = new Set(shown.slice(0, MOST_BARS).map(({ key }) => key));
  const report = {
    ...{ period, past, hubs, runs, riders, denied, lines: shown },
    lanes: view === "lane" ? lines.now.length : 0,
    before: lines.before.filter(({ key }) => inBars.has(key)),
    total: { now: totalParcels(lines.now), before: totalParcels(lines.before) },
  };
  return { ...asked, common, report };
}

const pageOf = (params: URLSearchParams) => parsePageParams(params, readRunCursor);

export default function ParcelReportsPage({ loaderData }: Route.ComponentProps) {
  const { view, hub, common, rawValues, errors, report } = loaderData;
  const kept: Record<string, string> = hub ? { hub } : {};
  const asked = new URLSearchParams({ by: view, ...rawValues, ...kept }).toString();
  return (
    <>
      <PageHead
        title="Reports"
        text="What was delivered at the first attempt and on time, and what went missing."
        actions={
          report && (
            <ButtonLink size="sm" variant="secondary" href={`${HERE}/export.csv?${asked}`}>
              Export CSV
            </ButtonLink>
          )
        }
      />
      <ReportTabs current="parcels" days={rawValues} />
      <PeriodChooser
        here={HERE}
        hidden={{ by: view, ...kept }}
        rawValues={rawValues}
        errors={errors}
        common={common}
        pathOf={(_, period) => parcelsPath(view, period, kept)}
      />
      {report && <Report view={view} hub={hub} report={report} />}
    </>
  );
}

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["report"]>;

function Report({ view, hub, report }: { view: ParcelView; hub: string | null; report: Loaded }) {
  const { period, past, lines, lanes, before, hubs } = report;
  const compared = { lines: before, now: periodText(period), before: periodText(past) };
  return (
    <>
      <Totals report={report} />
      {Object.keys(hubs).length > 0 && (
        <div className="mt-8">
          <Tabs
            label="Lay out by"
            tabs={PARCEL_VIEWS.map((one) => ({
              href: parcelsPath(one, period),
              label: PARCEL_VIEW_LABELS[one],
              current: one === view,
            }))}
          />
        </div>
      )}
      <div className="mt-4">
        {(view === "hub" || view === "lane") && (
          <DeliveredBars view={view} lines={lines} hubs={hubs} compared={compared} />
        )}
        <div className="mt-4">
          <Lines view={view} hub={hub} report={report} />
        </div>
        {lanes > lines.length && (
          <p className="mt-2 text-muted">
            {lines.length} of {numberText(lanes)} lanes, most delivered first. Export CSV has all.
          </p>
        )}
      </div>
      <p className="mt-6 max-w-prose text-sm text-muted">
        We count pieces, on the day when it happened, also where we heard of it later. First attempt: of the
        pieces that we tried to deliver for the first time, how many we delivered. On time: of the delivered
        ones, how many on or before their estimated day. An attempt counts as failed where its reason is one
        at the door. A status that was set by hand has no hub. Each lane uses the addresses as they are now.
      </p>
    </>
  );
}

function Lines({ view, hub, report }: { view: ParcelView; hub: string | null; report: Loaded }) {
  const { period, lines, hubs, runs, riders, denied } = report;
  if (isPlaceView(view)) return <ParcelTable view={view} period={period} lines={lines} hubs={hubs} />;
  if (runs) return <Runs report={{ ...report, runs }} hub={hub} />;
  if (riders) return <RiderTable riders={riders} />;
  return denied && <DeniedTable denied={denied} />;
}

const FIGURES = [
  "delivered",
  "pickedUp",
  "attempts",
  "missing",
  "returned",
] as const satisfies ParcelNumber[];

function Totals({ report: { period, past, total } }: { report: Loaded }) {
  const share = (name: Share) => {
    const [now, before] = [percentOf(total.now, name), percentOf(total.before, name)];
    return (
      <Headline name={SHARES[name].label} hint={comparedShare(now, before)}>
        {now === null ? "–" : `${now}%`}
      </Headline>
    );
  };
  return (
    <NamedSection id="total" title={periodText(period)} className="mt-6">
      <p className="text-sm text-muted">Compared with {periodText(past)}</p>
      <div className="mt-3 grid gap-x-12 gap-y-4 md:grid-cols-2">
        <div className="grid grid-cols-2 content-start gap-x-6 gap-y-3">
          {share("firstAttempt")}
          {share("onTime")}
        </div>
        <FigureList
          figures={FIGURES.map((name) => ({
            name: PARCEL_NUMBER_LABELS[name],
            value: (
              <>
                <span className="mr-3 text-sm font-normal text-muted">
                  before {numberText(total.before[name])}
                </span>
                {numberText(total.now[name])}
              </>
            ),
          }))}
        />
      </div>
    </NamedSection>
  );
}

type WithRuns = Loaded & { runs: NonNullable<Loaded["runs"]> };

/** Shows the runs of the period. Their counts include deeds that were done after the period. */
function Runs({ report: { period, runs, hubs }, hub }: { report: WithRuns; hub: string | null }) {
  const page = (name: string, cursor: string) =>
    parcelsPath("run", period, { ...(hub && { hub }), [name]: cursor });
  return (
    <>
      {hub && (
        <p className="flex flex-wrap items-center gap-x-4">
          Runs of {hubNameText(hub, hubs)}{" "}
          <TextLink to={parcelsPath("run", period)}>Runs of all hubs</TextLink>
        </p>
      )}
      <RunTable runs={runs.rows} hubs={hubs} />
      <Pager
        {...(runs.previous && { previousHref: page("newer", runs.previous) })}
        {...(runs.next && { nextHref: page("older", runs.next) })}
      />
    </>
  );
}
