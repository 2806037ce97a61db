/**
 * COD-8, RECEIVER-3: the prefilled chats with receivers. The sender's chats have the receiver's link, and staff's chats
 * the link that shows no PIN.
 */
import { isLate } from "../../domain/booking.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { isOnTheWay, type BookingStatus } from "../../domain/delivery-status.ts";
import { NOTHING_AT_DOOR, receiversPart } from "../../money/payments/door-amount.ts";
import { doorsOf } from "../../money/payments/door.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { linkOf, linksOf } from "../receiver-link/receiver-link.server.ts";
import type { BookingDetails } from "./one-booking.server.ts";
import { receiverChat } from "./receiver-message.ts";

type Parcel = {
  trackingCode: string;
  status: BookingStatus;
  estimatedDelivery: Date;
  receiverPhone: string;
  /** True if the promised day is over, or if no day is promised. */
  late: boolean;
  news?: string | null;
};

/** The sender's chat with the receiver of a parcel; null if the parcel is delivered, failed or goes back to its sender. */
export const senderChat = async (services: Services, parcel: Parcel): Promise<string | null> =>
  (await senderChats(services, [parcel])).get(parcel.trackingCode) ?? null;

/**
 * The senders' chats of several bookings, by code, without bookings that are delivered or failed. Null for a booking
 * that goes back to its sender, and for a phone number without WhatsApp.
 */
export async function senderChats(
  services: Services,
  parcels: readonly Parcel[],
): Promise<Map<string, string | null>> {
  const open = parcels.filter(({ status }) => isOnTheWay(status));
  const codes = open.map(({ trackingCode }) => trackingCode);
  const [links, doors, { name }] = await Promise.all([
    linksOf(services, "receiver", codes),
    doorsOf(services.db, codes),
    services.company(),
  ]);
  const chatOf = ({ late, news = null, receiverPhone, ...parcel }: Parcel) => {
    const code = parcel.trackingCode;
    const money = doors.get(code);
    // A returning parcel no longer goes to the receiver.
    if (money?.returning) return null;
    const door = money ? receiversPart(money) : NOTHING_AT_DOOR;
    const about = { link: links.get(code) ?? "", company: name, door };
    return receiverChat(parcel, { ...about, late: late || news !== null }, "sender", receiverPhone);
  };
  return new Map(open.map((parcel) => [parcel.trackingCode, chatOf(parcel)]));
}

/** The staff's chat with the receiver of a parcel. The page behind the staff's link shows no PIN. */
export async function staffChat(
  services: Services,
  { booking, phones, door, returning }: BookingDetails,
): Promise<string | null> {
  if (!isOnTheWay(booking.status)) return null;
  const about = {
    link: await linkOf(services, "staff", booking.trackingCode),
    company: (await services.company()).name,
    door: receiversPart({ door, returning }),
    late: isLate(booking, startOfLagosDay(services.now())),
  };
  return receiverChat(booking, about, "company", phones.receiver ?? "");
}
