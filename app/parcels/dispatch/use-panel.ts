/** STAFF-20: the side panel, which shows one booking. */
import { useState } from "react";
import type { BookingRow } from "./list-bookings.server.ts";
import { focusRow } from "./use-dispatch-events.ts";

export type Panel = ReturnType<typeof usePanel>;

/** `openCode` is the code that the panel shows first. Undefined if the search text was not a complete code. */
export function usePanel(rows: readonly BookingRow[], openCode: string | undefined) {
  const [code, setCode] = useState<string | null>(openCode ?? null);
  const [openedFor, setOpenedFor] = useState(openCode);
  if (openCode !== openedFor) {
    setOpenedFor(openCode);
    if (openCode) setCode(openCode);
  }
  const row = rows.find(({ trackingCode }) => trackingCode === code);
  return {
    code,
    row,
    show: setCode,
    close() {
      // While the panel is open, focusing a row shows the row's booking in the panel. So the panel closes only after
      // the focus has moved.
      focusRow(row?.id);
      setCode(null);
    },
    /** Returns the function that shows the next or previous row. Null at the end of the list. */
    stepTo(step: 1 | -1) {
      const to = row && rows[rows.indexOf(row) + step];
      return to ? () => setCode(to.trackingCode) : null;
    },
  };
}
