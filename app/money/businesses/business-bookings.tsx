/** BUSINESS-5: the bookings of a business or of one cost centre, newest first. */
import { Form } from "react-router";
import { formatDate } from "../../domain/dates.ts";
import { BOOKING_STATUS_LABELS } from "../../domain/delivery-status.ts";
import { formatNaira } from "../../domain/money.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { NEWEST_FIRST, type Page } from "../../platform/http/keyset.ts";
import { pageLinks } from "../../platform/http/query.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { Pager } from "../../ui/pager.tsx";
import { DataTable, type Column } from "../../ui/table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { listBusinessBookings } from "./read-business.server.ts";

type Row = Awaited<ReturnType<typeof listBusinessBookings>>["rows"][number];
type Props = {
  found: Page<Row>;
  centres: readonly string[];
  costCentre: string;
  here: string;
  /** False for a clerk: then no price is shown. */
  seesMoney?: boolean;
  /** The address of one booking's page; by default the track page. */
  linkOf?: (code: string) => string;
};

const track = (code: string) => `/track?code=${code}`;

const MONEY_COLUMNS: readonly Column<Row>[] = [
  {
    key: "price",
    header: "Price",
    align: "right",
    none: "Not yet",
    cell: ({ priceKobo }) => priceKobo !== null && formatNaira(priceKobo),
  },
  {
    key: "pays",
    header: "Pays",
    cell: ({ onAccount, priceKobo, paidKobo }) =>
      (paidKobo ?? 0) >= (priceKobo ?? 1) ? "Paid" : onAccount ? "On account" : "Sender",
  },
];

const columnsWith = (linkOf: (code: string) => string, seesMoney: boolean): readonly Column<Row>[] => [
  {
    key: "code",
    header: "Parcel",
    primary: true,
    cell: ({ code }) => <TextLink to={linkOf(code)}>{readableTrackingCode(code)}</TextLink>,
  },
  { key: "status", header: "Status", narrow: "end", cell: ({ status }) => BOOKING_STATUS_LABELS[status] },
  { key: "to", header: "To", narrow: "bare", long: true, cell: ({ receiver, to }) => `${receiver}, ${to}` },
  { key: "centre", header: "Cost centre", long: true, none: "None", cell: ({ costCentre }) => costCentre },
  ...(seesMoney ? MONEY_COLUMNS : []),
  { key: "at", header: "Booked", cell: ({ createdAt }) => formatDate(createdAt) },
];

export function BusinessBookings({
  found,
  centres,
  costCentre,
  here,
  seesMoney = true,
  linkOf = track,
}: Props) {
  const query = new URLSearchParams(costCentre ? { centre: costCentre } : {});
  return (
    <NamedSection id="bookings" title="Parcels" className="mt-10">
      {centres.length > 0 && (
        <Form method="get" noValidate action={here} className="mt-3 flex max-w-md flex-wrap items-end gap-3">
          <div className="min-w-0 grow">
            <SelectField
              label="Cost centre"
              name="centre"
              defaultValue={costCentre}
              options={[
                { value: "", label: "All" },
                ...centres.map((name) => ({ value: name, label: name })),
              ]}
            />
          </div>
          <Button type="submit" variant="secondary">
            Show
          </Button>
        </Form>
      )}
      <div className="mt-4">
        <DataTable
          caption="Parcels of the business, newest first"
          rows={found.rows}
          rowKey="id"
          columns={columnsWith(linkOf, seesMoney)}
          empty="Nothing is booked yet"
          compact
        />
      </div>
      <Pager {...pageLinks(query, found, NEWEST_FIRST)} />
    </NamedSection>
  );
}
