/** BUSINESS-6: invoices and credit notes, each with its unpaid amount. */
import { dayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { ListedInvoice } from "./open-invoices.server.ts";

export function InvoiceState({
  kind,
  openKobo,
  dueOn,
  today,
}: Pick<ListedInvoice, "kind" | "openKobo" | "dueOn"> & { today: string }) {
  if (kind === "credit_note") return <StatusBadge tone="good">Credit note</StatusBadge>;
  if (openKobo === 0) return <StatusBadge tone="good">Paid</StatusBadge>;
  return dueOn < today ? (
    <StatusBadge tone="bad">Overdue</StatusBadge>
  ) : (
    <StatusBadge tone="wait">Open</StatusBadge>
  );
}

export function InvoiceList({
  invoices,
  under,
  today,
}: {
  invoices: readonly ListedInvoice[];
  under: string;
  today: string;
}) {
  const columns: readonly Column<ListedInvoice>[] = [
    {
      key: "number",
      header: "Number",
      primary: true,
      cell: ({ number }) => <TextLink to={`${under}/${number}`}>{number}</TextLink>,
    },
    { key: "state", header: "State", narrow: "end", cell: (one) => <InvoiceState {...one} today={today} /> },
    { key: "on", header: "Issued", cell: ({ issuedOn }) => dayText(issuedOn) },
    {
      key: "due",
      header: "Due",
      none: "",
      cell: ({ kind, dueOn }) => (kind === "invoice" ? dayText(dueOn) : null),
    },
    { key: "total", header: "Amount", align: "right", cell: ({ totalKobo }) => formatNaira(totalKobo) },
    { key: "open", header: "Open", align: "right", cell: ({ openKobo }) => formatNaira(openKobo) },
  ];
  return (
    <DataTable
      caption="Invoices, newest first"
      rows={invoices}
      rowKey="id"
      columns={columns}
      empty="No invoices yet"
      compact
    />
  );
}
