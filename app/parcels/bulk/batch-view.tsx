/** BULK-4, BULK-5: a batch: its waiting rows with prices and errors, its progress, and its booked rows. */
import { useEffect } from "react";
import { Form, useNavigation, useRevalidator } from "react-router";
import { DELIVERY_TYPE_LABELS } from "../../domain/booking.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { saidDay } from "../../domain/promise.ts";
import { formatNaira } from "../../domain/money.ts";
import { WE_TELL } from "../../money/prices/price-text.ts";
import { numberText } from "../../platform/http/list-count.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/field.tsx";
import { FormErrors, IdempotencyKeyField } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { BadRows } from "./bad-rows.tsx";
import { BatchBooked, BookedRows } from "./booked-rows.tsx";
import type { GoodRow, BatchTotals } from "./check-batch.server.ts";
import { bulkPath } from "./paths.ts";
import { PickupPart } from "./pickup-part.tsx";
import type { BatchPage } from "./read-batch.server.ts";

const ASK_EVERY_MS = 1000;

type Props = { page: BatchPage; refused: ActionResult | undefined };

export function BatchView({ page, refused }: Props) {
  const { running, good, bad, booked, senderName, createdAt, ignored } = page;
  const isDraft = !running && (good.length > 0 || bad.length > 0);
  return (
    <>
      <p>
        <TextLink to={bulkPath(page)}>Bulk booking</TextLink>
      </p>
      <PageHead
        title={`Parcels of ${senderName}`}
        text={`Read ${formatDateTime(createdAt)}.${isDraft ? " Kept as a draft for 30 days after its last change." : ""}`}
      />
      {ignored.length > 0 && (
        <p className="mt-4 border-l-8 border-danfo bg-card px-4 py-3">
          We do not use {ignored.length === 1 ? "this column" : "these columns"}: {ignored.join(", ")}.
        </p>
      )}
      {running && <Running {...running} />}
      {!running && booked.length > 0 && <BatchBooked page={page} />}
      {!running && page.refused.length > 0 && (
        <p role="alert" className="mt-4 border-l-8 border-stop bg-card px-4 py-3">
          {page.refused.map(({ row, why }) => `Row ${row} was not booked: ${why}`).join(" ")}
        </p>
      )}
      {isDraft && page.pickup && (
        <PickupPart
          key={`${page.pickup.day} ${page.pickup.half}`}
          pickup={page.pickup}
          formKey={page.keys[1]}
          refused={refused}
        />
      )}
      {isDraft && <Book page={page} refused={refused} />}
      {!running && bad.length > 0 && (
        <BadRows rows={bad} formKey={page.keys[1]} headingRow={page.headingRow} />
      )}
      {!running && good.length > 0 && <GoodRows rows={good} seesMoney={page.seesMoney} />}
      {booked.length > 0 && <BookedRows page={page} />}
    </>
  );
}

function Running({ done, of }: { done: number; of: number }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => void revalidate(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <section aria-label="Progress" className="mt-6 max-w-xl">
      <p role="status" className="font-semibold">
        {numberText(done)} of {numberText(of)} booked
      </p>
      <progress aria-label="Progress" max={of} value={done} className="h-4 w-full" />
      <p className="mt-2">
        You can close this page: the rest is booked all the same, and we email you the codes.
      </p>
      <p className="hidden noscript:block">
        <TextLink to="">Look again</TextLink>
      </p>
    </section>
  );
}

/** BULK-4: returns a label such as 'Book 480, keep 20 as a draft'. */
export function bookLabel(book: number, keep: number): string {
  return keep > 0
    ? `Book ${numberText(book)}, keep ${numberText(keep)} as a draft`
    : `Book ${numberText(book)}`;
}

