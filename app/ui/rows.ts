/** Moves the focus along the rows of a list by keyboard. The page scrolls only as far as needed to show the row. */

/**
 * Focuses a control. Scrolls only until the control's row is visible; the browser alone would scroll it to the middle.
 */
export function focusInPlace(control: HTMLElement | null | undefined): void {
  control?.focus({ preventScroll: true });
  (control?.closest("tr") ?? control)?.scrollIntoView({ block: "nearest" });
}

/** Focuses the link of the next or previous row (Enter opens it), or the row's first control. Returns the row. */
export function moveRow(step: 1 | -1): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>("main tbody tr")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next =
    rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))];
  focusInPlace(next?.querySelector("a") ?? next?.querySelector<HTMLElement>("button, select, input"));
  return next;
}
