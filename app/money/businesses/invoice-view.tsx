/** BUSINESS-6: an invoice or a credit note, on screen and on paper. */
import type { InvoiceParty } from "../../domain/business.ts";
import { dayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import { Amount } from "../../ui/amount.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TransferTo } from "../payments/transfer-to.tsx";
import { InvoiceState } from "./invoice-list.tsx";
import { documentName, partyLines } from "./invoice-words.ts";
import type { InvoicePage } from "./read-invoice.server.ts";

const LINES: readonly Column<InvoicePage["lines"][number]>[] = [
  { key: "parcel", header: "Parcel", primary: true, long: true, cell: ({ label }) => label },
  { key: "centre", header: "Cost centre", long: true, none: "None", cell: ({ costCentre }) => costCentre },
  { key: "vat", header: "VAT in it", align: "right", cell: ({ vatKobo }) => formatNaira(vatKobo) },
  { key: "kobo", header: "Amount", align: "right", narrow: "end", cell: ({ kobo }) => formatNaira(kobo) },
];

function Party({ title, of }: { title: string; of: InvoiceParty }) {
  return (
    <div className="min-w-0">
      <p className="text-sm text-muted">{title}</p>
      {partyLines(of).map((line, at) => (
        <p key={line} className={at === 0 ? "font-bold wrap-anywhere" : "wrap-anywhere"}>
          {line}
        </p>
      ))}
    </div>
  );
}

export function InvoiceView({
  page,
  pdf,
  today,
  pays,
}: {
  page: InvoicePage;
  pdf: string;
  today: string;
  pays: boolean;
}) {
  const { kind, number, issuedOn, dueOn, totalKobo, vatKobo, openKobo, seller, buyer, lines, account } = page;
  const due = kind === "invoice" ? ` Due on ${dayText(dueOn)}.` : "";
  return (
    <>
      <PageHead
        title={`${documentName(kind)} ${number}`}
        text={`Issued on ${dayText(issuedOn)}.${due}`}
        actions={<InvoiceState {...page} today={today} />}
      />
      <div className="mt-6 grid gap-6 sm:grid-cols-2">
        <Party title="From" of={seller} />
        <Party title="To" of={buyer} />
      </div>
      <div className="mt-6">
        <DataTable caption="Lines" rows={lines} rowKey="id" columns={LINES} compact />
      </div>
      <dl className="mt-4 max-w-md">
        <div className="flex justify-between gap-4 border-t-2 border-ink pt-2 text-lg font-bold">
          <dt>Total, VAT included</dt>
          <dd>
            <Amount>{formatNaira(totalKobo)}</Amount>
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt>VAT in it</dt>
          <dd>
            <Amount>{formatNaira(vatKobo)}</Amount>
          </dd>
        </div>
        {kind === "invoice" && (
          <div className="flex justify-between gap-4 font-semibold">
            <dt>Open</dt>
            <dd>
              <Amount>{formatNaira(openKobo)}</Amount>
            </dd>
          </div>
        )}
      </dl>
      {pays && openKobo > 0 && account && (
        <div className="mt-6 max-w-md bg-card px-4 py-4">
          <TransferTo account={account} code={number} leftKobo={openKobo} />
        </div>
      )}
      <p className="mt-6 flex flex-wrap items-center gap-4 print:hidden">
        <ButtonLink href={pdf} variant="secondary">
          PDF
        </ButtonLink>
        <PrintButton label="Print" />
      </p>
    </>
  );
}
