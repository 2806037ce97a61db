/** STAFF-16: the shortcuts of the back office: / search, j and k through rows, c to the ticked ones, u to undo, g to go anywhere, ? for this list. */
import { useEffect, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { CommandPalette, type Place } from "./command-palette.tsx";

/** Keys, and what they do. */
const KEYS = [
  ["/", "Search this list"],
  ["Esc", "Go from the search to the results"],
  ["j  k", "Next row, previous row"],
  ["Enter", "Open the row"],
  ["x", "Bookings: tick the row"],
  ["s", "Bookings: change the row's status, then p, i, d or f"],
  ["c", "Bookings: change the ticked ones"],
  ["u", "Undo, while a message offers it"],
  ["Esc", "Bookings: close the side panel"],
  ["g  or  Ctrl K", "Go to a screen or a booking"],
  ["?", "Show this list"],
] as const;

export function Shortcuts({ places }: { places: readonly Place[] }) {
  const [open, setOpen] = useState<"help" | "palette" | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setOpen("palette");
        return;
      }
      if (event.defaultPrevented) return;
      // Otherwise the browser empties the search field on Escape.
      if (event.key === "Escape" && isSearch(event.target)) {
        event.preventDefault();
        event.target.blur();
        moveRow(1);
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // An open dialog gets the keys.
      if (document.querySelector("[role=dialog], [role=menu]")) return;
      const undo = document.querySelector<HTMLElement>("[data-toast-press]");
      const does: Record<string, (() => void) | undefined> = {
        c: focusTicked,
        u: undo ? () => undo.click() : undefined,
        "/": focusSearch,
        "?": () => setOpen("help"),
        g: () => setOpen("palette"),
        j: () => moveRow(1),
        k: () => moveRow(-1),
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

/** Focuses the first status that the ticked bookings can get: below the rows, and many Tabs away. */
function focusTicked(): void {
  document.querySelector<HTMLElement>('.selection-bar:not([data-ticked="0"]) button[name=to]')?.focus();
}

/** Focuses the link of the next row, else its first control, so that Enter does the row's main action. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main tbody tr")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next =
    rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))];
  (next?.querySelector("a") ?? next?.querySelector<HTMLElement>("button, select, input"))?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
