/** STAFF-16: what the keys and clicks in the dispatch list do. */
import { useNavigate } from "react-router";
import { leaveList } from "../../ui/list-return.ts";
import type { BookingRow } from "./list-bookings.server.ts";
import { waybillsOf, type Chosen } from "./use-chosen.ts";
import type { Target } from "./use-dispatch-changes.ts";
import { useDispatchEvents } from "./use-dispatch-events.ts";
import type { Panel } from "./use-panel.ts";

/**
 * Screens of at least this width show the panel beside the list. On narrower screens, a code's link opens the booking's
 * page.
 */
const BESIDE = "(width >= 64rem)";

type Desk = {
  find: (id: string) => BookingRow | undefined;
  chosen: Chosen;
  panel: Panel;
  openMenu: (target: Target, anchor: HTMLElement) => void;
  mayChange: boolean;
};

export function useDispatchKeys({ find, chosen, panel, openMenu, mayChange }: Desk): void {
  const navigate = useNavigate();
  const { selection } = chosen;
  const leaveFor = (to: string, id: string | undefined) => {
    if (id) leaveList(id);
    chosen.keepForReturn();
    void navigate(to);
  };
  useDispatchEvents({
    select: (id, { on = !selection.has(id), range = false } = {}) =>
      mayChange && chosen.toggle(id, on, range),
    selectAll: () => (chosen.allSelected ? chosen.clear() : mayChange && chosen.toggleAll(true)),
    status(id, anchor) {
      const row = find(id);
      if (row && mayChange) openMenu({ kind: "one", row }, anchor);
    },
    statusOfTicked(at) {
      const bar = document.querySelector<HTMLElement>(".selection-bar [role=group]");
      const row = at && find(at.id);
      if (selection.size > 0 && bar) openMenu(chosen.target, bar);
      else if (row && mayChange) openMenu({ kind: "one", row }, at.control);
    },
    correct(id) {
      const row = find(id);
      if (row) leaveFor(`/admin/bookings/${row.trackingCode}#correct`, id);
    },
    print(id) {
      const row = id && find(id);
      const printed = selection.size > 0 ? chosen.codes : row && row.trackingCode;
      if (printed && !chosen.allFound) leaveFor(waybillsOf(printed), id);
    },
    open(id) {
      const code = find(id)?.trackingCode ?? null;
      if (code && !matchMedia(BESIDE).matches) return void navigate(`/admin/bookings/${code}`);
      if (panel.code === code) document.querySelector<HTMLElement>("#booking-panel h2")?.focus();
      panel.show(code);
    },
    // While the panel is open, focusing a row shows the row's booking in the panel.
    focus: (id) => panel.code && panel.show(find(id)?.trackingCode ?? panel.code),
    close() {
      if (panel.code) panel.close();
      else chosen.clear();
      return panel.code !== null || selection.size > 0;
    },
  });
}
