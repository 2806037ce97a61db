import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Focuses the page's heading after a navigation without a reload, and if the focused element disappears, for example
 * after a save. Only a heading with tabIndex -1 can get the focus.
 */
export function PageFocus() {
  const { pathname, hash, key } = useLocation();
  const last = useRef({ pathname, key });
  useEffect(() => {
    const { current: before } = last;
    last.current = { pathname, key };
    if (before.key === key || hash) return;
    if (before.pathname === pathname && document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("main h1[tabindex]")?.focus({ preventScroll: true });
  }, [pathname, hash, key]);
  return null;
}
