/** REPORT-11: the table of money collected for senders and stores, and paid out. */
import { formatNaira } from "../../domain/money.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { Amount } from "../../ui/amount.tsx";
import { Link } from "../../ui/link.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import type { Remitted } from "./remittance.server.ts";
import { meanDays } from "./report.ts";

const money = (
  key: string,
  header: string,
  of: (line: Remitted) => number,
  more: Partial<Column<Remitted>> = {},
): Column<Remitted> => ({
  key,
  header,
  align: "right",
  none: "₦0",
  cell: (line) => (of(line) === 0 ? null : <Amount>{formatNaira(of(line))}</Amount>),
  ...more,
});

const COLUMNS: readonly Column<Remitted>[] = [
  {
    key: "name",
    header: "Payee",
    primary: true,
    long: true,
    cell: ({ key, name }) => (
      <Link
        to={`/admin/settlements/${key}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {name}
      </Link>
    ),
  },
  money("before", "Held before", (line) => line.beforeKobo),
  money("in", "Collected", (line) => line.collectedKobo),
  money("fee", "COD fee", (line) => line.feeKobo),
  money("returns", "Returns", (line) => line.deductedKobo),
  money("out", "Paid out", (line) => line.paidOutKobo),
  money("held", "Held at the end", (line) => line.heldKobo, { narrow: "end" }),
  {
    key: "days",
    header: "Days to payout",
    align: "right",
    none: "–",
    cell: (line) => daysText(line),
  },
];

/** Writes the mean number of days, and the longest if different: '2.5, at most 6'. */
function daysText(line: Remitted): string | null {
  const mean = meanDays(line);
  if (mean === null) return null;
  return line.longest > mean ? `${mean}, at most ${numberText(line.longest)}` : String(mean);
}

export const PayeeTable = ({ payees }: { payees: readonly Remitted[] }) => (
  <>
    <DataTable
      compact
      caption="Collected for senders and stores, and paid out"
      columns={COLUMNS}
      rows={payees}
      rowKey="key"
      empty="Nothing was collected, paid out or held on these days."
    />
    <p className="mt-2 max-w-prose text-sm text-muted">
      Days to payout: from the Lagos day on which a collection could be paid out to that of its payout, for
      what was paid out in full on these days.
    </p>
  </>
);
