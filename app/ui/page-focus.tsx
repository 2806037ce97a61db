import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After a navigation without a reload, moves the focus to the page's heading, as a reload would. It also does so on one page
 * if the focused element is gone, as after a form was saved. A heading that takes the focus has tabIndex -1.
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
