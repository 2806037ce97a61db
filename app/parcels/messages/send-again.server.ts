/** TELL-11: staff send a message again, through the first channel that can be used. */
import { and, eq, gt, sql } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { logBooking } from "../../access/record-activity.server.ts";
import { MESSAGE_KIND_NAMES } from "../../domain/receiver-messages.ts";
import { channelsReaching } from "../../notifications/reaching.ts";
import { isTold, tellReceivers, usableChannels } from "../../notifications/tell-receivers.server.ts";
import { bookings, profiles, receiverLinks, receiverMessages } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { readParcel } from "../tracking/track-parcel.server.ts";
import { isTrue } from "./message-facts.server.ts";
import { messageTopics } from "./pass-on.server.ts";
import { refuse } from "./refusals.ts";

/**
 * Sends a message again. Refuses a message that is out of date or was sent within the last ten minutes. Refuses if
 * the receiver has switched messages off or no channel can be used. A code is never sent again, because only the
 * receiver may ask for a code.
 */
export const sendAgain = operation({
  name: "messages.send_again",
  by: staff("sendMessages"),
  input: z.object({ messageId: z.guid() }),
  prepare: async ({ services }, { messageId }) => {
    const [found] = await services.db
      .select({ code: bookings.trackingCode, kind: receiverMessages.kind })
      .from(receiverMessages)
      .innerJoin(bookings, eq(bookings.id, receiverMessages.bookingId))
      .where(eq(receiverMessages.id, messageId));
    if (!found || found.kind === "code") return refuse("not_found", "no_such_message");
    const parcel = await readParcel(services, found.code);
    if (!parcel || !isTrue(found.kind, parcel.parcel)) return refuse("conflict", "not_true");
    return { ok: true, prepared: found };
  },
  on: async ({ tx, prepared: { code } }) => {
    const [row] = await tx
      .select({ id: bookings.id, code: bookings.trackingCode })
      .from(bookings)
      .where(eq(bookings.trackingCode, code))
      .for("no key update");
    return row ?? refuse("not_found", "no_such_message");
  },
  run: async ({ services, tx, actor, at, prepared: { kind } }, _, { id, code }) => {
    const { receiverPhone, receiverEmail } = bookings;
    const [told] = await tx
      .select({ on: sql<boolean>`${isTold}`, receiverPhone, receiverEmail })
      .from(bookings)
      .leftJoin(receiverLinks, eq(receiverLinks.bookingId, bookings.id))
      .leftJoin(profiles, eq(profiles.id, bookings.customerId))
      .where(eq(bookings.id, id));
    if (!told?.on) return refuse("conflict", "off");
    const channels = usableChannels(services, await services.company(tx), kind);
    if (channelsReaching(channels, told).length === 0) return refuse("conflict", "no_channel");
    const queued = await tellReceivers({ services, tx, at }, kind, [id]);
    if (queued === 0) {
      const same = and(eq(receiverMessages.bookingId, id), eq(receiverMessages.kind, kind));
      const waiting = and(same, eq(receiverMessages.state, "queued"), gt(receiverMessages.dueAt, at));
      return refuse("conflict", (await tx.$count(receiverMessages, waiting)) > 0 ? "waits" : "told_already");
    }
    const what = `${MESSAGE_KIND_NAMES[kind]}, ${code}`;
    await logBooking({ tx, actor, at }, id, "send_message_again", what);
    return { ok: true, code };
  },
  publish: ({ code }) => messageTopics(code),
});
