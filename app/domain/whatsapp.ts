/** Makes links that open a WhatsApp chat. */

const MAX_ENCODED = 2000;

/**
 * Returns a link to a chat in which a text is already typed. wa.me takes only digits. A text that is longer than
 * about 2,000 encoded characters is cut, never inside a character.
 */
export function whatsappLink(e164: string, text: string): string {
  const base = `https://wa.me/${e164.replace(/\D/g, "")}?text=`;
  const whole = encodeURIComponent(text.toWellFormed());
  if (whole.length <= MAX_ENCODED) return base + whole;
  let encoded = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const part = encodeURIComponent(segment.toWellFormed());
    if (encoded.length + part.length > MAX_ENCODED) break;
    encoded += part;
  }
  return base + encoded;
}
