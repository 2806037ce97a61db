/** TELL-4: reads the data for a message's text when the message is sent. Null if the message is out of date. */
import { DELIVERED, isOnTheWay } from "../../domain/delivery-status.ts";
import { ROAD_KINDS } from "../../domain/event-kinds.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { saidDay } from "../../domain/promise.ts";
import { questionAfter } from "../../domain/event-follows.ts";
import type { MessageKind } from "../../domain/receiver-messages.ts";
import { HIDDEN } from "../../platform/mail/hidden.ts";
import type { Services } from "../../platform/services.server.ts";
import { readPin } from "../receiver-link/pins.server.ts";
import { linkOf } from "../receiver-link/receiver-link.server.ts";
import { senderNameOf, toPayOf } from "../receiver-page/read-receiver.server.ts";
import { readParcel } from "../tracking/track-parcel.server.ts";
import type { TrackingView } from "../tracking/tracking-view.ts";
import type { MessageFacts } from "./texts.ts";
import { receiverCodeOf } from "../receiver-link/code-of.server.ts";

/** A stored message: the id that all its tries share, its kind, and the code of its booking. */
export type MessageRef = { message: string; kind: MessageKind; code: string };

export async function readFacts(
  services: Services,
  { message, kind, code }: MessageRef,
): Promise<MessageFacts | null> {
  const found = await readParcel(services, code);
  if (!found || !isTrue(kind, found.parcel)) return null;
  const { booking } = found;
  const today = kind === "out_for_delivery";
  const [{ name, shortName }, from, toPay, pin, link] = await Promise.all([
    services.company(),
    senderNameOf(services.db, booking),
    today ? toPayOf(services.db, booking.id) : null,
    today ? readPin(services, booking.id) : null,
    linkOf(services, "receiver", code),
  ]);
  const comes = booking.promisedDay;
  return {
    company: { name, shortName },
    from,
    payKobo: toPay && !toPay.priceComes ? toPay.totalKobo : null,
    pin,
    link,
    day: kind === "new_day" && comes >= startOfLagosDay(services.now()) ? saidDay(comes) : null,
    code: kind === "code" ? receiverCodeOf(services, message) : null,
  };
}

/** Replaces the PIN, the code and the link's token by dots. Only this text is stored and shown to staff. */
export const withoutSecretParts = (text: string, { pin, code, link }: MessageFacts): string =>
  [pin, code, link.split(".").at(-1)].reduce<string>(
    (shown, secret) => (secret ? shown.replaceAll(secret, HIDDEN) : shown),
    text,
  );

const STEPS = new Set<string>([...ROAD_KINDS, "status_set"]);
/** True if the newest step is a failed attempt, or a status set by hand after which the receiver gets a question. */
function wasTried({ events }: TrackingView): boolean {
  const newest = events.findLast(({ kind }) => STEPS.has(kind));
  return newest !== undefined && (newest.kind === "attempted" || questionAfter(newest) !== null);
}

/** True if a message of this kind is still correct when it is sent. A returning parcel has no messages. */
export function isTrue(kind: MessageKind, parcel: TrackingView): boolean {
  const { status, news } = parcel;
  const outForDelivery = parcel.outForDelivery && parcel.missed === null;
  if (kind === "code") return outForDelivery;
  if (news === "return_started" || news === "returned") return false;
  if (kind === "delivered") return status === DELIVERED;
  if (kind === "out_for_delivery") return outForDelivery;
  if (kind === "could_not_deliver") return wasTried(parcel);
  return isOnTheWay(status) && !outForDelivery;
}
