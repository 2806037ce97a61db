/** RECEIVER-3, RECEIVER-4: reads the receiver's link and PIN for the sender's page of a booking. */
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { sendersLink, type ReceiversLink } from "../bookings/receiver-chats.server.ts";
import type { ChoiceSaid } from "../receiver-choices/choice-text.ts";
import { choicesSaidOf } from "../receiver-choices/read-choices.server.ts";
import { readSwitch } from "../receiver-link/switch-messages.server.ts";
import type { SwitchView } from "./message-switch.tsx";
import { receiverPinOf, type ReceiverView } from "./read-receiver.server.ts";
import { readParcel } from "../tracking/track-parcel.server.ts";

export type SendersReceiver = ReceiversLink & {
  /** The PIN. Null unless the parcel is out for delivery. */
  pin: ReceiverView["pin"];
  renewKey: string;
  /** CHOICE-1: the receiver's choices that are valid now, newest first. */
  said: ChoiceSaid[];
  messages: SwitchView | null;
};

/**
 * Reads the receiver's link for the sender, with the unanswered question, the PIN and the choices. Null if
 * `sendersLinks` gives no link. The caller must take `code` from a mailed URL or from the sender's own browser.
 */
export async function readSendersReceiver(services: Services, code: string): Promise<SendersReceiver | null> {
  const found = await readParcel(services, code);
  if (!found) return null;
  const { booking, parcel } = found;
  const link = await sendersLink(services, { ...booking, ...parcel });
  if (!link) return null;
  const messages = link.chat ? await readSwitch(services, booking.id) : null;
  return {
    ...link,
    messages: messages && { ...messages, formKey: newIdempotencyKey() },
    pin: parcel.outForDelivery ? await receiverPinOf(services, booking.id) : null,
    renewKey: newIdempotencyKey(),
    said: (await choicesSaidOf(services.db, [booking.id])).get(booking.id) ?? [],
  };
}
