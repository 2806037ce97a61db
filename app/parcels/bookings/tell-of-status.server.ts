/** STATUS-8: the mail about a status waits until the undo time is over. */
import { mailJobOf } from "../../history/follow.server.ts";
import { notify } from "../../notifications/notify.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";

/**
 * STATUS-8: returns the delay of the mail in seconds, so that no mail reports a change that was undone.
 * 'Undo' is visible for ten seconds after the response; two more seconds allow for a slow connection. If several
 * bookings are changed together, the response comes only after the last booking, so each booking adds time.
 */
export const newsWaitsSeconds = (together = 1) => 12 + Math.floor(together / 10);

/** Mails the sender the status that an undo restored. */
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
