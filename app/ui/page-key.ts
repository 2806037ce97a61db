/**
 * The field with the idempotency key of a cached page. The field is at the end of the page, outside the form, because
 * all visitors share the part before it. It belongs to the form by its `form` attribute, with and without JavaScript.
 */
export const KEY_FIELD = "page-key";
export const KEYED_FORM = "keyed";

/** The field with the key; null if the page was made for one person, or if the person has opened another page. */
export function pageKeyField(): HTMLElement | null {
  return document.getElementById(KEY_FIELD);
}

/** A random UUID. It also works on pages of an insecure origin, which lack `crypto.randomUUID`. */
export function drawKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, i) => {
    const value = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
