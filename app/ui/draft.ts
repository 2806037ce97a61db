/** BOOK-14: drafts: half-filled forms that are saved in this browser. */
import { use, useEffect, useRef, type RefObject } from "react";
import { ownKey } from "./device-owner.ts";
import { FormOwner } from "./form-owner.ts";
import type { Sealer } from "./sealed.ts";

type Texts = Record<string, string>;
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function isControl(target: EventTarget): target is Control {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** The event that a form gets when its idempotency key changes. The draft then stores the new key. */
export const KEY_CHANGED = "ona-key-changed";
const DAY_MS = 24 * 60 * 60 * 1000;
type Draft = { at: number; values: Texts; by?: string | undefined };
/** KEEP-4: a draft in local storage. `sealed` replaces `values` in a draft of a member of staff. */
type Stored = { at: number; values?: Texts; by?: string | undefined; sealed?: string };

const named = new WeakSet<HTMLFormElement>();
/** True for a form whose draft has a name (`useDraft`). */
export const isNamed = (form: HTMLFormElement): boolean => named.has(form);

/**
 * The values that a link put into a form. `by` identifies the visit that began with the link. `wins` returns true for a
 * field that keeps the link's value instead of the value from the draft of an earlier visit.
 */
export type Filled = { by: string; wins: (name: string, draft: Texts) => boolean };

/** Another draft from which a form without a draft of its own takes some fields. */
export type Base = { name: string; takes: RegExp };

/**
 * Saves a half-filled form in this browser for a day, with its idempotency key. A reload or a lost connection then
 * neither loses the input nor leads to a second booking. A draft belongs to the person who typed it. A draft of staff
 * is sealed (KEEP-4). Passwords are never saved. `sent`: true once the server has accepted the form, which removes the
 * draft.
 */
export function useDraft(
  formRef: RefObject<HTMLFormElement | null>,
  name: string,
  sent: boolean,
  filled?: Filled,
  base?: Base,
): void {
  const taken = useRef(base);
  const by = filled?.by;
  const wins = useRef(filled?.wins);
  const owner = use(FormOwner);
  const key = owner?.staff ? owner.draftKey : "";
  useEffect(() => {
    if (!sent) return;
    try {
      localStorage.removeItem(ownKey("draft", name));
    } catch {
      // The browser blocks its storage, so there is no draft to remove.
    }
  }, [name, sent]);

  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    named.add(form);
    const place = ownKey("draft", name);
    let ended = false;
    const sealer = key === "" ? null : sealerFor(key);
    const show = (draft: Draft | null) => draft && !ended && restore(form, draft, by, wins.current);
    if (sealer) void readSealed(place, sealer, taken.current).then(show);
    else show(readPlain(place, taken.current));
    let last = "";
    const keep = () => {
      const draft: Draft = { at: Date.now(), values: textsOf(form), by };
      if (!sealer) return write(place, draft);
      last = JSON.stringify(draft);
      void seal(sealer, last, draft.at).then((stored) => {
        if (stored && last === JSON.stringify(draft)) write(place, stored);
      });
    };
    form.addEventListener("input", keep);
    form.addEventListener("change", keep);
    const keepKey = () => void (localStorage.getItem(place) && keep());
    form.addEventListener(KEY_CHANGED, keepKey);
    return () => {
      ended = true;
      form.removeEventListener("input", keep);
      form.removeEventListener("change", keep);
      form.removeEventListener(KEY_CHANGED, keepKey);
    };
  }, [formRef, name, by, key]);
}

/** Returns the texts of a form without its secrets. */
function textsOf(form: HTMLFormElement): Texts {
  const values: Texts = {};
  for (const [field, value] of new FormData(form)) {
    const control = form.elements.namedItem(field);
    const secret =
      control instanceof HTMLInputElement &&
      (control.type === "password" || (control.type === "hidden" && field !== "idempotencyKey"));
    if (typeof value === "string" && !secret) values[field] = value;
  }
  return values;
}

/**
 * Loads the script for sealing, which only staff need. Null if the browser cannot seal. In that case no draft is
 * stored.
 */
const sealerFor = (key: string): Promise<Sealer | null> =>
  import("./sealed.ts").then(({ sealerOf }) => sealerOf(key));

async function seal(sealer: Promise<Sealer | null>, text: string, at: number): Promise<Stored | null> {
  const sealed = await (await sealer)?.seal(text);
  return sealed === undefined ? null : { at, sealed };
}

async function readSealed(place: string, sealer: Promise<Sealer | null>, base?: Base): Promise<Draft | null> {
  const stored = readStored(place);
  const text = stored?.sealed && (await (await sealer)?.open(stored.sealed));
  if (text) return JSON.parse(text) as Draft;
  return base ? partOf(await readSealed(ownKey("draft", base.name), sealer), base) : null;
}

/** Returns only the fields of a draft that another form takes. Never the key: the two forms are different bookings. */
const partOf = (draft: Draft | null, { takes }: Base): Draft | null =>
  draft && {
    ...draft,
    values: Object.fromEntries(Object.entries(draft.values).filter(([name]) => takes.test(name))),
  };

function write(place: string, stored: Stored): void {
  try {
    localStorage.setItem(place, JSON.stringify(stored));
  } catch {
    // The browser's storage is full or blocked. The form works without a draft.
  }
}

/** Reads a stored draft that is not too old. */
function readStored(place: string): Stored | null {
  try {
    const stored = JSON.parse(localStorage.getItem(place) ?? "null") as Stored | null;
    if (!stored || Date.now() - stored.at < DAY_MS) return stored;
    localStorage.removeItem(place);
  } catch {
    // The browser blocks its storage, or the stored text is not a draft.
  }
  return null;
}

function readPlain(place: string, base?: Base): Draft | null {
  const stored = readStored(place);
  if (stored?.values) return { ...stored, values: stored.values };
  return base ? partOf(readPlain(ownKey("draft", base.name)), base) : null;
}

function restore(form: HTMLFormElement, draft: Draft, by?: string, wins?: Filled["wins"]): void {
  for (const [stored, value] of Object.entries(draft.values)) {
    // The previous release stored the idempotency key under the name `_key`.
    const name = stored === "_key" ? "idempotencyKey" : stored;
    // After a refusal, the form already has the key with which it must be sent again, so the draft's key is not
    // restored.
    if (name === "idempotencyKey" && form.querySelector("[data-form-errors]")) continue;
    // A draft from an earlier visit must not replace the values that the link put into the form. A draft from this
    // visit may, because the person typed it after following the link.
    if (by && draft.by !== by && wins?.(name, draft.values)) continue;
    const control = form.elements.namedItem(name);
    if (control instanceof RadioNodeList) control.value = value;
    else if (control instanceof HTMLInputElement && control.type === "checkbox")
      control.checked = value === "on";
    else if (control && isControl(control)) {
      control.value = value;
      // If the stored value is not an option any more, the browser selects nothing. The first option is selected
      // instead.
      if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.selectedIndex = 0;
    }
  }
  // Restoring a value causes no event. This event tells the code that reads the form's values (form-values.ts) about
  // the restored ones.
  form.dispatchEvent(new Event("input"));
}
