/** TRACK-8: the chat in which a person shares a parcel's link. Pure. */
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";

/** Returns the URL of a chat without a recipient. Its text names no money, because anyone may get it. */
export const shareLink = (origin: string, company: string, code: string) =>
  whatsappLink("", `${company} parcel ${readableTrackingCode(code)}: ${origin}/track?code=${code}`);
