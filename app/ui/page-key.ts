/**
 * The idempotency key of a page that is the same for everybody: it is in a field at the end of the page, outside its form, and
 * belongs to it by the form's id, with and without JavaScript.
 */
export const KEY_FIELD = "page-key";
export const KEYED_FORM = "keyed";

/** The field at the end of the page; null where this page was made for one person, or has left its form behind. */
export function pageKeyField(): HTMLElement | null {
  return document.getElementById(KEY_FIELD);
}

/** A random UUID; also on pages of an insecure origin, where `crypto.randomUUID` is missing. */
export function drawKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, i) => {
    const value = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
