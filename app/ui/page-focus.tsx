import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Moves the focus to the page's heading after a navigation without a reload, as a reload would. The focus also moves
 * there if its element disappears from a page, as after a form was saved. A heading that can take the focus has
 * tabIndex -1.
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
