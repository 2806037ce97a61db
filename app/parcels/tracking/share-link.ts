/** TRACK-8: the chat in which a person shares a parcel's link. Pure. */
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";

/**
 * Returns the URL of a chat without a recipient. The text of the chat contains no amounts, because anyone may read it.
 */
export const shareLink = (origin: string, company: string, code: string) =>
  whatsappLink("", `${company} parcel ${readableTrackingCode(code)}: ${origin}/track?code=${code}`);
