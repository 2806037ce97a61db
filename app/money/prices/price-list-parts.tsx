/** A read-only price list: the zones of all pairs of states, and sample prices by the former and by this list. */
import { STATES } from "../../domain/states.ts";
import { DataTable } from "../../ui/table.tsx";
import type { ComparedQuotes as ComparedRow } from "./compare.ts";
import { NO_ZONE, type PriceList } from "./price-list.ts";
import { changeText } from "./price-change.ts";
import { priceText } from "./price-text.ts";

export function ComparedPrices({ rows }: { rows: readonly ComparedRow[] }) {
  return (
    <DataTable<ComparedRow>
      caption="Sample parcels at today's prices and at these"
      rows={rows}
      rowKey="what"
      columns={[
        { key: "what", header: "Parcel", primary: true, cell: ({ what }) => what },
        {
          key: "before",
          header: "Today",
          align: "right",
          cell: ({ before }) => (before ? priceText(before) : "No list"),
        },
        {
          key: "after",
          header: "This list",
          align: "right",
          cell: ({ before, after }) => {
            const text = priceText(after);
            return before && priceText(before) !== text ? <strong>{text}</strong> : text;
          },
        },
        { key: "change", header: "Change", align: "right", cell: changeText },
      ]}
    />
  );
}

/** Draws the zones of 37 × 37 pairs of states: origins on the left, destinations at the top. */
export function ZoneGrid({ list }: { list: PriceList }) {
  return (
    <>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {list.zones.map(({ id, name }) => (
          <li key={id}>
            <strong>{id}</strong> {name}
          </li>
        ))}
      </ul>
      <details className="mt-3">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
          All {STATES.length} × {STATES.length} states
        </summary>
        <div className="max-h-[70vh] overflow-auto border-2 border-ink" role="region" aria-label="Grid">
          <table className="text-center text-sm">
            <caption className="sr-only">
              Zone for each pair of states: from at the left, to at the top
            </caption>
            <thead>
              <tr>
                <th scope="col" className="sticky top-0 left-0 z-20 bg-card px-2 text-left">
                  From / to
                </th>
                {STATES.map((to) => (
                  <th
                    key={to}
                    scope="col"
                    className="sticky top-0 z-10 bg-card px-1 py-2 align-bottom [writing-mode:vertical-rl]"
                  >
                    {to}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {STATES.map((from) => (
                <tr key={from}>
                  <th scope="row" className="sticky left-0 bg-card px-2 text-left whitespace-nowrap">
                    {from}
                  </th>
                  {Array.from(list.grid[from]).map((zone, at) => (
                    <td
                      key={STATES[at]}
                      title={`${from} to ${STATES[at]}`}
                      className={`min-w-7 border border-line ${zone === NO_ZONE ? "bg-stop text-on-stop" : ""}`}
                    >
                      {zone === NO_ZONE ? "?" : zone}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
