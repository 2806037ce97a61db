/**
 * COD-8, RECEIVER-3, CHOICE-7: for senders and staff, the receiver's link, the chat with the receiver and the
 * unanswered question. The sender's link shows the PIN; the link for staff does not.
 */
import { eq, sql } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { may } from "../../access/permissions.ts";
import { isLate } from "../../domain/booking.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { DELIVERED, type BookingStatus } from "../../domain/delivery-status.ts";
import { DELETED_SENDER, NOT_STORED } from "../../domain/erased.ts";
import { failureReason } from "../../domain/failure-reasons.ts";
import { doorWays } from "../../domain/how-to-pay.ts";
import { readCompanyAccount } from "../../money/payments/company-account.server.ts";
import { NOTHING_AT_DOOR, receiversPart } from "../../domain/door-amount.ts";
import { doorsOf } from "../../money/payments/door.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { pieces, runs } from "../../platform/db/schema.ts";
import type { Services } from "../../platform/services.server.ts";
import { linkStatesOf, openQuestion, type AttemptQuestion } from "../receiver-link/link-state.server.ts";
import { linkOf, linksOf } from "../receiver-link/receiver-link.server.ts";
import type { AskedOf } from "./ask-receiver.tsx";
import type { BookingDetails } from "./one-booking.server.ts";
import { receiverChat } from "./receiver-message.ts";

type Parcel = {
  id: string;
  trackingCode: string;
  status: BookingStatus;
  promisedDay: Date;
  receiverPhone: string;
  senderName: string;
  /** True if the promised day is over or missing. */
  late: boolean;
  news?: string | null;
};

const askedOf = (question: AttemptQuestion | null, link: string, chat: string): AskedOf | null =>
  question && { ...question, why: failureReason(question.reason).publicText, link, chat };

export type ReceiversLink = {
  link: string;
  /** The URL of the WhatsApp chat with the receiver, with the text filled in. Null after the delivery. */
  chat: string | null;
  asked: AskedOf | null;
};

/** Returns the receiver's link for the sender of a parcel. Null if `sendersLinks` gives no link. */
export const sendersLink = async (services: Services, parcel: Parcel): Promise<ReceiversLink | null> =>
  (await sendersLinks(services, [parcel])).get(parcel.id) ?? null;

/**
 * Returns the valid links to the receivers' pages that the senders of these parcels may pass on, by booking id. A link
 * stays valid after a failed delivery attempt. A cancelled, returned or returning parcel has no link, and neither has a
 * parcel whose receiver or sender was erased.
 */
export async function sendersLinks(
  services: Services,
  parcels: readonly Parcel[],
): Promise<Map<string, ReceiversLink>> {
  const states = await linkStatesOf(
    services.db,
    parcels.map(({ id }) => id),
  );
  const shown = parcels.filter(({ id, receiverPhone, senderName }) => {
    const state = states.get(id);
    return (
      state &&
      state.livesUntil > services.now() &&
      (!state.over || state.deliveredAt) &&
      receiverPhone !== NOT_STORED &&
      senderName !== DELETED_SENDER.senderName
    );
  });
  const codes = shown.map(({ trackingCode }) => trackingCode);
  const [links, doors, { name }, account] = await Promise.all([
    linksOf(services, "receiver", codes),
    doorsOf(services.db, codes),
    services.company(),
    readCompanyAccount(services.db),
  ]);
  return new Map(
    shown.map((parcel) => {
      const state = states.get(parcel.id);
      const question = openQuestion(state);
      const link = links.get(parcel.trackingCode) ?? "";
      const money = doors.get(parcel.trackingCode);
      const late = parcel.late || (parcel.news ?? null) !== null;
      const door = money ? receiversPart(money) : NOTHING_AT_DOOR;
      const ways = doorWays({ account });
      const about = { link, company: name, door, doorWays: ways, late, asked: question?.reason ?? null };
      const chat = receiverChat(parcel, about, "sender", parcel.receiverPhone);
      const asked = askedOf(question, link, chat);
      return [parcel.id, { link, chat: state?.over ? null : chat, asked }];
    }),
  );
}

/**
 * Returns the chat with the receiver and the unanswered question, for a member of the team. Null if no more messages
 * go to the receiver or the link has expired.
 *
 * While a question is unanswered, anybody with the link in the chat can answer the question. During this time the
 * result is also null for:
 * - staff who may not answer for the receiver (STAFF-4)
 * - hub clerks, if the parcel belongs to another hub
 * - all hub clerks, if `anyOfRole` is true, because all members of the role then share the result
 */
export async function staffsLink(
  services: Services,
  admin: Admin,
  { booking, phones, door, returning }: BookingDetails,
  { anyOfRole = false } = {},
): Promise<Pick<ReceiversLink, "chat" | "asked"> | null> {
  if (booking.status === DELIVERED || phones.receiver === null) return null;
  const state = (await linkStatesOf(services.db, [booking.id])).get(booking.id);
  if (!state || state.over || state.livesUntil <= services.now()) return null;
  const question = openQuestion(state);
  if (question) {
    if (!may(admin.role, "answerForReceiver") || (anyOfRole && admin.role === "hub_clerk")) return null;
    if (await refuseOtherHub(services.db, admin, ...(await hubsOf(services.db, booking.id, question))))
      return null;
  }
  const link = await linkOf(services, "staff", booking.trackingCode);
  const about = {
    link,
    company: (await services.company()).name,
    door: receiversPart({ door, returning }),
    doorWays: doorWays({ account: await readCompanyAccount(services.db) }),
    late: isLate(booking, startOfLagosDay(services.now())),
    asked: question?.reason ?? null,
  };
  const chat = receiverChat(booking, about, "company", phones.receiver);
  return { chat, asked: askedOf(question, link, chat) };
}

/** Returns the ids of the hubs that hold or deliver a piece, and the id of the hub whose run made the attempt. */
async function hubsOf(db: Db, bookingId: string, { runId }: AttemptQuestion): Promise<(string | null)[]> {
  const [places, ofRun] = await Promise.all([
    db
      .select({
        holder: sql<string | null>`case when ${pieces.holderKind} = 'hub' then ${pieces.holderId} end`,
        to: pieces.toHubId,
      })
      .from(pieces)
      .where(eq(pieces.bookingId, bookingId)),
    runId ? db.select({ hubId: runs.hubId }).from(runs).where(eq(runs.id, runId)) : [],
  ]);
  return [...places.flatMap(({ holder, to }) => [holder, to]), ...ofRun.map(({ hubId }) => hubId)];
}
