/** REPORT-2, REPORT-3: revenue, VAT, payments and what is owed, by day, month, lane or method. Days and view are in the URL. */
import { Form } from "react-router";
import type { Route } from "./+types/admin-reports.route";
import { adminDayText } from "../../domain/dates.ts";
import { servicesContext } from "../../platform/context.ts";
import { noindexMeta } from "../../platform/http/page-meta.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { commonPeriods, readReportParams, VIEW_LABELS, VIEWS, type Period, type View } from "./period.ts";
import {
  LaneBars,
  MethodBars,
  MethodTable,
  MoneyFigures,
  ReportTable,
  reportPath,
  RevenueBars,
} from "./report-parts.tsx";
import { hasAmounts, netOf, totalOf } from "./report.ts";
import { readMethods, readReport, readStanding } from "./reports.server.ts";
import { numberText } from "../../platform/http/list-count.ts";

const HERE = "/admin/reports";
/** The export has all lanes. */
const MOST_LANES = 100;

export const meta: Route.MetaFunction = () => noindexMeta("Reports · Ona back office");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const at = services.now();
  const { view, period, ...asked } = readReportParams(new URL(request.url).searchParams, at);
  const common = commonPeriods(at);
  if (!period) return { ...asked, view, common, report: null };
  const { db } = services;
  const [lines, methods, standing] = await Promise.all([
    readReport(db, view === "method" ? "month" : view, period),
    view === "method" ? readMethods(db, period) : null,
    readStanding(services, period),
  ]);
  const shown = view === "lane" ? lines.slice(0, MOST_LANES) : lines;
  const report = { period, lines: shown, lanes: lines.length, methods, standing, total: totalOf(lines) };
  return { ...asked, view, common, report };
}

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const { view, common, rawValues, errors, report } = loaderData;
  const asked = new URLSearchParams({ by: view, ...rawValues }).toString();
  return (
    <>
      <PageHead
        title="Reports"
        text="What was charged, what was paid and what is left to pay."
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
      <Form
        method="get"
        noValidate
        action={HERE}
        key={asked}
        aria-label="Days"
        className="mt-6 grid gap-4 border-2 border-line bg-card p-4 sm:grid-cols-[1fr_1fr_auto] sm:items-start"
      >
        <input type="hidden" name="by" value={view} />
        <Field label="First day" type="date" name="from" defaultValue={rawValues.from} error={errors.from} />
        <Field label="Last day" type="date" name="to" defaultValue={rawValues.to} error={errors.to} />
        <Button type="submit" size="sm" className="sm:mt-7">
          Show
        </Button>
      </Form>
      <CommonPeriods view={view} common={common} />
      {report && <Report view={view} report={report} />}
    </>
  );
}

/** A year is looked at by month where it was looked at by day. */
function CommonPeriods({ view, common }: { view: View; common: ReturnType<typeof commonPeriods> }) {
  const best = (label: string): View => (view === "day" && label.endsWith("year") ? "month" : view);
  return (
    <nav aria-label="Often used days" className="mt-2">
      <ul className="flex flex-wrap gap-x-3">
        {common.map(({ label, period }) => (
          <li key={label}>
            <TextLink to={reportPath(best(label), period)} preventScrollReset>
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["report"]>;

function Report({ view, report }: { view: View; report: Loaded }) {
  const { period, lines, lanes, methods, total } = report;
  const links = VIEWS.map((one) => ({
    href: reportPath(one, period),
    label: VIEW_LABELS[one],
    current: one === view,
  }));
  return (
    <>
      <NamedSection id="total" title={periodText(period)} className="mt-6">
        <MoneyFigures
          figures={[
            {
              name: "Revenue with VAT",
              kobo: total.revenueKobo,
              hint: `Bookings priced: ${numberText(total.bookings)}`,
            },
            { name: "VAT", kobo: total.vatKobo },
            { name: "Revenue without VAT", kobo: netOf(total) },
            { name: "Paid", kobo: total.paidKobo, hint: "payments less reversals" },
          ]}
        />
      </NamedSection>
      <Owed report={report} />
      <div className="mt-8">
        <Tabs label="Lay out by" tabs={links} />
      </div>
      <div className="mt-4">
        {(view === "day" || view === "month") && <RevenueBars view={view} lines={lines} />}
        {view === "lane" && lines.length > 0 && <LaneBars lines={lines} />}
        {methods && <MethodBars methods={methods} />}
        <div className="mt-4">
          {methods ? (
            <MethodTable methods={methods} />
          ) : (
            view !== "method" && <ReportTable view={view} period={period} lines={lines.filter(hasAmounts)} />
          )}
        </div>
        {lanes > lines.length && (
          <p className="mt-2 text-muted">
            {lines.length} of {numberText(lanes)} lanes, most revenue first. Export CSV has all.
          </p>
        )}
      </div>
      <p className="mt-6 max-w-prose text-sm text-muted">
        Revenue counts on the day a price is set; a changed price counts as a difference on its own day. It
        holds handling of cash on delivery. Money collected for senders and stores is theirs and not in it.
        Referral credit lowers what is to pay, not revenue. A lane is that of the addresses as they are now.
      </p>
    </>
  );
}

function Owed({ report: { period, standing } }: { report: Loaded }) {
  const { weekKobo, monthKobo, olderKobo, thenKobo, heldKobo } = standing;
  const end = adminDayText(period.to);
  return (
    <NamedSection id="owed" title="Left to pay" className="mt-8">
      <MoneyFigures
        figures={[
          { name: "Now", kobo: weekKobo + monthKobo + olderKobo },
          { name: "Booked in the last 7 days", kobo: weekKobo },
          { name: "Booked 8 to 30 days ago", kobo: monthKobo },
          { name: "Booked over 30 days ago", kobo: olderKobo },
          { name: `At the end of ${end}`, kobo: thenKobo },
          { name: `Held for senders and stores, ${end}`, kobo: heldKobo, hint: "not ours: see Settlements" },
        ]}
      />
    </NamedSection>
  );
}

function periodText({ from, to }: Period): string {
  return from === to ? adminDayText(from) : `${adminDayText(from)} to ${adminDayText(to)}`;
}
