/** Drafts: half-filled forms that are saved in this browser. */
import { useEffect, useRef, type RefObject } from "react";
import { ownKey } from "./device-owner.ts";

type Texts = Record<string, string>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** True if an element is a field that a person fills in. */
export function isControl(target: EventTarget): target is Control {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** The event by which a form's draft learns that the form has a new idempotency key. */
export const KEY_CHANGED = "ona-key-changed";
const DAY_MS = 24 * 60 * 60 * 1000;
type Draft = { at: number; values: Texts; by?: string | undefined };

/**
 * The values that a link put into a form. `by` identifies the visit that the link began. A value for which `wins` is
 * true replaces the value of a draft from an earlier visit.
 */
export type Filled = { by: string; wins: (name: string, draft: Texts) => boolean };

/**
 * Saves a half-filled form in this browser for a day, together with its idempotency key. So a reload or a lost
 * connection neither loses the input nor makes a second booking. A draft belongs to the person who typed it. Passwords
 * are never saved. `sent`: the server has accepted the form, and the draft is removed.
 */
export function useDraft(
  formRef: RefObject<HTMLFormElement | null>,
  name: string,
  sent: boolean,
  filled?: Filled,
): void {
  const by = filled?.by;
  const wins = useRef(filled?.wins);
  useEffect(() => {
    if (!sent) return;
    try {
      localStorage.removeItem(ownKey("draft", name));
    } catch {
      // Storage is blocked, so there is no draft to remove.
    }
  }, [name, sent]);

  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const place = ownKey("draft", name);
    restore(form, place, by, wins.current);
    const keep = () => {
      const values: Texts = {};
      for (const [field, value] of new FormData(form)) {
        const control = form.elements.namedItem(field);
        const secret =
          control instanceof HTMLInputElement &&
          (control.type === "password" || (control.type === "hidden" && field !== "idempotencyKey"));
        if (typeof value === "string" && !secret) values[field] = value;
      }
      try {
        localStorage.setItem(place, JSON.stringify({ at: Date.now(), values, by } satisfies Draft));
      } catch {
        // Storage is full or blocked. The form works without a draft.
      }
    };
    form.addEventListener("input", keep);
    form.addEventListener("change", keep);
    const keepKey = () => void (localStorage.getItem(place) && keep());
    form.addEventListener(KEY_CHANGED, keepKey);
    return () => {
      form.removeEventListener("input", keep);
      form.removeEventListener("change", keep);
      form.removeEventListener(KEY_CHANGED, keepKey);
    };
  }, [formRef, name, by]);
}

function restore(form: HTMLFormElement, place: string, by?: string, wins?: Filled["wins"]): void {
  let draft: Draft | null = null;
  try {
    draft = JSON.parse(localStorage.getItem(place) ?? "null") as Draft | null;
  } catch {
    return;
  }
  if (!draft) return;
  if (!(Date.now() - draft.at < DAY_MS)) {
    localStorage.removeItem(place);
    return;
  }
  for (const [stored, value] of Object.entries(draft.values)) {
    // The previous release stored the idempotency key under the name `_key`.
    const name = stored === "_key" ? "idempotencyKey" : stored;
    // If the server has just refused the form, the form has the key with which it must be sent again. The draft's key
    // is then not restored.
    if (name === "idempotencyKey" && form.querySelector("[data-form-errors]")) continue;
    // A draft of an earlier visit does not replace the link's values. A draft of this visit does, because the person
    // typed it after the link had filled the form.
    if (by && draft.by !== by && wins?.(name, draft.values)) continue;
    const control = form.elements.namedItem(name);
    if (control instanceof RadioNodeList) control.value = value;
    else if (control instanceof HTMLInputElement && control.type === "checkbox")
      control.checked = value === "on";
    else if (control && isControl(control)) {
      control.value = value;
      // A value that is not offered any more leaves a select empty.
      if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.selectedIndex = 0;
    }
  }
  // Code that follows the form's values (form-values.ts) learns of the restored values by this event.
  form.dispatchEvent(new Event("input"));
}
