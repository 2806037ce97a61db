/** SCAN-3: reads codes from a keyboard-wedge scanner, whichever element has the focus. */
import { useEffect, useRef } from "react";
import { createWedge, HOLD_MS, PAUSE_MS } from "./wedge.ts";

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
    /** The text that the field had before the scanner typed into it. The field gets this text back after the scan. */
    let before = "";
    let typedInto: HTMLInputElement | HTMLTextAreaElement | null = null;
    let lastKey = -Infinity;
    let holding: ReturnType<typeof setTimeout> | undefined;
    let replayed: Event | null = null;
    /**
     * Delays a first key, which may be a shortcut such as 1 or g, until it is clear that a person typed it.
     */
    const hold = ({ key, target }: KeyboardEvent) => {
      holding = setTimeout(() => {
        replayed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        (target ?? document.body).dispatchEvent(replayed);
      }, HOLD_MS);
    };
    const onKey = (event: KeyboardEvent) => {
      if (
        event === replayed ||
        !handler.current ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.isComposing
      )
        return;
      const { target } = event;
      const field = isTextField(target) ? target : null;
      const key = read(event.key, event.timeStamp);
      clearTimeout(holding);
      if (key.kind === "first" && field && (field !== typedInto || event.timeStamp - lastKey > PAUSE_MS))
        before = field.value;
      typedInto = field;
      lastKey = event.timeStamp;
      // Keys that a scanner types must not trigger the page's shortcuts. They must also not reach a select, where a
      // letter would choose another option.
      const isFirst = key.kind === "first" && /^[\p{L}\p{N}]$/u.test(event.key);
      if (!field && (key.kind === "more" || isFirst)) {
        event.preventDefault();
        event.stopPropagation();
        if (isFirst && !(target instanceof HTMLSelectElement)) hold(event);
      }
      if (key.kind !== "scan") return;
      event.preventDefault();
      event.stopPropagation();
      if (field) field.value = before;
      handler.current(key.text);
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => {
      clearTimeout(holding);
      document.removeEventListener("keydown", onKey, { capture: true });
    };
  }, []);
}
