/** STATUS-8, CHOICE-5: tells sender and receiver of a status that staff set by hand. */
import type { FailureReason } from "../../domain/failure-reasons.ts";
import { questionAfter } from "../../domain/event-follows.ts";
import { notify } from "../../notifications/notify.server.ts";
import { tellReceivers } from "../../notifications/tell-receivers.server.ts";
import { partKey } from "../../platform/operations/operation-key.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";

/**
 * STATUS-8: the seconds by which the news of a status is delayed, so that nothing is sent about a change that is
 * undone. 'Undo' is shown for ten seconds after the response. The other two seconds are for a slow connection. In a
 * bulk change the response waits for all bookings, so their number adds time.
 */
const newsWaitsSeconds = (together = 1) => 12 + Math.floor(together / 10);

/** The mail job of an event has an id of its own, by which an undo withdraws the job. */
export const mailJobOf = (eventId: number) => partKey("status_changed", String(eventId));

type Telling = Pick<Work<unknown>, "services" | "tx" | "at">;
type News = {
  bookingId: string;
  eventId: number;
  /** The number of bookings that are changed together. */
  together?: number | undefined;
};

/**
 * Mails the sender, and asks the receiver about an attempt whose reason is asked about. An undo makes the message untrue,
 * so that it is not sent (TELL-4).
 */
export async function tellOfStatus(
  work: Telling,
  { reason, ...news }: News & { reason: FailureReason | null },
): Promise<void> {
  await mailStatus(work, news);
  if (questionAfter({ kind: "status_set", reason }))
    await tellReceivers(work, "could_not_deliver", [news.bookingId], {
      afterSeconds: newsWaitsSeconds(news.together),
    });
}

export const mailStatus = (
  { services, tx }: Telling,
  { bookingId, eventId, together }: News,
): Promise<void> =>
  notify(services, tx, {
    event: "status_changed",
    about: { bookingId, eventId },
    id: mailJobOf(eventId),
    afterSeconds: newsWaitsSeconds(together),
  });
