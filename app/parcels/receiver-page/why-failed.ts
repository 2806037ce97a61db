/** CHOICE-5: says to the receiver why a delivery failed. Pure. */
import { OTHER_REASONS } from "../../domain/choices.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { Text } from "../../languages/use-text.ts";
import type { AttemptQuestion } from "../receiver-link/link-state.server.ts";
import type { TrackingView } from "../tracking/tracking-view.ts";

/** Returns 'The rider says, <time>: <what>.'. If staff set the status by hand, the text says 'Our office' instead. */
export const reportText = (kind: EventKind, at: Date, what: string, { t, dateTime }: Text): string =>
  kind === "status_set"
    ? t("Our office says, {time}: {what}.", { time: dateTime(at), what: t(what) })
    : t("The rider says, {time}: {what}.", { time: dateTime(at), what: t(what) });

/**
 * Returns the text for the receiver in place of the public reason. Empty if the page asks about the attempt, because
 * the question contains the reason. Undefined if the public reason fits.
 */
export function whyFailed(
  { events }: TrackingView,
  question: AttemptQuestion | null,
  text: Text,
): string | undefined {
  if (question) return "";
  const last = events.findLast(({ reason }) => reason);
  const what = Object.entries(OTHER_REASONS).find(([reason]) => reason === last?.reason)?.[1];
  return last && what && reportText(last.kind, last.at, what, text);
}
