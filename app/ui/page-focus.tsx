import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Focuses the heading of the page after a navigation without a reload. Also focuses it if the element with the focus
 * disappears, for example after a save. The heading needs tabIndex -1.
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
