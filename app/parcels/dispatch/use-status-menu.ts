/** The menu of statuses, and the control that gets the focus when the menu closes. */
import { useCallback, useRef, useState } from "react";
import { focusInPlace } from "../../ui/rows.ts";
import type { Target } from "./use-dispatch-changes.ts";

type Menu = { target: Target; anchor: HTMLElement };

export function useStatusMenu() {
  const [menu, setMenu] = useState<Menu | null>(null);
  const before = useRef<HTMLElement | null>(null);
  const refocus = useCallback(() => focusInPlace(before.current), []);
  const noteFocus = () => {
    const at = document.activeElement;
    before.current = at instanceof HTMLElement && at !== document.body ? at : null;
  };
  const open = (target: Target, anchor: HTMLElement) => {
    noteFocus();
    setMenu({ target, anchor });
  };
  const close = useCallback(() => {
    setMenu(null);
    refocus();
  }, [refocus]);
  return { menu, open, close, noteFocus, refocus };
}
