/** SCAN-3: codes of a keyboard-wedge scanner, wherever the focus is. */
import { useEffect, useRef } from "react";
import { createWedge, PAUSE_MS } from "./wedge.ts";

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(text|search|tel)$/.test(target.type));

export function useWedge(onCode: ((text: string) => void) | null): void {
  const handler = useRef(onCode);
  useEffect(() => {
    handler.current = onCode;
  });
  useEffect(() => {
    const read = createWedge();
    /** The text of the field before the burst. */
    let before = "";
    let typedInto: HTMLInputElement | HTMLTextAreaElement | null = null;
    let lastKey = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if (!handler.current || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const { target } = event;
      const field = isTextField(target) ? target : null;
      const key = read(event.key, event.timeStamp);
      if (key.kind === "first" && field && (field !== typedInto || event.timeStamp - lastKey > PAUSE_MS))
        before = field.value;
      typedInto = field;
      lastKey = event.timeStamp;
      // Neither a shortcut of the page nor a select's search by letters.
      if (!field && (key.kind === "more" || (key.kind === "first" && target instanceof HTMLSelectElement))) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (key.kind !== "scan") return;
      event.preventDefault();
      event.stopPropagation();
      if (field) field.value = before;
      handler.current(key.text);
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, []);
}
