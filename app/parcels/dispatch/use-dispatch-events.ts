/**
 * STAFF-16: what the desk does on keys and clicks in its rows: one listener each for the whole table. x ticks the row, s
 * opens its status, Escape closes the side panel, wherever the focus is in a row; after ticking and saving too. The links
 * of a row lead to the booking's page where they are opened in another tab, and without JavaScript.
 */
import { useEffect, useRef } from "react";

type Events = {
  select: (id: string) => void;
  /** The control of a row that shows and sets its status. */
  status: (id: string, control: HTMLElement) => void;
  open: (id: string) => void;
  focus: (id: string) => void;
  /** False where nothing was open. */
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
      // Escape leaves a select of the panel, and keeps a note that is being typed.
      const inSelect = event.key === "Escape" && event.target instanceof HTMLSelectElement;
      if (isTyping(event.target) && !inSelect) return;
      if (document.querySelector("[role=dialog], [role=menu]")) return;
      const { key, target } = event;
      const row = rowOf(target);
      const id = row?.dataset["id"];
      const control = row?.querySelector<HTMLElement>("[role=button]");
      const onControl = control && control === target && (key === " " || key === "ArrowDown");
      if (key === "x" && id) latest.current.select(id);
      else if ((key === "s" || onControl) && id && control) latest.current.status(id, control);
      else if (key !== "Escape" || !latest.current.close()) return;
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

/** Focuses a booking's row at its link; without an id, or where the list has it no more, the first row. */
export function focusRow(id: string | null | undefined, what = "a.code", options?: FocusOptions): void {
  const row = id ? document.querySelector(`tr[data-id="${CSS.escape(id)}"]`) : null;
  const control = (row ?? document.querySelector("tr[data-id]"))?.querySelector<HTMLElement>(what);
  control?.focus(options);
}

/** Focuses a row where what had the focus is gone or goes with the last tick. The page does not move. */
export function keepFocus(id: string | undefined): void {
  const at = document.activeElement;
  if (at === document.body || at?.closest(".selection-bar")) focusRow(id, "a.code", { preventScroll: true });
}
