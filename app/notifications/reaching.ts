/** TELL-1: finds the channels that reach a receiver. Pure. */
import { NOT_STORED } from "../domain/erased.ts";
import { isPhoneChannel, type Channel } from "../domain/receiver-messages.ts";

/** Returns those of the channels that reach the receiver of a booking. */
export const channelsReaching = (
  channels: readonly Channel[],
  { receiverPhone, receiverEmail }: { receiverPhone: string; receiverEmail: string | null },
): Channel[] =>
  receiverPhone === NOT_STORED
    ? []
    : channels.filter((channel) => isPhoneChannel(channel) || receiverEmail !== null);
