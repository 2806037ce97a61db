/** CHOICE-5: the reason of a failed delivery, as the receiver reads it. Pure. */
import { OTHER_REASONS } from "../../domain/choices.ts";
import type { Text } from "../tracking/languages/use-text.ts";
import type { TrackingView } from "../tracking/tracking-view.ts";
import type { ChoicesView } from "./choices-view.server.ts";

/**
 * The text about a failed delivery on the receiver's page, in place of the public text, which names the receiver in the
 * third person. Empty if the page's question already states the reason, and undefined if the public text should stay.
 */
export function whyFailed(
  { events }: TrackingView,
  { question }: Pick<ChoicesView, "question">,
  { t, dateTime }: Text,
): string | undefined {
  if (question) return "";
  const last = events.findLast(({ reason }) => reason);
  const what = Object.entries(OTHER_REASONS).find(([reason]) => reason === last?.reason)?.[1];
  return last && what && t("The rider says, {time}: {what}.", { time: dateTime(last.at), what: t(what) });
}
