/**
 * The field with the idempotency key of a cached page. It is at the end of the page, outside the form, because all
 * visitors share the part of the page before it. Its `form` attribute ties it to the form, even without JavaScript.
 */
export const KEY_FIELD = "page-key";
export const KEYED_FORM = "keyed";

/** Returns the field with the key. Null on a page that is made for one person, and after a navigation. */
export function pageKeyField(): HTMLElement | null {
  return document.getElementById(KEY_FIELD);
}

/** Draws a random UUID, even on an insecure origin, which lacks `crypto.randomUUID`. */
export function drawKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, i) => {
    const value = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
