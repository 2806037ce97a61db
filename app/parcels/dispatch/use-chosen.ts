/** The bookings chosen for the next change, print or export: ticked rows, or all results of the filter. */
import { useCallback, useState } from "react";
import type { BookingRow } from "./list-bookings.server.ts";
import type { Target } from "./use-dispatch-changes.ts";
import { useRowSelection } from "./use-row-selection.ts";

export type Chosen = ReturnType<typeof useChosen>;

export const waybillsOf = (codes: string) => `/admin/waybills?${new URLSearchParams({ codes })}`;

/** `found` is the number of the filter's results. Null if this page shows all results. */
export function useChosen(rows: readonly BookingRow[], values: Record<string, string>, found: string | null) {
  const ticks = useRowSelection(rows);
  const { selection, clear: untick } = ticks;
  const [allFound, setAllFound] = useState(false);
  const clear = useCallback(() => {
    untick();
    setAllFound(false);
  }, [untick]);
  const codes = [...selection.values()].map(({ trackingCode }) => trackingCode).join(",");
  const target: Target =
    allFound && found
      ? { kind: "found", filter: values, found }
      : { kind: "ticked", selection: [...selection.values()] };
  return {
    ...ticks,
    allFound,
    setAllFound,
    clear,
    target,
    codes,
    exportHref: `/admin/bookings/export.csv?${new URLSearchParams(allFound ? values : { codes })}`,
    waybillsHref: allFound ? null : waybillsOf(codes),
  };
}