function Book({ page, refused }: Props) {
  const { good, bad, totals, limit, question, seen, keys } = page;
  const busy = useNavigation().formMethod === "POST";
  const book = Math.min(good.length, limit.left);
  const keep = good.length + bad.length - book;
  return (
    <section aria-labelledby="book" className="mt-6 max-w-3xl">
      <h2 id="book" className="font-display text-xl font-bold">
        {numberText(good.length)} of {numberText(good.length + bad.length)} rows can be booked
      </h2>
      {good.length > 0 && <TotalsPart totals={totals} seesMoney={page.seesMoney} />}
      {good.length > limit.left && (
        <p className="mt-3 border-l-8 border-danfo bg-card px-4 py-3">
          {limit.left === 0 ? "You have booked" : "You can book"} {numberText(limit.most)} rows of tables a
          day
          {limit.left > 0 && `, ${numberText(limit.left)} more today`}. The rest waits here as a draft.
          {limit.most < 100 && " Once one of your parcels is delivered and paid, you can book more."}
        </p>
      )}
      {refused && (
        <FormErrors
          errors={refused.errors}
          title="Nothing was booked"
          labels={{ again: "Book them again?" }}
        />
      )}
      <Form method="post" noValidate className="mt-4 grid gap-3">
        <IdempotencyKeyField value={keys[0]} />
        <input type="hidden" name="seen" value={seen} />
        {question && book > 0 && (
          <CheckboxField label={question} name="again" value="yes" error={refused?.errors["again"]} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          {book > 0 && (
            <Button intent="book" busy={busy} busyLabel="Booking...">
              {bookLabel(book, keep)}
            </Button>
          )}
          <Button intent="delete" variant="quiet">
            Delete this draft
          </Button>
        </div>
      </Form>
    </section>
  );
}

const isMoney = ({ key }: { key: string }) => key === "total" || key === "price";

function TotalsPart({ totals, seesMoney }: { totals: BatchTotals; seesMoney: boolean }) {
  const { groups, totalKobo, vatKobo, collectKobo, unpriced, pieces } = totals;
  return (
    <>
      {seesMoney && (
        <p className="mt-2 font-display text-[1.75rem] leading-tight font-extrabold">
          {formatNaira(totalKobo)}
        </p>
      )}
      <p>
        {numberText(pieces)} {pieces === 1 ? "piece" : "pieces"}.
        {seesMoney && ` VAT in it: ${formatNaira(vatKobo)}.`}
        {collectKobo > 0 && ` To collect from receivers: ${formatNaira(collectKobo)}.`}
        {seesMoney && unpriced > 0 && ` For ${numberText(unpriced)} we will tell you the price.`}
      </p>
      <div className="mt-3">
        <DataTable
          caption="By service and lane"
          rows={groups.map((group) => ({ ...group, id: `${group.service} ${group.lane}` }))}
          rowKey="id"
          columns={seesMoney ? GROUP_COLUMNS : GROUP_COLUMNS.filter((column) => !isMoney(column))}
          compact
        />
      </div>
    </>
  );
}

const GROUP_COLUMNS: readonly Column<BatchTotals["groups"][number] & { id: string }>[] = [
  { key: "lane", header: "Lane", primary: true, cell: ({ lane }) => lane },
  {
    key: "service",
    header: "Service",
    narrow: "bare",
    cell: ({ service }) => DELIVERY_TYPE_LABELS[service].name,
  },
  { key: "rows", header: "Parcels", align: "right", cell: ({ rows }) => numberText(rows) },
  {
    key: "total",
    header: "Price",
    align: "right",
    narrow: "end",
    cell: ({ totalKobo }) => formatNaira(totalKobo),
  },
];

const GOOD_COLUMNS: readonly Column<GoodRow>[] = [
  { key: "row", header: "Row", cell: ({ row }) => row },
  {
    key: "name",
    header: "Receiver",
    primary: true,
    long: true,
    cell: ({ name, row }) => (
      <span className="font-semibold">
        <span className="@4xl:hidden">{row}: </span>
        {name}
      </span>
    ),
  },
  { key: "to", header: "To", narrow: "bare", cell: ({ to }) => to },
  {
    key: "service",
    header: "Service",
    narrow: "bare",
    cell: ({ service }) => DELIVERY_TYPE_LABELS[service].name,
  },
  { key: "pieces", header: "Pieces", align: "right", cell: ({ pieces }) => pieces },
  { key: "day", header: "Last day", cell: ({ lastDay }) => saidDay(lastDay) },
  {
    key: "collect",
    header: "To collect",
    align: "right",
    none: "",
    cell: ({ collectKobo }) => (collectKobo > 0 ? formatNaira(collectKobo) : null),
  },
  {
    key: "price",
    header: "Price",
    align: "right",
    narrow: "end",
    cell: ({ totalKobo }) => (totalKobo === null ? WE_TELL : formatNaira(totalKobo)),
  },
];

const GoodRows = ({ rows, seesMoney }: { rows: readonly GoodRow[]; seesMoney: boolean }) => (
  <section aria-labelledby="good" className="mt-8">
    <h2 id="good" className="font-display text-xl font-bold">
      Rows that can be booked
    </h2>
    <div className="mt-3">
      <DataTable
        caption="Rows that can be booked, in the order of the sheet"
        rows={rows}
        rowKey="row"
        columns={seesMoney ? GOOD_COLUMNS : GOOD_COLUMNS.filter((column) => !isMoney(column))}
        compact
      />
    </div>
  </section>
);
