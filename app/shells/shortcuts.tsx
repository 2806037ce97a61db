/**
 * STAFF-16: the shortcuts of every back-office list. The list of bookings has more:
 * parcels/dispatch/use-dispatch-events.ts.
 */
import { useEffect, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { moveRow } from "../ui/rows.ts";
import { CommandPalette, type PaletteLink } from "./command-palette.tsx";

const KEYS = [
  ["/", "Search this list"],
  ["Esc", "Go from the search to the results"],
  ["j  k", "Next row, previous row"],
  ["Enter", "Open the row"],
  ["x", "Bookings, runs: tick the row"],
  ["Shift  x", "Bookings, runs: tick all rows from the last ticked one"],
  ["Shift  j  k", "Bookings, runs: tick this row and the next one"],
  ["a", "Bookings: tick all on the page. Runs: all of the group"],
  ["m", "Runs: choose the run for what is ticked"],
  ["s", "Bookings: change the row's status, then p, i, d or f"],
  ["c", "Bookings: change the ticked ones, then p, i, d or f"],
  ["e", "Bookings: correct the row"],
  ["w", "Bookings: print the waybills of the ticked ones"],
  ["t", "Exceptions: take the row"],
  ["c", "Exceptions: close the row with a reason"],
  ["u", "Undo, while a message offers it"],
  ["Esc", "Bookings: close the side panel, or go back to the list"],
  ["g  or  Ctrl K", "Go to a screen or a booking"],
  ["?", "Show this list"],
] as const;

export function Shortcuts({ places }: { places: readonly PaletteLink[] }) {
  const [open, setOpen] = useState<"help" | "palette" | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setOpen("palette");
        return;
      }
      if (event.defaultPrevented) return;
      // Escape in the search field moves the focus to the list. Without this code the browser would empty the field.
      if (event.key === "Escape" && isSearch(event.target)) {
        event.preventDefault();
        event.target.blur();
        moveRow(1);
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // An open dialog or menu handles the keys itself.
      if (document.querySelector("[role=dialog], [role=menu]")) return;
      const back = document.querySelector<HTMLElement>("[data-back]");
      const undo = document.querySelector<HTMLElement>("[data-toast-press]");
      const does: Record<string, (() => void) | undefined> = {
        u: undo ? () => undo.click() : undefined,
        "/": focusSearch,
        "?": () => setOpen("help"),
        g: () => setOpen("palette"),
        j: () => moveRow(1),
        k: () => moveRow(-1),
        Escape: back ? () => back.click() : undefined,
      };
      const act = does[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  const close = () => setOpen(null);
  return (
    <>
      <Dialog open={open === "help"} onOpenChange={close} title="Keyboard shortcuts">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {KEYS.map(([keys, does]) => (
            <div key={does} className="contents">
              <dt>
                <kbd className="border-2 border-ink bg-card px-2 py-0.5 font-mono text-sm font-bold">
                  {keys}
                </kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
      <Dialog open={open === "palette"} onOpenChange={close} title="Go to" startAtField>
        <CommandPalette places={places} onDone={close} />
      </Dialog>
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]), select, textarea"))
  );
}

const isSearch = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === "search";

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>("main input[type=search]");
  search?.focus();
  search?.select();
}
