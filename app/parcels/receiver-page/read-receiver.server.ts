/** RECEIVER-1, RECEIVER-2: the data of the page of a receiver's link. */
import { and, eq, inArray } from "drizzle-orm";
import type { Session } from "../../access/principal-context.ts";
import { DELETED_SENDER } from "../../domain/erased.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import { splitName } from "../../domain/person-name.ts";
import { receiversPart } from "../../domain/door-amount.ts";
import { readCompanyAccount } from "../../money/payments/company-account.server.ts";
import { doorOf } from "../../money/payments/door.server.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, orders, stores } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { refuse, type Result } from "../../platform/http/result.ts";
import { refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { whoTookParcel } from "../proof/read-proofs.server.ts";
import { readPin } from "../receiver-link/pins.server.ts";
import { tellableUntil } from "../claiming/not-received.server.ts";
import { receiversClaimOf } from "../claiming/read-claims.server.ts";
import { gaveCode, needsCode } from "../receiver-link/pin-code.server.ts";
import { readSwitch } from "../receiver-link/switch-messages.server.ts";
import { openQuestion, type AttemptQuestion } from "../receiver-link/link-state.server.ts";
import type { LinkKind } from "../receiver-link/receiver-link.server.ts";
import { countLookup, countWrongCode, readParcel } from "../tracking/track-parcel.server.ts";
import { withParcelWords, type SaidParcel } from "../tracking/parcel-words.ts";
import type { AfterDeliveryView } from "./after-delivery.tsx";
import { readChoicesView, type ChoicesView } from "./choices-view.server.ts";
import { openLivingLink } from "./living-link.server.ts";
import { readPayOnline } from "./pay-online.server.ts";
import type { PayOnlineView } from "./pay-online.tsx";
import { readExtras, type Extras } from "./extras.server.ts";
import type { SwitchView } from "./message-switch.tsx";
import type { PinCodeView } from "./pin-code.tsx";
import { riderOnWay, type OnWay } from "./rider-on-way.server.ts";
import type { ToPay } from "./to-pay.ts";

export type ReceiverView = {
  parcel: SaidParcel;
  toPay: ToPay;
  /** The store's name, or the sender's first name. Null if the sender was erased. */
  from: string | null;
  mayLookInside: boolean;
  /** The person who took the parcel, and the time. Null before the delivery, or without a name. */
  taken: { name: string; at: Date } | null;
  /** RECEIVER-4: the PIN while the parcel is out for delivery, on the receiver's own link. Otherwise null. */
  pin: { digits: string | null; drawKey: string } | null;
  /** TELL-12: the form for the code. It replaces the PIN until this browser gives the code. */
  pinCode: PinCodeView | null;
  /**
   * TELL-8: the switch of messages. Null on other links than the receiver's, after the last message, and
   * without a channel to the receiver.
   */
  messages: SwitchView | null;
  /** The part about the delivery. Null before the delivery, and on the payer's link. */
  after: AfterDeliveryView | null;
  /** CHOICE-1: the receiver's choices. Null for a company without hubs, and on the payer's link. */
  choices: ChoicesView | null;
  /** CHOICE-5: the question about the last attempt. Null on the payer's link. */
  question: AttemptQuestion | null;
  /** The idempotency key of an answer. Null if no answer is possible. */
  answerKey: string | null;
  online: PayOnlineView | null;
  /** ONLINE-5: true on the payer's link. Anybody may have this link, so the page names only the sender. */
  paysOnly: boolean;
  /** The rider and the stop, while the parcel is out for delivery today. */
  onWay: OnWay | null;
  /** True if the parcel is out for delivery and the page tells a payer that the PIN is elsewhere. */
  pinElsewhere: boolean;
  /** The receiver's consent and report. Null without hubs, and on other links than the receiver's. */
  extras: Extras | null;
};

/** Wrong, renewed and expired URLs get the same response. */
const UNKNOWN = refuse("not_found", "This link has ended or is wrong.");

/**
 * The data of a URL's page. Each look-up counts, and a wrong URL counts as a wrong tracking code (TRACK-6).
 * The receiver's link and staff's link can answer an open question.
 */
export async function readReceiver(
  services: Services,
  session: Session,
  param: string,
  cookies: string | null,
): Promise<Result<{ view: ReceiverView }, "not_found" | "rate_limited">> {
  const limit = await countLookup(services, session);
  if (!limit.ok) return refuseTooMany("This link was opened too often from your connection.", limit);
  const link = await openLivingLink(services, param);
  const found = link && (await readParcel(services, link.code));
  if (!found) return (await countWrongCode(services, session)) ?? UNKNOWN;
  const { booking, parcel } = found;
  const own = link.kind === "receiver";
  const paysOnly = link.kind === "payer";
  const extras = await readExtras(services, booking, link.kind);
  // A receiver who does not expect the parcel gets no PIN. The PIN would allow them to take the parcel.
  const hasPin = own && parcel.outForDelivery && !extras?.notExpectedAt;
  const toPay = await toPayOf(services.db, booking.id);
  const asksCode =
    hasPin &&
    (await needsCode(services, toPay.totalKobo)) &&
    !(await gaveCode(services, cookies, parcel.trackingCode));
  const messages =
    own && isOnTheWay(parcel.status) && !extras?.notExpectedAt
      ? await readSwitch(services, booking.id)
      : null;
  return {
    ok: true,
    view: {
      parcel: withParcelWords(parcel),
      toPay,
      from: await senderNameOf(services.db, booking),
      mayLookInside: booking.mayLookInside,
      taken: paysOnly ? null : await whoTookParcel(services.db, booking.id, { returns: false }),
      pin: hasPin && !asksCode ? await receiverPinOf(services, booking.id) : null,
      pinCode: asksCode ? { formKey: newIdempotencyKey() } : null,
      messages: messages && { ...messages, formKey: newIdempotencyKey() },
      after: paysOnly ? null : await afterDelivery(services, booking, link.kind),
      choices: paysOnly ? null : await readChoicesView(services, booking, link.kind),
      question: paysOnly ? null : link.state.question,
      answerKey: !paysOnly && openQuestion(link.state) ? newIdempotencyKey() : null,
      online: await readPayOnline(services, link, param),
      paysOnly,
      onWay:
        !paysOnly && parcel.outForDelivery && !parcel.missed
          ? await riderOnWay(services.db, booking.id)
          : null,
      pinElsewhere: paysOnly && parcel.outForDelivery,
      extras,
    },
  };
}

/** The amount that the receiver pays. Throws if the booking does not exist. */
export async function toPayOf(db: Pick<Db, "select">, bookingId: string): Promise<ToPay> {
  const [found, account] = await Promise.all([doorOf(db, { id: bookingId }), readCompanyAccount(db)]);
  if (!found) throw new Error("a booking that was read has no money");
  const { paysDelivery, priceKobo, returning } = found;
  return {
    ...receiversPart(found),
    byTransfer: account !== null,
    priceComes: paysDelivery === "receiver" && priceKobo === null && !returning,
  };
}

export const receiverPinOf = async (services: Services, bookingId: string) => ({
  digits: await readPin(services, bookingId),
  drawKey: newIdempotencyKey(),
});

/** The part about a delivery: its claim, and the form that reports a missing delivery (CLAIM-3). */
async function afterDelivery(
  services: Services,
  { id, deliveredAt }: Pick<typeof bookings.$inferSelect, "id" | "deliveredAt">,
  kind: LinkKind,
): Promise<AfterDeliveryView | null> {
  if (!deliveredAt) return null;
  const { db, now } = services;
  const [claim, until, hubs] = await Promise.all([
    receiversClaimOf(db, { id, deliveredAt }),
    tellableUntil(db, { id, deliveredAt }),
    activeHubs(services),
  ]);
  const asks = kind === "receiver" && claim === null && now() <= until && hubs.length > 0;
  return { claim, tell: asks ? { until, formKey: newIdempotencyKey() } : null };
}

/**
 * The sender's name for the receiver: a store's name, or a person's first name. A cancelled delivery has lost
 * its order (BOOK-27), but keeps the name and account of its store.
 */
export async function senderNameOf(
  db: Pick<Db, "select">,
  {
    orderId,
    customerId,
    senderName,
  }: Pick<typeof bookings.$inferSelect, "orderId" | "customerId" | "senderName">,
): Promise<string | null> {
  const isStore = orderId
    ? inArray(stores.id, db.select({ id: orders.storeId }).from(orders).where(eq(orders.id, orderId)))
    : customerId && and(eq(stores.userId, customerId), eq(stores.businessName, senderName));
  if (isStore) {
    const [store] = await db.select({ name: stores.businessName }).from(stores).where(isStore);
    if (store) return store.name;
  }
  return senderName === DELETED_SENDER.senderName ? null : splitName(senderName).firstName;
}
