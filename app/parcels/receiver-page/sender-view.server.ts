/** RECEIVER-3, RECEIVER-4: the sender's view of the receiver's link, on the page of their booking. */
import { DELETED_SENDER, NOT_STORED } from "../../domain/erased.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { senderChat } from "../bookings/receiver-chats.server.ts";
import type { Said } from "../receiver-choices/choice-text.ts";
import { saidOf } from "../receiver-choices/read-choices.server.ts";
import { linkOf } from "../receiver-link/receiver-link.server.ts";
import { readSwitch } from "../receiver-link/switch-messages.server.ts";
import type { SwitchView } from "./message-switch.tsx";
import { pinOf, type ReceiverView } from "./read-receiver.server.ts";
import { isGoingBack } from "../tracking/parcel-news.ts";
import { readParcel } from "../tracking/track-parcel.server.ts";

export type SendersReceiver = {
  link: string;
  chat: string | null;
  /** The PIN, from the time the parcel is out for delivery; null before. */
  pin: ReceiverView["pin"];
  renewKey: string;
  /** CHOICE-1: the receiver's choices that count now, the newest first. */
  said: Said[];
  messages: SwitchView | null;
};

/**
 * The receiver's link, PIN and choices for the sender. Null once the parcel is delivered, failed or on its way back, and
 * if the receiver or the sender was erased. The caller must take `code` from a mailed URL or a browser that only the sender has.
 */
export async function readSendersReceiver(services: Services, code: string): Promise<SendersReceiver | null> {
  const found = await readParcel(services, code);
  if (!found || !isOnTheWay(found.booking.status)) return null;
  const { booking, parcel } = found;
  if (isGoingBack(parcel)) return null;
  if (booking.receiverPhone === NOT_STORED || booking.senderName === DELETED_SENDER.senderName) return null;
  const messages = await readSwitch(services, booking.id);
  return {
    messages: messages && { ...messages, formKey: newIdempotencyKey() },
    link: await linkOf(services, "receiver", code),
    chat: await senderChat(services, { ...parcel, receiverPhone: booking.receiverPhone }),
    pin: parcel.outForDelivery ? await pinOf(services, booking.id) : null,
    renewKey: newIdempotencyKey(),
    said: (await saidOf(services.db, [booking.id])).get(booking.id) ?? [],
  };
}
