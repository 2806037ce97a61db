/** TELL-8: the sender or the receiver switches a parcel's messages off or on. The receiver has priority. */
import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import { everybody } from "../../access/by.server.ts";
import { channelsReaching } from "../../notifications/reaching.ts";
import { isTold, usableChannels } from "../../notifications/tell-receivers.server.ts";
import { bookings, profiles, receiverLinks } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { lockParcel, ofParcelBy } from "./of-parcel.server.ts";

export const switchMessages = operation({
  name: "receivers.switch_messages",
  by: everybody,
  input: ofParcelBy.extend({ messages: z.enum(["on", "off"]) }),
  on: lockParcel,
  run: async ({ tx }, { who, messages }, { id }) => {
    const on = messages === "on";
    const chosen = who === "sender" ? { senderTells: on } : { receiverStopped: !on };
    await tx
      .insert(receiverLinks)
      .values({ bookingId: id, ...chosen })
      .onConflictDoUpdate({ target: receiverLinks.bookingId, set: chosen });
    return { ok: true };
  },
  publish: (_, { code }) => [`booking:${code}`],
});

export type MessageSwitch = { on: boolean; stoppedByReceiver: boolean };

/** Reads whether messages are on. Null if no channel reaches the receiver. */
export async function readSwitch(services: Services, bookingId: string): Promise<MessageSwitch | null> {
  const company = await services.company();
  const [row] = await services.db
    .select({
      on: sql<boolean>`${isTold}`,
      stopped: sql<boolean>`coalesce(${receiverLinks.receiverStopped}, false)`,
      receiverPhone: bookings.receiverPhone,
      receiverEmail: bookings.receiverEmail,
    })
    .from(bookings)
    .leftJoin(receiverLinks, eq(receiverLinks.bookingId, bookings.id))
    .leftJoin(profiles, eq(profiles.id, bookings.customerId))
    .where(eq(bookings.id, bookingId));
  const channels = usableChannels(services, company, "out_for_delivery");
  return row && channelsReaching(channels, row).length > 0
    ? { on: row.on, stoppedByReceiver: row.stopped }
    : null;
}
