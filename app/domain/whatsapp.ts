/** Links into WhatsApp chats. */

const MAX_ENCODED = 2000;

/**
 * A link to a chat with a text already typed in. wa.me takes digits only. A text of over about 2,000 encoded
 * characters is cut between characters.
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
