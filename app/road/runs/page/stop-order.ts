/** Orders a run's stops by keyboard: Shift and an arrow key move the focused stop up or down. */
const buttonsOf = (stop: Element | null | undefined) => [
  ...(stop?.querySelectorAll<HTMLButtonElement>('button[name="to"]') ?? []),
];

/** Watches a list of stops. Returns a function that stops watching. */
export function watchOrder(list: HTMLElement): () => void {
  let moved: { stop: string; down: boolean } | null = null;
  const onClick = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[name="to"]') : null;
    const stop = button?.closest<HTMLElement>("[data-stop]");
    if (button && stop) moved = { stop: stop.dataset["stop"]!, down: buttonsOf(stop).indexOf(button) === 1 };
  };
  const onKey = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.matches("input:not([type=checkbox]), select, textarea")) return;
    const [up, down] = buttonsOf(target?.closest("[data-stop]"));
    const button = event.key === "ArrowUp" ? up : down;
    if (!button) return;
    event.preventDefault();
    button.click();
  };
  const order = new MutationObserver(() => {
    const stop = moved && list.querySelector(`[data-stop="${CSS.escape(moved.stop)}"]`);
    const [up, down] = buttonsOf(stop);
    const button = moved?.down ? (down?.disabled ? up : down) : up?.disabled ? down : up;
    moved = null;
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: "nearest" });
  });
  order.observe(list, { childList: true });
  list.addEventListener("click", onClick);
  list.addEventListener("keydown", onKey);
  return () => {
    order.disconnect();
    list.removeEventListener("click", onClick);
    list.removeEventListener("keydown", onKey);
  };
}
