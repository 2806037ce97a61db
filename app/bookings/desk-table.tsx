/** The desk's table. Its events are handled here once, not in each row. */
import { DeskRow } from "./desk-row.tsx";
import type { BookingRow } from "./list-bookings.server.ts";
import type { Ticks } from "./use-ticks.ts";

const COLUMNS = [
  ["c-code", "Booking Code"],
  ["c-created", "Created"],
  ["c-sender", "Sender"],
  ["c-receiver", "Receiver"],
  ["c-route", "Route"],
  ["c-type", "Type"],
  ["c-due", "Due"],
] as const;

type Props = {
  rows: readonly BookingRow[];
  ticks: Ticks;
  today: Date;
  openCode: string | null;
  mayChange: boolean;
  allTicked: boolean;
  onTick: (id: string, on: boolean, range: boolean) => void;
  onTickAll: (on: boolean) => void;
};

export function DeskTable(props: Props) {
  const { rows, ticks, today, openCode, mayChange, allTicked, onTick, onTickAll } = props;
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
                  checked={allTicked}
                  onChange={(event) => onTickAll(event.currentTarget.checked)}
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
      <tbody
        onChange={(event) => {
          const box: EventTarget = event.target;
          const id = box instanceof HTMLInputElement ? box.closest("tr")?.dataset["id"] : null;
          const pressed = event.nativeEvent;
          const range = pressed instanceof MouseEvent && pressed.shiftKey;
          if (id && box instanceof HTMLInputElement) onTick(id, box.checked, range);
        }}
      >
        {rows.map((row) => (
          <DeskRow
            key={row.id}
            row={row}
            today={today}
            ticked={ticks.has(row.id)}
            open={row.trackingCode === openCode}
            mayChange={mayChange}
          />
        ))}
      </tbody>
    </table>
  );
}
