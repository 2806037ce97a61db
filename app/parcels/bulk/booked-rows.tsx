/** BULK-5, BULK-9: the booked rows of a batch, with links to their labels and to the result file. */
import { Fragment } from "react";
import { formatNaira } from "../../domain/money.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { WE_TELL } from "../../money/prices/price-text.ts";
import { numberText } from "../../platform/http/list-count.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { BATCH_REFERENCE, type BatchPayment } from "./batch-payment.ts";
import { batchPath } from "./paths.ts";
import type { BatchPage } from "./read-batch.server.ts";

export function BatchBooked({ page }: { page: BatchPage }) {
  const { booked, pieces } = page;
  const here = batchPath(page);
  return (
    <section aria-labelledby="booked" className="mt-6 max-w-3xl border-l-8 border-go bg-card p-4">
      <h2 id="booked" className="font-display text-xl font-bold">
        {numberText(booked.length)} {booked.length === 1 ? "parcel is" : "parcels are"} booked
      </h2>
      <p>
        {numberText(pieces)} {pieces === 1 ? "label" : "labels"} to print, one for each piece. We email the
        codes in one mail.
      </p>
      {page.bookedKobo !== null && (
        <p className="mt-2">
          Total: <strong>{formatNaira(page.bookedKobo)}</strong>
        </p>
      )}
      {page.payment && <HowToPay payment={page.payment} />}
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to={`${here}/labels`}>Print labels</ButtonLink>
        <ButtonLink href={`${here}/result.csv`} variant="secondary">
          Download the result
        </ButtonLink>
      </div>
    </section>
  );
}

/** BULK-7: says how to pay what is left of the prices of the parcels. */
const HowToPay = ({ payment: { texts, transfer } }: { payment: BatchPayment }) => (
  <>
    {texts.map((text) => (
      <p key={text} className="mt-2">
        {text}
      </p>
    ))}
    {transfer && (
      <>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {[
            ["To transfer", formatNaira(transfer.kobo)],
            ["Bank", transfer.account.bank],
            ["Account number", transfer.account.accountNumber],
            ["Account name", transfer.account.accountName],
            ["Reference", BATCH_REFERENCE],
          ].map(([name, value]) => (
            <Fragment key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="font-semibold wrap-anywhere">{value}</dd>
            </Fragment>
          ))}
        </dl>
        <p className="mt-2">
          <CopyButton text={transfer.account.accountNumber} label="Copy account number" />
        </p>
      </>
    )}
  </>
);

type BookedRow = BatchPage["booked"][number];

const PRICE: Column<BookedRow> = {
  key: "price",
  header: "Price",
  align: "right",
  narrow: "end",
  cell: ({ totalKobo }) => (totalKobo === null ? WE_TELL : formatNaira(totalKobo)),
};

export function BookedRows({ page }: { page: BatchPage }) {
  const track = (code: string) => (page.kind === "staff" ? `/admin/bookings/${code}` : `/track?code=${code}`);
  const columns: readonly Column<BookedRow>[] = [
    { key: "row", header: "Row", cell: ({ row }) => row },
    {
      key: "code",
      header: "Code",
      primary: true,
      cell: ({ code }) => <TextLink to={track(code)}>{readableTrackingCode(code)}</TextLink>,
    },
    { key: "name", header: "Receiver", long: true, narrow: "bare", cell: ({ name }) => name },
    { key: "pieces", header: "Pieces", align: "right", cell: ({ pieces }) => pieces },
    ...(page.seesMoney ? [PRICE] : []),
  ];
  return (
    <section aria-label="Booked rows" className="mt-8">
      <DataTable
        caption="Booked rows, in the order of the sheet"
        rows={page.booked}
        rowKey="row"
        columns={columns}
        compact
      />
    </section>
  );
}
