/** SETTLE-4: a payee's money in one Lagos week. */
import { Link } from "react-router";
import {
  addDays,
  formatAdminDate,
  formatAdminDateTime,
  formatDate,
  formatDateTime,
  lagosDay,
  parseLagosDay,
} from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { withParams } from "../../platform/http/query.ts";
import { FigureList } from "../../ui/figures.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import type { Statement, PayeeStatementEntry } from "./statement.server.ts";
import { entryText, netCollectedOf } from "./statement-text.ts";
import { NamedSection } from "../../ui/named-section.tsx";
import { Amount } from "../../ui/amount.tsx";

type Props = {
  statement: Statement;
  today: string;
  here: string;
  /** The page's URL parameters. Links to other weeks keep the parameters, so that the selected store stays. */
  params: URLSearchParams;
  /** True for staff: dates are written as in the back office (WEB-10), and codes link to the collection. */
  staff?: boolean;
};

const LINK = "inline-flex min-h-11 items-center underline underline-offset-4";

export function WeeklyStatement({ statement, today, here, params, staff = false }: Props) {
  const { week, openingKobo, closingKobo, entries, more } = statement;
  const from = parseLagosDay(week) ?? new Date(0);
  const href = (days: number) => here + withParams(params, { week: lagosDay(addDays(from, days)) });
  return (
    <NamedSection
      id="statement"
      title={`Week of ${staff ? formatAdminDate(from) : formatDate(from)}`}
      className="mt-8"
    >
      <p className="flex flex-wrap gap-x-6">
        <Link to={href(-7)} className={LINK}>
          Previous week
        </Link>
        {lagosDay(addDays(from, 7)) <= today && (
          <Link to={href(7)} className={LINK}>
            Next week
          </Link>
        )}
        <a href={`${here}/statement.csv${withParams(params, { week })}`} className={LINK}>
          Export CSV
        </a>
      </p>
      <div className="max-w-xl">
        <FigureList
          figures={[
            { name: "Opening balance", value: <Amount>{formatNaira(openingKobo)}</Amount> },
            { name: "Closing balance", value: <Amount>{formatNaira(closingKobo)}</Amount> },
          ]}
        />
      </div>
      <div className="mt-3">
        <DataTable
          compact
          caption="Entries of the week"
          columns={columnsOf(staff)}
          rows={entries}
          rowKey="id"
          empty={<p className="text-muted">No entries in this week.</p>}
        />
      </div>
      {more && (
        <p className="mt-2 text-sm text-muted">The first {entries.length} are shown. The CSV has all.</p>
      )}
    </NamedSection>
  );
}

const columnsOf = (staff: boolean): Column<PayeeStatementEntry>[] => [
  {
    key: "at",
    header: "When",
    cell: ({ at }) => (staff ? formatAdminDateTime(at) : formatDateTime(at)),
    primary: true,
  },
  {
    key: "what",
    header: "What",
    narrow: "bare",
    cell: (entry) => (
      <>
        {entryText(entry)}
        {entry.code && (
          <Link
            to={staff ? `/admin/bookings/${entry.code}/collection` : `/track?code=${entry.code}`}
            className="block underline underline-offset-4"
          >
            {entry.code}
          </Link>
        )}
        {entry.kind === "paid_out" && <span className="block text-sm text-muted">{entry.reference}</span>}
      </>
    ),
  },
  {
    key: "gross",
    header: "Amount",
    align: "right",
    cell: ({ grossKobo }) => <Amount>{formatNaira(grossKobo)}</Amount>,
  },
  {
    key: "fee",
    header: "COD fee",
    align: "right",
    none: "₦0",
    cell: ({ codFeeKobo }) => (codFeeKobo === 0 ? null : <Amount>{formatNaira(codFeeKobo)}</Amount>),
  },
  {
    key: "net",
    header: staff ? "Owed" : "Yours",
    align: "right",
    narrow: "end",
    cell: (entry) => <Amount>{formatNaira(netCollectedOf(entry))}</Amount>,
  },
];
