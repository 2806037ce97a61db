/** Closes a phone's menu that is unfolded, on Escape and when the focus leaves the menu. */
export function watchMenu(menu: HTMLDetailsElement | null) {
  if (!menu) return;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  };
  const onLeave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  };
  menu.addEventListener("keydown", onKey);
  menu.addEventListener("focusout", onLeave);
  return () => {
    menu.removeEventListener("keydown", onKey);
    menu.removeEventListener("focusout", onLeave);
  };
}
