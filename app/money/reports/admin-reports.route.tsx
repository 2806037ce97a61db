/** REPORT-2, REPORT-3: revenue, VAT, payments and debts by day, week, month, lane or method. Days are in the URL. */
import type { Route } from "./+types/admin-reports.route";
import { adminDayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { Amount } from "../../ui/amount.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { FigureList, Headline } from "../../ui/figures.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import {
  commonPeriods,
  periodBefore,
  readReportParams,
  VIEW_LABELS,
  VIEWS,
  type Period,
  type View,
} from "./period.ts";
import { PeriodChooser, periodText } from "./period-chooser.tsx";
import { MethodBars, RevenueBars, SubjectBars } from "./report-charts.tsx";
import { PayeeTable } from "./payee-table.tsx";
import { isByTime, MethodTable, ReportTable, reportPath, SUBJECTS } from "./report-parts.tsx";
import { ReportTabs } from "./report-tabs.tsx";
import { hasAmounts, netRevenueOf, totalOfLines, type ReportLine } from "./report.ts";
import { readRemittance, remittanceKept } from "./remittance.server.ts";
import { readMethods, readReport, readStanding } from "./reports.server.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { compareRevenue } from "./compare-revenue.ts";

const HERE = "/admin/reports";
/** The largest number of lanes, businesses or payees on the page. The export has all. */
const MOST_LINES = 100;

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Reports");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const at = services.now();
  const { view, period, ...asked } = readReportParams(new URL(request.url).searchParams, at);
  const common = commonPeriods(at);
  const withParcels = (await activeHubs(services)).length > 0;
  if (!period) return { ...asked, view, common, withParcels, report: null };
  const { db } = services;
  const past = periodBefore(period);
  const { remittanceDays } = await services.company();
  const kept = remittanceDays > 0 ? await remittanceKept(db, period, remittanceDays) : null;
  const [now, before, standing, payees] = await Promise.all([
    readPeriod(db, view, period),
    readPeriod(db, view, past),
    readStanding(services, period),
    view === "payee" ? readRemittance(db, period) : [],
  ]);
  const shown = isByTime(view) ? now.lines : now.lines.slice(0, MOST_LINES);
  const report = {
    ...{ period, past, standing, remittanceDays, kept, methods: now.methods },
    payees: payees.slice(0, MOST_LINES),
    all: view === "payee" ? payees.length : now.lines.length,
    lines: shown,
    total: totalOfLines(now.lines),
    before: { ...before, ...pastTotals(before.lines) },
  };
  return { ...asked, view, common, withParcels, report };
}

function pastTotals(lines: readonly ReportLine[]) {
  const { bookings: booked, revenueKobo } = totalOfLines(lines);
  return { booked, revenueKobo };
}

/**
 * Reads a report. The views by method and by payee have their own tables. For these views, the lines by month give the
 * sums above the table.
 */
async function readPeriod(db: Db, view: View, period: Period) {
  const [lines, methods] = await Promise.all([
    readReport(db, view === "method" || view === "payee" ? "month" : view, period),
    view === "method" ? readMethods(db, period) : null,
  ]);
  return { lines, methods };
}

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const { view, common, rawValues, errors, withParcels, report } = loaderData;
  const asked = new URLSearchParams({ by: view, ...rawValues }).toString();
  return (
    <>
      <PageHead
        title="Reports"
        text="What you charged, what was paid and what is left to pay."
        actions={
          report && (
            <div className="flex flex-wrap gap-2">
              <ButtonLink size="sm" variant="secondary" href={`${HERE}/export.csv?${asked}`}>
                Export CSV
              </ButtonLink>
              <ButtonLink size="sm" variant="secondary" href={`${HERE}/entries.csv?${asked}`}>
                Export ledger CSV
              </ButtonLink>
            </div>
          )
        }
      />
      {withParcels && <ReportTabs current="money" days={rawValues} />}
      <PeriodChooser
        here={HERE}
        hidden={{ by: view }}
        rawValues={rawValues}
        errors={errors}
        common={common}
        pathOf={(label, period) => reportPath(bestView(view, label), period)}
      />
      {report && <Report view={view} report={report} />}
    </>
  );
}

/** Shows a year by month, because a line for each day would be too many. */
const bestView = (view: View, label: string): View =>
  view === "day" && label.endsWith("year") ? "month" : view;

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["report"]>;

