/** What the inbox says when a message was marked read, by a button or by being opened. */
import type { ActionResult } from "../../platform/http/result.ts";

export const MARKED_AS_READ = {
  tone: "good",
  title: "Marked as Read",
  text: "Contact message marked as read.",
} as const;

/** The response to `intent=opened`: `marked` is false where it was read before. */
export type OpenedResponse = { marked: boolean } | ActionResult;
