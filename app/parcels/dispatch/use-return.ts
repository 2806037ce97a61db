/** STAFF-16: after a return to the list, focuses the row whose booking or waybill was opened. */
import { useEffect } from "react";
import { takeLeftRow } from "../../ui/list-return.ts";
import { focusRow } from "./use-dispatch-events.ts";

export function useReturnToRow(): void {
  useEffect(() => {
    const id = takeLeftRow();
    // A new page first focuses its heading. So the row is focused only after that.
    if (id && document.querySelector(`tr[data-id="${CSS.escape(id)}"]`)) setTimeout(() => focusRow(id));
  }, []);
}
