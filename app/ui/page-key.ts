/**
 * The hidden field with the idempotency key of a page whose HTML is cached for all visitors. Only the key differs
 * between visitors, so the field is not in the form but at the end of the page, after the cached part. Its attribute
 * `form` makes it part of the form, even without JavaScript.
 */
export const KEY_FIELD = "page-key";
export const KEYED_FORM = "keyed";

/**
 * Returns the field with the key. Null on a page that is rendered for one person, and after a navigation without a
 * reload.
 */
export function pageKeyField(): HTMLElement | null {
  return document.getElementById(KEY_FIELD);
}

/** Makes a random UUID. On an insecure origin, `crypto.randomUUID` does not exist. */
export function drawKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, i) => {
    const value = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
