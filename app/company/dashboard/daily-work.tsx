/** STAFF-25: shows today's and yesterday's work, late parcels by state, and eight weeks of deliveries. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatNearDate, parseLagosDay } from "../../domain/dates.ts";
import { stateLabel, isState } from "../../domain/states.ts";
import type { DailyWork, Week } from "./daily-work.server.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { BOOKING_STATUS_LABELS, WORK_STATUSES } from "../../domain/delivery-status.ts";

const ROWS = [
  ["received", "Received"],
  ...WORK_STATUSES.map((status) => [status, BOOKING_STATUS_LABELS[status]] as const),
] as const;

const listed = new Intl.ListFormat("en-GB").format(
  WORK_STATUSES.map((status) => BOOKING_STATUS_LABELS[status].toLowerCase()),
);

const CELL = "py-2 pl-3 text-right tabular-nums wrap-anywhere";

export function TodayTable({ work: { today, yesterday } }: { work: DailyWork }) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{`Parcels received, ${listed}, today and yesterday`}</caption>
      <Head columns={["Parcels", "Today", "Yesterday"]} />
      <tbody>
        {ROWS.map(([key, name]) => (
          <tr key={key} className="border-b border-line">
            <th scope="row" className="py-2 font-normal">
              {name}
            </th>
            <td className={`${CELL} font-display text-xl font-bold`}>{numberText(today[key])}</td>
            <td className={`${CELL} text-muted`}>{numberText(yesterday[key])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function LateTable({ states, counted }: { states: DailyWork["lateByState"]; counted: number | null }) {
  if (states.length === 0) return <p className="text-muted">Nothing is late.</p>;
  const table = (
    <table className="w-full text-left">
      <caption className="sr-only">Late parcels by destination state, most first</caption>
      <Head columns={["State", "Late"]} />
      <tbody>
        {states.map(({ state, count }) => (
          <tr key={state} className="border-b border-line">
            <th scope="row" className="font-normal">
              <Link
                className="inline-flex min-h-11 items-center underline underline-offset-4"
                to={`/admin/bookings?status=late&state=${encodeURIComponent(state)}`}
              >
                {isState(state) ? stateLabel(state) : state}
              </Link>
            </th>
            <td className={CELL}>{numberText(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (counted === null) return table;
  return (
    <>
      {table}
      <p className="mt-2 text-muted">Only the {numberText(counted)} that were due last are counted.</p>
    </>
  );
}

export function WeeksTable({ weeks }: { weeks: readonly Week[] }) {
  const first = weeks.findIndex(({ delivered }) => delivered > 0);
  if (first < 0) return <p className="text-muted">Nothing was delivered in the last eight weeks.</p>;
  return (
    <table className="w-full text-left">
      <caption className="sr-only">Deliveries of the last eight weeks, newest first</caption>
      <Head columns={["Week from", "Delivered", "On time", "Usual days"]} />
      <tbody>
        {weeks
          .slice(first)
          .toReversed()
          .map(({ from, delivered, inTimePercent, medianDays }) => (
            <tr key={from} className="border-b border-line">
              <th scope="row" className="py-2 font-normal wrap-anywhere @2xs:whitespace-nowrap">
                {formatNearDate(parseLagosDay(from)!)}
              </th>
              <td className={CELL}>{numberText(delivered)}</td>
              <td className={CELL}>{inTimePercent === null ? <None /> : `${inTimePercent}%`}</td>
              <td className={CELL}>{medianDays ?? <None />}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function None(): ReactNode {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </>
  );
}

function Head({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr className="border-b border-line">
        {columns.map((column, place) => (
          <th
            key={column}
            scope="col"
            className={`py-2 text-sm wrap-anywhere @2xs:wrap-break-word ${place > 0 ? "pl-3 text-right" : ""}`}
          >
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
