/** The table of the dispatch list. The table has one event listener for all rows. */
import { CachedChildren, keyOfPart } from "../../ui/cached-html.ts";
import { isLate } from "../../domain/booking.ts";
import { DispatchRow } from "./dispatch-row.tsx";
import type { BookingRow } from "./list-bookings.server.ts";
import type { Selection } from "./use-row-selection.ts";

const COLUMNS = [
  ["c-code", "Booking Code"],
  ["c-created", "Created"],
  ["c-sender", "Sender"],
  ["c-receiver", "Receiver"],
  ["c-route", "Route"],
  ["c-type", "Type"],
  ["c-collect", "To collect"],
  ["c-due", "Due"],
] as const;

type Props = {
  rows: readonly BookingRow[];
  selection: Selection;
  today: Date;
  openCode: string | null;
  mayChange: boolean;
  allSelected: boolean;
  onSelect: (id: string, on: boolean, range: boolean) => void;
  onSelectAll: (on: boolean) => void;
};

export function DispatchTable(props: Props) {
  const { rows, selection, today, openCode, mayChange, allSelected, onSelect, onSelectAll } = props;
  return (
    <table className="desk" data-ticks={mayChange ? "yes" : "no"}>
      <caption className="sr-only">Bookings</caption>
      <thead>
        <tr>
          {mayChange && (
            <th className="c-tick" scope="col">
              <label>
                <input
                  type="checkbox"
                  aria-label="Tick all on this page"
                  checked={allSelected}
                  onChange={(event) => onSelectAll(event.currentTarget.checked)}
                />
                <span aria-hidden className="phone-only">
                  All on this page
                </span>
              </label>
            </th>
          )}
          {COLUMNS.map(([className, title]) => (
            <th key={className} scope="col" className={className}>
              {title}
            </th>
          ))}
          <th scope="col" className="c-status">
            Status<span className="sr-only"> and Actions</span>
          </th>
        </tr>
      </thead>
      {/* The server caches the HTML of each row: rows are most of the page, and a row stays the same until
          its booking changes. */}
      <CachedChildren
        as="tbody"
        onChange={(event) => {
          const box: EventTarget = event.target;
          const id = box instanceof HTMLInputElement ? box.closest("tr")?.dataset["id"] : null;
          const pressed = event.nativeEvent;
          const range = pressed instanceof MouseEvent && pressed.shiftKey;
          if (id && box instanceof HTMLInputElement) onSelect(id, box.checked, range);
        }}
        parts={rows.map((row) => {
          const state = {
            late: isLate(row, today),
            selected: selection.has(row.id),
            open: row.trackingCode === openCode,
            mayChange,
          };
          return {
            id: row.id,
            key: () => keyOfPart("desk", row, state),
            render: () => <DispatchRow row={row} {...state} />,
          };
        })}
      />
    </table>
  );
}
