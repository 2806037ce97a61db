/** EXC-2: on the focused row, the key t makes the person the owner; the key c opens the closing form. */
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { focusInPlace } from "../../ui/rows.ts";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input, select, textarea");

export function useExceptionKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector("[role=dialog], [role=menu]")) return;
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("tr[data-id]") : null;
      const link = row?.querySelector<HTMLAnchorElement>("a.kind");
      if (!row || !link) return;
      if (event.key === "t") {
        // The pressed button will disappear, so the row takes the focus first.
        focusInPlace(link);
        row.querySelector<HTMLElement>("button[value=take]")?.click();
      } else if (event.key === "c") {
        const { pathname, searchParams } = new URL(link.href);
        searchParams.set("close", "1");
        void navigate(`${pathname}?${searchParams}`, { preventScrollReset: true });
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate]);
}

/** Focuses the row at a position. If that row is missing, focuses the last row, or the heading of an empty list. */
export function focusPlace(place: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>("tr[data-id] a.kind")];
  const row = rows[Math.min(place, rows.length - 1)];
  if (row) focusInPlace(row);
  else document.querySelector<HTMLElement>("main h1[tabindex]")?.focus();
}
