/**
 * STAFF-16: handles keys and clicks in the rows of the dispatch list, with one listener for the whole table. The links
 * of a row also open the booking's page without JavaScript, or in another tab. The keys:
 * - x: ticks or unticks the row
 * - Shift+x: ticks all rows between the row ticked last and this row
 * - Shift+j, Shift+k: ticks the row and the next (j) or previous (k) row
 * - a: ticks all rows
 * - s: opens the statuses for the row
 * - c: opens the statuses for the ticked rows
 * - e: opens the correction of the row's booking
 * - w: prints the ticked rows or, if no row is ticked, the row
 * - Escape: closes the side panel or, if it is closed, unticks all rows
 */
import { useEffect, useRef } from "react";
import { focusInPlace, moveRow } from "../../ui/rows.ts";

type Events = {
  /** Ticks or unticks a row. `on`: only ticks it. `range`: also ticks all rows since the row ticked last. */
  select: (id: string, how?: { on?: true; range?: true }) => void;
  selectAll: () => void;
  /** Opens the status menu for the ticked bookings. If none is ticked, opens it for the focused row. */
  statusOfTicked: (row: { id: string; control: HTMLElement } | null) => void;
  correct: (id: string) => void;
  print: (id: string | undefined) => void;
  /** Opens the status menu of a row. `control` is the element that shows the row's status. */
  status: (id: string, control: HTMLElement) => void;
  open: (id: string) => void;
  focus: (id: string) => void;
  /** Closes the panel. If none is open, unticks all rows. False if there was nothing to do. */
  close: () => boolean;
};

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox]), select, textarea"));

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("tr[data-id]") : null;
const modified = (event: KeyboardEvent | MouseEvent) => event.ctrlKey || event.metaKey || event.altKey;

export function useDispatchEvents(events: Events): void {
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || modified(event)) return;
      // Escape closes the panel if a select has the focus. In a text field Escape does nothing, so that no typed note
      // is lost.
      const inSelect = event.key === "Escape" && event.target instanceof HTMLSelectElement;
      if (isTyping(event.target) && !inSelect) return;
      if (document.querySelector("[role=dialog], [role=menu]")) return;
      const { key, target } = event;
      const row = rowOf(target);
      const id = row?.dataset["id"];
      const control = row?.querySelector<HTMLElement>("[role=button]");
      const onControl = control && control === target && (key === " " || key === "ArrowDown");
      const desk = latest.current;
      const extend = (step: 1 | -1) => {
        if (id) desk.select(id, { on: true });
        const next = moveRow(step)?.dataset["id"];
        if (next) desk.select(next, { on: true });
      };
      if (key === "x" && id) desk.select(id);
      else if (key === "X" && id) desk.select(id, { on: true, range: true });
      else if (key === "J") extend(1);
      else if (key === "K") extend(-1);
      else if (key === "a") desk.selectAll();
      else if ((key === "s" || onControl) && id && control) desk.status(id, control);
      else if (key === "c") desk.statusOfTicked(id && control ? { id, control } : null);
      else if (key === "e" && id) desk.correct(id);
      else if (key === "w") desk.print(id);
      else if (key !== "Escape" || !desk.close()) return;
      event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const id = rowOf(event.target)?.dataset["id"];
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a") : null;
      if (!id || !link || event.button !== 0 || modified(event) || event.shiftKey) return;
      event.preventDefault();
      if (link.role === "button") latest.current.status(id, link);
      else latest.current.open(id);
    };
    const onFocus = (event: FocusEvent) => {
      const id = rowOf(event.target)?.dataset["id"];
      if (id) latest.current.focus(id);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onClick);
    document.addEventListener("focusin", onFocus);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("click", onClick);
      document.removeEventListener("focusin", onFocus);
    };
  }, []);
}

/** Focuses the link in the row of a booking. If the booking has no row, focuses the first row. */
export function focusRow(id: string | null | undefined, what = "a.code"): void {
  const row = id ? document.querySelector(`tr[data-id="${CSS.escape(id)}"]`) : null;
  focusInPlace((row ?? document.querySelector("tr[data-id]"))?.querySelector<HTMLElement>(what));
}
