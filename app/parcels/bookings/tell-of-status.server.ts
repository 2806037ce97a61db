/** STATUS-8: the news of a status that staff set by hand waits as long as the change can be undone. */
import { mailJobOf } from "../../history/follow.server.ts";
import { notify } from "../../notifications/notify.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";

/**
 * STATUS-8: the seconds by which the news of a status is delayed, so that nothing is sent about a change that is
 * undone. 'Undo' is shown for ten seconds after the response. The other two seconds are for a slow connection. In a
 * bulk change the response waits for all bookings, so the number of bookings that are changed together adds time.
 */
export const newsWaitsSeconds = (together = 1) => 12 + Math.floor(together / 10);

/** Mails the sender the status that an undo gave back. */
export const mailStatus = (
  { services, tx }: Pick<Work<unknown>, "services" | "tx">,
  about: { bookingId: string; eventId: number },
): Promise<void> =>
  notify(services, tx, {
    event: "status_changed",
    about,
    id: mailJobOf(about.eventId),
    afterSeconds: newsWaitsSeconds(),
  });
