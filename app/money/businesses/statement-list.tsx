/** BUSINESS-9: the entries of a business's account, with the balance after each entry. */
import { formatDate } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { DataTable, type Column } from "../../ui/table.tsx";
import type { BusinessStatementEntry } from "./statement.server.ts";

const COLUMNS: readonly Column<BusinessStatementEntry>[] = [
  { key: "text", header: "What", primary: true, long: true, cell: ({ text }) => text },
  { key: "kobo", header: "Amount", align: "right", narrow: "end", cell: ({ kobo }) => formatNaira(kobo) },
  { key: "at", header: "Day", narrow: "bare", cell: ({ at }) => formatDate(at) },
  { key: "balance", header: "Balance", align: "right", cell: ({ balanceKobo }) => formatNaira(balanceKobo) },
];

export const StatementList = ({ entries }: { entries: readonly BusinessStatementEntry[] }) => (
  <DataTable
    caption="The account, newest first"
    rows={entries}
    rowKey="key"
    columns={COLUMNS}
    empty="Nothing was invoiced yet"
    compact
  />
);
