import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Takes the keyboard and the screen reader to the heading of a page that was opened without a reload, as a reload would.
 * A heading that is to take the focus has tabIndex -1.
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
