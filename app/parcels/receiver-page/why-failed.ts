/** CHOICE-5: why a delivery failed, said to the receiver. Pure. */
import { OTHER_REASONS } from "../../domain/choices.ts";
import type { Text } from "../tracking/languages/use-text.ts";
import type { TrackingView } from "../tracking/tracking-view.ts";
import type { ChoicesView } from "./choices-view.server.ts";

/** Empty if the question says it already; undefined if the reason's own text is not about the receiver. */
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
