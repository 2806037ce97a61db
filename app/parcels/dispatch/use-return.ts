/** STAFF-16: the row whose booking or waybill was opened has the focus again when the list is back. */
import { useEffect } from "react";
import { takeLeftRow } from "../../ui/list-return.ts";
import { focusRow } from "./use-dispatch-events.ts";

export function useReturn(): void {
  useEffect(() => {
    const id = takeLeftRow();
    // The heading of a new page gets the focus first.
    if (id && document.querySelector(`tr[data-id="${CSS.escape(id)}"]`)) setTimeout(() => focusRow(id));
  }, []);
}
