/**
 * PRICE-12: a price list on one screen: a row per zone, a column per service, and the additions to prices below. In a
 * draft, each part opens its form.
 */
import { Link } from "react-router";
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES } from "../../domain/booking.ts";
import { DataTable, type Column } from "../../ui/table.tsx";
import type { PriceList, Zone } from "./price-list.ts";
import {
  ADDED_PARTS,
  ADDED_TITLES,
  addedSummary,
  partTitle,
  ratePart,
  rateSummary,
  type Summary,
} from "./price-parts.ts";
import { returnPerMilleOf } from "./return-fee.ts";

/** `here` is the URL of the draft's page. Null means read-only. */
type Props = { list: PriceList; here: string | null };
/**
 * `withReturns`: true if the company has a hub, so that parcels can be returned. The price of returns is shown then, or
 * if the list already has this price.
 */
type GridProps = Props & { withReturns: boolean };

export function PriceGrid({ list, here, withReturns }: GridProps) {
  const added = ADDED_PARTS.filter((part) => part !== "return" || withReturns || returnPerMilleOf(list) > 0);
  const columns: Column<Zone>[] = [
    {
      key: "zone",
      header: "Zone",
      primary: true,
      cell: ({ id, name }) => <Part {...{ list, here }} part={id} summary={{ main: `${id}: ${name}` }} />,
    },
    ...DELIVERY_TYPES.map((service) => ({
      key: service,
      header: DELIVERY_TYPE_LABELS[service].name,
      cell: ({ id }: Zone) => (
        <Part
          {...{ list, here }}
          part={ratePart(id, service)}
          summary={rateSummary(list.rates[id]?.[service])}
        />
      ),
    })),
  ];
  return (
    <>
      <DataTable caption="Prices by zone and service" columns={columns} rows={list.zones} rowKey="id" />
      <ul className="mt-4 gap-x-8 lg:columns-2">
        {added.map((part) => (
          <li
            key={part}
            className="grid break-inside-avoid gap-x-4 border-b border-line px-2 sm:grid-cols-[10rem_1fr] sm:items-center"
          >
            <span className="text-sm font-semibold">{ADDED_TITLES[part]}</span>
            <Part {...{ list, here, part }} summary={addedSummary(list, part)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Part({ list, here, part, summary }: Props & { part: string; summary: Summary }) {
  const { main, more } = summary;
  const text = (
    <span className="min-w-0 tabular-nums">
      <span className="block font-semibold">{main}</span>
      {more && <span className="block text-sm font-normal text-muted">{more}</span>}
    </span>
  );
  if (here === null) return text;
  return (
    <Link
      to={`${here}?change=${part}`}
      preventScrollReset
      className="flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      <span className="sr-only">{`${partTitle(list, part)}: `}</span>
      {text}
    </Link>
  );
}
