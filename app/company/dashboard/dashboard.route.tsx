/** Back office: the dashboard. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Route } from "./+types/dashboard.route";
import { adminContext } from "../../access/principal-context.ts";
import { staffAction } from "../../access/staff-door.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { servicesContext } from "../../platform/context.ts";
import { MoneyFigures } from "../../money/reports/report-parts.tsx";
import { readMoneyToday } from "../../money/reports/reports.server.ts";
import { formatAdminDate, parseLagosDay } from "../../domain/dates.ts";
import type { LiveHandle, RoleHandle } from "../../platform/live/live-topics.ts";
import { Bars } from "../../ui/bars.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { BookingStatusBadge } from "../../parcels/bookings/booking-status-badge.tsx";
import { EmptyState, FailedState } from "../../ui/states.tsx";
import { readDailyWork } from "./daily-work.server.ts";
import { LateTable, TodayTable, WeeksTable } from "./daily-work.tsx";
import { DestinationMap } from "./destination-map.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { dismissFirstSteps, readFirstSteps } from "./first-steps.server.ts";
import { readFigures, recentIncomplete, type Figures } from "./figures.server.ts";
import { readToDo } from "./to-do.server.ts";
import { ToDoList } from "./to-do.tsx";
import { DashboardTotals } from "./totals.tsx";
import { officeMeta } from "../../platform/http/page-meta.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { numberText } from "../../platform/http/list-count.ts";

export const handle: LiveHandle & RoleHandle = {
  live: () => ["bookings", "money", "exceptions", "runs"],
  sameForRole: true,
};

export const meta: Route.MetaFunction = (args) => officeMeta(args, "Dashboard");

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  // If a part of the figures cannot be read, returns null, so that the dashboard still shows the other parts.
  const orNull = (error: unknown) => {
    services.log.error({ err: error }, "no figures for the dashboard");
    return null;
  };
  const admin = context.get(adminContext);
  const boss = admin.role === "super_admin";
  const now = services.now();
  const [toDo, figures, work, money, firstSteps, recent] = await Promise.all([
    readToDo(services, admin).catch(orNull),
    readFigures(services).catch(orNull),
    readDailyWork(services).catch(orNull),
    boss ? readMoneyToday(services).catch(orNull) : null,
    boss ? readFirstSteps(services).catch(orNull) : null,
    recentIncomplete(services),
  ]);
  return { now, toDo, figures, work, money, firstSteps, recent };
}

export const action = staffAction({
  buttons: { "": { operation: dismissFirstSteps, done: "Dismissed" } },
  to: () => "/admin",
});

export const clientAction = formClientAction<typeof action>();

const dayName = (day: string) => formatAdminDate(parseLagosDay(day)!);

type LoaderData = Route.ComponentProps["loaderData"];

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { now, toDo, figures, work, money, firstSteps, recent } = loaderData;
  return (
    <>
      <PageHead title="Dashboard" />
      {toDo ? (
        <ToDoList work={toDo} now={now} settingUp={firstSteps !== null} />
      ) : (
        <FailedState
          className="mt-6"
          title="What is to do could not be read."
          text="Load the page again in a moment."
        />
      )}
      {firstSteps && <FirstSteps steps={firstSteps} />}
      {figures ? (
        <DashboardTotals figures={figures} />
      ) : (
        <FailedState
          className="mt-6"
          title="Failed to load statistics."
          text="Load the page again in a moment."
        />
      )}
      {money && <Money money={money} />}
      {work && (
        <div className="mt-10 grid gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-[3fr_3fr_4fr]">
          <section aria-labelledby="today" className="@container min-w-0">
            <Heading id="today">Today</Heading>
            <TodayTable work={work} />
          </section>
          <section aria-labelledby="late" className="@container min-w-0">
            <Heading id="late">Late by state</Heading>
            <LateTable states={work.lateByState} counted={work.lateCounted} />
          </section>
          <section aria-labelledby="weeks" className="@container min-w-0 md:col-span-2 xl:col-span-1">
            <Heading id="weeks">Delivered on time</Heading>
            <WeeksTable weeks={work.weeks} />
          </section>
        </div>
      )}
      <div className="mt-10 grid gap-10 xl:grid-cols-[3fr_2fr]">
        <Recent recent={recent} />
        {figures && <Days figures={figures} />}
      </div>
      {figures && (
        <section aria-labelledby="states" className="mt-10">
          <Heading id="states">Deliveries by destination</Heading>
          <DestinationMap states={figures.perState} />
        </section>
      )}
    </>
  );
}

function Recent({ recent }: Pick<LoaderData, "recent">) {
  return (
    <section aria-labelledby="recent" className="min-w-0">
      <Heading id="recent" more={<QuietLink to="/admin/bookings">View all</QuietLink>}>
        Recent Incomplete Deliveries
      </Heading>
      {recent.length === 0 ? (
        <EmptyState title="No incomplete deliveries found" />
      ) : (
        <ul className="border-t border-line">
          {recent.map((row) => (
            <li
              key={row.id}
              className="grid gap-x-4 gap-y-1 border-b border-line py-3 sm:grid-cols-[1fr_auto]"
            >
              <div className="min-w-0">
                <Link
                  to={`/admin/bookings/${row.trackingCode}`}
                  className="inline-flex min-h-6 items-center font-display font-bold tracking-wide underline underline-offset-4"
                >
                  {row.trackingCode}
                </Link>
                <p>
                  {row.senderName}, {row.senderState} → {row.receiverName}, {row.receiverState}
                </p>
              </div>
              <div className="flex items-center gap-3 sm:flex-col sm:items-end sm:gap-1">
                <BookingStatusBadge status={row.status} />
                <time className="text-sm text-muted" dateTime={row.createdAt.toISOString()}>
                  {formatAdminDate(row.createdAt)}
                </time>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Money({ money }: { money: NonNullable<LoaderData["money"]> }) {
  return (
    <section aria-labelledby="money" className="mt-8">
      <Heading id="money" more={<QuietLink to="/admin/reports">Reports</QuietLink>}>
        Money
      </Heading>
      <MoneyFigures
        figures={[
          { name: "Revenue today", kobo: money.todayKobo, hint: "with VAT" },
          { name: "Revenue this month", kobo: money.monthKobo, hint: "with VAT" },
          {
            name: "Paid this month",
            kobo: money.paidMonthKobo,
            hint: `today ${formatNaira(money.paidTodayKobo)}`,
          },
          { name: "Left to pay", kobo: money.owedKobo },
        ]}
      />
    </section>
  );
}

function Days({ figures }: { figures: Figures }) {
  return (
    <section aria-labelledby="days" className="min-w-0">
      <Heading id="days">Deliveries per day, 30 days</Heading>
      <Bars
        caption="Deliveries per day over the last 30 days"
        height={160}
        bars={figures.perDay.map(({ day, count }) => ({
          label: dayName(day),
          value: count,
          title: `${dayName(day)}: ${count}`,
        }))}
      />
      <p className="mt-1 text-sm text-muted">
        Most in a day: {numberText(Math.max(...figures.perDay.map(({ count }) => count)))}
      </p>
    </section>
  );
}

const QuietLink = (props: { to: string; children: ReactNode }) => (
  <ButtonLink size="sm" variant="quiet" className="-mr-3" {...props} />
);

function Heading({ id, children, more }: { id: string; children: ReactNode; more?: ReactNode }) {
  return (
    <div className="mb-3 flex min-h-11 items-center justify-between gap-2">
      <h2 id={id} className="font-display text-xl font-bold">
        {children}
      </h2>
      <div className="shrink-0">{more}</div>
    </div>
  );
}
