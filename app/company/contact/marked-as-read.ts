/** The texts of the inbox after a message was marked read, by a button or by opening the message. */
import type { ActionResult } from "../../platform/http/result.ts";

export const MARKED_AS_READ = {
  tone: "good",
  title: "Marked as Read",
  text: "Contact message marked as read.",
} as const;

/** `marked` is false if the message was read before. */
export type OpenedResponse = { marked: boolean } | ActionResult;
