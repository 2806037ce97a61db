import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After a navigation without a reload, moves the focus to the page's heading, as a reload would. A heading that takes
 * the focus has tabIndex -1.
 */
export function PageFocus() {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (!hash) document.querySelector<HTMLElement>("main h1[tabindex]")?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return null;
}
