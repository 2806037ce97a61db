/**
 * SCAN-6: the keys 1 to 7 choose the mode. The digits that a scanner types do not, because useWedge holds them back.
 */
import { useEffect, useRef } from "react";
import { SCAN_MODE_WORDS, type ScanMode } from "./scan-modes.ts";

export function useModeKeys(onMode: (mode: ScanMode) => void): void {
  const handler = useRef(onMode);
  useEffect(() => {
    handler.current = onMode;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.matches("input:not([type=radio]), select, textarea"))
        return;
      if (document.querySelector("[role=dialog], [role=menu]")) return;
      const mode = /^[1-9]$/.test(event.key) ? SCAN_MODE_WORDS[Number(event.key) - 1] : undefined;
      if (!mode) return;
      event.preventDefault();
      handler.current(mode);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