function Report({ view, report }: { view: View; report: Loaded }) {
  const { period, past, lines, payees, all, methods, total, before } = report;
  const listed = view === "payee" ? payees.length : lines.length;
  const links = VIEWS.map((one) => ({
    href: reportPath(one, period),
    label: VIEW_LABELS[one],
    current: one === view,
  }));
  const compared = { now: periodText(period), before: periodText(past) };
  return (
    <>
      <div className="mt-6 grid gap-8 md:grid-cols-2 md:gap-12">
        <NamedSection id="total" title={periodText(period)}>
          <div className="mt-3 grid gap-3">
            <Headline
              name="Revenue with VAT"
              hint={`${compareRevenue(total.revenueKobo, before.revenueKobo, before.booked)} (${periodText(past)})`}
            >
              <Amount>{formatNaira(total.revenueKobo)}</Amount>
            </Headline>
            <FigureList
              figures={[
                { name: "Bookings priced", value: numberText(total.bookings) },
                { name: "VAT", value: amount(total.vatKobo) },
                { name: "Revenue without VAT", value: amount(netRevenueOf(total)) },
                { name: "Paid", value: amount(total.paidKobo), hint: "Without reversed payments" },
              ]}
            />
          </div>
        </NamedSection>
        <LeftToPay report={report} />
      </div>
      <div className="mt-8">
        <Tabs label="Lay out by" tabs={links} />
      </div>
      <div className="mt-4">
        {isByTime(view) && (
          <RevenueBars view={view} lines={lines} compared={{ ...compared, lines: before.lines }} />
        )}
        {(view === "lane" || view === "service" || view === "business") && lines.length > 0 && (
          <SubjectBars view={view} lines={lines} compared={{ ...compared, lines: before.lines }} />
        )}
        {methods && <MethodBars methods={methods} compared={{ ...compared, lines: before.methods ?? [] }} />}
        <div className="mt-4">
          {methods ? (
            <MethodTable methods={methods} />
          ) : (
            view !== "method" &&
            view !== "payee" && <ReportTable view={view} period={period} lines={lines.filter(hasAmounts)} />
          )}
          {view === "payee" && <PayeeTable payees={payees} />}
        </div>
        {all > listed && (
          <p className="mt-2 text-muted">
            {listed} of {numberText(all)} {SUBJECTS[view]}, {view === "payee" ? "most held" : "most revenue"}{" "}
            first. Export CSV has all.
          </p>
        )}
      </div>
      <p className="mt-6 max-w-prose text-sm text-muted">
        We count revenue on the day when a price is set. When a price changes, we count the difference on that
        day. Our COD fee is part of revenue; the money that we collect for senders and stores is not. Referral
        credit lowers what a sender pays, not revenue. Each lane uses the addresses as they are now, and each
        service what is booked now.
      </p>
    </>
  );
}

const amount = (kobo: number) => <Amount>{formatNaira(kobo)}</Amount>;

function LeftToPay({ report: { period, standing, remittanceDays, kept } }: { report: Loaded }) {
  const { weekKobo, monthKobo, olderKobo, thenKobo, heldKobo } = standing;
  const end = adminDayText(period.to);
  return (
    <NamedSection id="owed" title="Left to pay">
      <div className="mt-3">
        <FigureList
          figures={[
            { name: "Now", value: amount(weekKobo + monthKobo + olderKobo) },
            { name: "Booked in the last 7 days", value: amount(weekKobo) },
            { name: "Booked 8 to 30 days ago", value: amount(monthKobo) },
            { name: "Booked over 30 days ago", value: amount(olderKobo) },
            { name: `At the end of ${end}`, value: amount(thenKobo) },
            {
              name: `Held for senders and stores, ${end}`,
              value: amount(heldKobo),
              hint: "Not ours: see Settlements",
            },
            ...(kept
              ? [
                  {
                    name: `Paid out to senders in time, within ${remittanceDays === 1 ? "1 day" : `${remittanceDays} days`}`,
                    value: kept.paid === 0 ? "None paid out" : `${kept.inTime} of ${kept.paid} collections`,
                    hint: "Counted from when the rider paid it in",
                  },
                ]
              : []),
          ]}
        />
      </div>
    </NamedSection>
  );
}
