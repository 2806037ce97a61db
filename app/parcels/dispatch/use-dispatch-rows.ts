/**
 * Keeps rows in their places while the list changes. A newer version of a row replaces the row. New bookings are only
 * counted until the person asks to see them (STAFF-21).
 */
import { useEffect, useMemo, useState } from "react";
import { useFetcher } from "react-router";
import type { BookingRow } from "./list-bookings.server.ts";
import { type CompactRows, unpackRows } from "./compact-rows.ts";

type Held = { view: string; rows: BookingRow[]; fresh: BookingRow[] };

/** `view` is the query of the list's URL. If `view` changes, the rows of the new list appear at once. */
export function useDispatchRows(view: string, read: CompactRows, firstPage: boolean) {
  const fresh = useMemo(() => unpackRows(read), [read]);
  const [held, setHeld] = useState<Held>({ view, rows: fresh, fresh });
  const others = useFetcher<{ rows: CompactRows }>({ key: "dispatch-rows" });
  let shown = held;
  if (held.view !== view || held.fresh !== fresh) {
    const rows = held.view === view ? held.rows : fresh;
    shown = { view, fresh, rows: newest(rows, fresh) };
    setHeld(shown);
  }
  const later = others.data?.rows;
  const rows = useMemo(
    () => (later ? newest(shown.rows, unpackRows(later)) : shown.rows),
    [shown.rows, later],
  );

  // A shown row that is missing in the newest list no longer matches the filter, or has moved to the next page. A
  // separate request loads the current data of such rows.
  const listed = new Set(fresh.map(({ id }) => id));
  const missing = shown.rows
    .filter(({ id }) => !listed.has(id))
    .map(({ id }) => id)
    .join(",");
  const { load } = others;
  useEffect(() => {
    if (missing) void load(`/admin/bookings/rows?${new URLSearchParams({ ids: missing })}`);
  }, [missing, fresh, load]);

  return {
    rows,
    waiting: firstPage ? countNew(shown.rows, fresh) : 0,
    showAll: () => setHeld({ view, rows: fresh, fresh }),
  };
}

/** Counts new bookings. A row that moved up from the next page to fill a gap does not count as new. */
export function countNew(shown: readonly { id: string }[], fresh: readonly { id: string }[]): number {
  const known = new Set(shown.map(({ id }) => id));
  const last = fresh.findLastIndex(({ id }) => known.has(id));
  const grown = last < 0 || fresh.length > shown.length;
  return fresh.filter(({ id }, at) => !known.has(id) && (grown || at < last)).length;
}

/** Puts the newest versions into the shown rows. Returns the same array if nothing changed. */
function newest(rows: BookingRow[], from: BookingRow[]): BookingRow[] {
  const of = new Map(from.map((row) => [row.id, row]));
  let changed = false;
  const next = rows.map((row) => {
    const other = of.get(row.id);
    const noted = other && (other.staffNote !== row.staffNote || other.assignee !== row.assignee);
    if (!other || other.version < row.version || (other.version === row.version && !noted)) return row;
    changed = true;
    return other;
  });
  return changed ? next : rows;
}
