/**
 * Ticking rows on the board, by mouse and by keyboard. The check boxes store the ticks.
 *
 * - `j` and `k` move along groups and rows. With Shift they also tick.
 * - `x` ticks the focused row. With Shift it ticks all rows from the last ticked row to the focused one.
 * - `a` ticks the focused group.
 * - `m` moves to the field that chooses the run.
 * - Escape clears all ticks.
 */
export type TickedSum = { pieces: number; kg: number; kobo: number };
export const NOTHING_TICKED: TickedSum = { pieces: 0, kg: 0, kobo: 0 };

const BOXES = 'input[name^="piece:"]';
const GROUP_BOX = 'input[name^="group:"]';
const boxesIn = (root: ParentNode) => [...root.querySelectorAll<HTMLInputElement>(BOXES)];
const groupOf = (at: Element | null) => at?.closest<HTMLElement>("[data-group]") ?? null;
const boxOfRow = (at: Element | null) =>
  at?.closest("[data-piece]")?.querySelector<HTMLInputElement>(BOXES) ?? null;
const boxOfGroup = (at: Element | null) => groupOf(at)?.querySelector<HTMLInputElement>(GROUP_BOX) ?? null;

function sumOf(form: HTMLElement): TickedSum {
  const rows = boxesIn(form).filter(({ checked }) => checked);
  const facts = rows.map((box) => box.closest<HTMLElement>("[data-piece]")!.dataset);
  const bookings = new Map(facts.map(({ code, kobo }) => [code, Number(kobo)]));
  return {
    pieces: rows.length,
    kg: facts.reduce((sum, { kg }) => sum + Number(kg), 0),
    kobo: [...bookings.values()].reduce((sum, kobo) => sum + kobo, 0),
  };
}

/** Updates the tick boxes of the groups: a box shows whether all, some or no rows of its group are ticked. */
function showGroups(form: HTMLElement): void {
  for (const group of form.querySelectorAll<HTMLElement>("[data-group]")) {
    const boxes = boxesIn(group);
    const ticked = boxes.filter(({ checked }) => checked).length;
    const box = boxOfGroup(group);
    if (!box) continue;
    box.checked = boxes.length > 0 && ticked === boxes.length;
    box.indeterminate = ticked > 0 && ticked < boxes.length;
  }
}

function move(form: HTMLElement, step: 1 | -1): void {
  const stops = [...form.querySelectorAll<HTMLElement>(`${BOXES}, ${GROUP_BOX}, .board-group > a`)].filter(
    (stop) => stop.checkVisibility(),
  );
  const active = document.activeElement;
  const at = stops.indexOf((boxOfRow(active) ?? boxOfGroup(active) ?? active) as HTMLElement);
  const next = stops[at === -1 ? (step === 1 ? 0 : stops.length - 1) : at + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

class Ticks {
  #form: HTMLFormElement;
  #onSum: (sum: TickedSum) => void;
  #last: HTMLInputElement | null = null;

  constructor(form: HTMLFormElement, onSum: (sum: TickedSum) => void) {
    this.#form = form;
    this.#onSum = onSum;
  }

  renew = () => {
    showGroups(this.#form);
    this.#onSum(sumOf(this.#form));
  };

  tick(box: HTMLInputElement, on: boolean, range = false): void {
    const all = boxesIn(this.#form);
    const at = all.indexOf(box);
    const from = range && this.#last ? all.indexOf(this.#last) : -1;
    const [first, end] = from === -1 ? [at, at] : [Math.min(at, from), Math.max(at, from)];
    for (const one of all.slice(first, end + 1)) one.checked = on;
    this.#last = box;
    this.renew();
  }

  tickGroup(group: HTMLElement, on?: boolean): void {
    const boxes = boxesIn(group);
    const all = on ?? !boxes.every(({ checked }) => checked);
    for (const box of boxes) box.checked = all;
    this.renew();
  }

  clear = () => {
    for (const box of boxesIn(this.#form)) box.checked = false;
    this.renew();
  };

  #turn(at: Element | null, range: boolean): boolean {
    const box = boxOfRow(at);
    const group = box ? null : groupOf(at);
    if (box) this.tick(box, range || !box.checked, range);
    if (group) this.tickGroup(group);
    return box !== null || group !== null;
  }

  #extend(at: Element | null, step: 1 | -1): boolean {
    const box = boxOfRow(at);
    if (box) this.tick(box, true);
    move(this.#form, step);
    const next = boxOfRow(document.activeElement);
    if (next) this.tick(next, true);
    return true;
  }

  /** Handles a pressed key. Returns false if the key has no effect on the focused element. */
  press(key: string, at: Element | null): boolean {
    const run = this.#form.querySelector<HTMLElement>('select[name="run"]');
    const group = groupOf(at) ?? this.#form.querySelector<HTMLElement>("[data-group]");
    const any = boxesIn(this.#form).some(({ checked }) => checked);
    if (key === "j" || key === "k") move(this.#form, key === "j" ? 1 : -1);
    else if (key === "J" || key === "K") return this.#extend(at, key === "J" ? 1 : -1);
    else if (key === "x" || key === "X") return this.#turn(at, key === "X");
    else if (key === "a" && group) this.tickGroup(group);
    else if (key === "m" && run && any) run.focus();
    else if (key === "Escape" && any) this.clear();
    else return false;
    return true;
  }

  click(event: MouseEvent): void {
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest("[data-clear]")) return this.clear();
    if (!(at instanceof HTMLInputElement)) return;
    const group = at.matches(GROUP_BOX) ? groupOf(at) : null;
    if (group) this.tickGroup(group, at.checked);
    else if (at.matches(BOXES)) this.tick(at, at.checked, event.shiftKey);
  }
}

/**
 * Watches the ticks and the keys of the form. Calls `onSum` with the totals of the ticked rows. Returns a function that
 * stops watching.
 */
export function watchTicks(form: HTMLFormElement, onSum: (sum: TickedSum) => void): () => void {
  const ticks = new Ticks(form, onSum);
  const onClick = (event: MouseEvent) => ticks.click(event);
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.matches("input:not([type=checkbox]), select, textarea")) return;
    if (document.querySelector("[role=dialog], [role=menu]")) return;
    if (ticks.press(event.key, at)) event.preventDefault();
  };
  // When the board reloads its data, rows may appear or disappear. The totals are then computed again.
  const rows = new MutationObserver(ticks.renew);
  rows.observe(form, { childList: true, subtree: true });
  form.addEventListener("click", onClick);
  // This listener must run first. The keyboard code of other lists would move the focus to hidden rows of folded
  // groups.
  document.addEventListener("keydown", onKey, { capture: true });
  const first = requestAnimationFrame(ticks.renew);
  return () => {
    cancelAnimationFrame(first);
    rows.disconnect();
    form.removeEventListener("click", onClick);
    document.removeEventListener("keydown", onKey, { capture: true });
  };
}
