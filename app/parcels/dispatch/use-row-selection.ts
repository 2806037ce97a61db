/** STAFF-7: the ticked bookings. They stay ticked when the page, the search or the filter changes. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { BookingStatus } from "../../domain/delivery-status.ts";
import type { BookingRow } from "./list-bookings.server.ts";
import { MOST_SELECTED } from "../bookings/status-response.ts";

/**
 * A ticked booking with its version. If another person changes the booking later, this version is outdated, so a status
 * change is refused (STATUS-3).
 */
export type Selected = { id: string; trackingCode: string; version: number; status: BookingStatus };
export type Selection = ReadonlyMap<string, Selected>;

const NONE: Selection = new Map();

/** After printing waybills, staff often set a status. So the printed rows are ticked again on return. */
let printed: Selection = NONE;

export function useRowSelection(rows: readonly BookingRow[]) {
  const [selection, setSelection] = useState<Selection>(printed);
  useEffect(() => {
    printed = NONE;
  }, []);
  const last = useRef<string | null>(null);

  const set = useCallback((chosen: readonly BookingRow[], on: boolean) => {
    setSelection((now) => {
      const next = new Map(now);
      for (const { id, trackingCode, version, status } of chosen) {
        if (!on) next.delete(id);
        else if (next.size < MOST_SELECTED) next.set(id, { id, trackingCode, version, status });
      }
      return next;
    });
  }, []);

  return {
    selection,
    /** Ticks or unticks a row. `range`: also all rows between this row and the row that was changed last. */
    toggle(id: string, on: boolean, range = false) {
      const at = rows.findIndex((row) => row.id === id);
      const from = range ? rows.findIndex((row) => row.id === last.current) : -1;
      last.current = id;
      if (at === -1) return;
      const [first, end] = from === -1 ? [at, at] : [Math.min(at, from), Math.max(at, from)];
      set(rows.slice(first, end + 1), on);
    },
    toggleAll: (on: boolean) => set(rows, on),
    renew: useCallback((done: readonly Selected[]) => {
      const of = new Map(done.map((row) => [row.id, row]));
      setSelection((now) => new Map([...now].map(([id, row]) => [id, of.get(id) ?? row])));
    }, []),
    clear: () => setSelection(NONE),
    /** Stores the ticked rows for the return to the list. Call this before the page of the waybills opens. */
    keepForReturn() {
      printed = selection;
    },
    allSelected: rows.length > 0 && rows.every(({ id }) => selection.has(id)),
  };
}
