/** STAFF-16: returning to the list restores the focus to the row whose booking or waybill was opened. */
import { useEffect } from "react";
import { takeLeftRow } from "../../ui/list-return.ts";
import { focusRow } from "./use-dispatch-events.ts";

export function useReturn(): void {
  useEffect(() => {
    const id = takeLeftRow();
    // A new page first moves the focus to its heading, so the row gets the focus after that.
    if (id && document.querySelector(`tr[data-id="${CSS.escape(id)}"]`)) setTimeout(() => focusRow(id));
  }, []);
}
