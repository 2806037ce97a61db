/** RECEIVER-1, RECEIVER-2: reads the data of the page that a receiver's link opens. */
import { and, eq, inArray } from "drizzle-orm";
import type { Session } from "../../access/principal-context.ts";
import { DELETED_SENDER } from "../../domain/erased.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import { splitName } from "../../domain/person-name.ts";
import { receiversPart } from "../../domain/door-amount.ts";
import { readCompanyAccount } from "../../money/payments/company-account.server.ts";
import { doorOf } from "../../money/payments/door.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, orders, stores } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import { refuse, type Result } from "../../platform/http/result.ts";
import { refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { whoTookParcel } from "../proof/read-proofs.server.ts";
import { readPin } from "../receiver-link/pins.server.ts";
import { gaveCode, needsCode } from "../receiver-link/pin-code.server.ts";
import { readSwitch } from "../receiver-link/switch-messages.server.ts";
import { openQuestion, type AttemptQuestion } from "../receiver-link/link-state.server.ts";
import { readParcel } from "../tracking/track-parcel.server.ts";
import { countLookup, countWrongCode } from "../tracking/limit-look-ups.server.ts";
import { withParcelWords, type SaidParcel } from "../tracking/parcel-words.ts";
import type { AfterDeliveryView } from "./after-delivery.tsx";
import { collectAtOf, type CollectAt } from "./collect-at.server.ts";
import { readChoicesView, type ChoicesView } from "./choices-view.server.ts";
import { openLivingLink } from "./living-link.server.ts";
import { readPayOnline } from "./pay-online.server.ts";
import type { PayOnlineView } from "./pay-online.tsx";
import { readExtras, type Extras } from "./extras.server.ts";
import type { SwitchView } from "./message-switch.tsx";
import type { PinCodeView } from "./pin-code.tsx";
import { riderOnWay, type OnWay } from "./rider-on-way.server.ts";
import type { ToPay } from "./to-pay.ts";
import { readAfterDelivery } from "./read-after-delivery.server.ts";

export type ReceiverView = {
  parcel: SaidParcel;
  toPay: ToPay;
  /** The name of the store, or the sender's first name. Null if the sender was erased. */
  from: string | null;
  mayLookInside: boolean;
  /** The name of the person who took the parcel, and the time. Null before the delivery, or if no name was given. */
  taken: { name: string; at: Date } | null;
  /** RECEIVER-4: the PIN of a parcel that is out for delivery. Null on links for staff and payers. */
  pin: { digits: string | null; drawKey: string } | null;
  /** TELL-12: the form for the code, in place of the PIN. Null once the code was typed in this browser. */
  pinCode: PinCodeView | null;
  /**
   * TELL-8: whether messages are on. Null on links for staff and payers, after the last message, and if no channel
   * reaches the receiver.
   */
  messages: SwitchView | null;
  /** The values that the page shows after the delivery. Null before the delivery, and on the link for payers. */
  after: AfterDeliveryView | null;
  /** CHOICE-1: the receiver's choices. Null if the company has no hubs, and on the link for payers. */
  choices: ChoicesView | null;
  /** CHOICE-5: the question about the last attempt. Null on the link for payers. */
  question: AttemptQuestion | null;
  /** The idempotency key of the form with the answer. Null if there is no unanswered question. */
  answerKey: string | null;
  online: PayOnlineView | null;
  /**
   * ONLINE-5: true on the link for payers. Anybody may have that link, so the page names the sender but not the
   * receiver.
   */
  paysOnly: boolean;
  /** The hub at which the receiver collects the parcel. Null if it is delivered, and on the link for payers. */
  collectAt: CollectAt | null;
  /** The rider and the stop. Null unless the parcel is out for delivery today. */
  onWay: OnWay | null;
  /** True if the page must tell a payer that the PIN of a parcel out for delivery is on another page. */
  pinElsewhere: boolean;
  /**
   * The receiver's consent to remembered places, and the report 'not expected'. Null if the company has no hubs, and on
   * links for staff and payers.
   */
  extras: Extras | null;
};

/** Wrong, replaced and expired URLs all get the same response. */
const UNKNOWN = refuse("not_found", "This link has ended or is wrong.");

/**
 * Reads the data of the receiver's page. `param` is the part of the page's URL that names the link. Each look-up is
 * counted, and a wrong URL counts as a wrong tracking code (TRACK-6). An unanswered question can be answered through
 * the receiver's link and the link for staff.
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
  // A receiver who does not expect the parcel gets no PIN, because with the PIN they could take the parcel.
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
  const choices = paysOnly ? null : await readChoicesView(services, booking, link.kind);
  const said = withParcelWords(parcel);
  const isOver = said.cancelled || !isOnTheWay(parcel.status);
  return {
    ok: true,
    view: {
      parcel: said,
      toPay,
      from: await senderNameOf(services.db, booking),
      mayLookInside: booking.mayLookInside,
      taken: paysOnly ? null : await whoTookParcel(services.db, booking.id, { returns: false }),
      pin: hasPin && !asksCode ? await receiverPinOf(services, booking.id) : null,
      pinCode: asksCode ? { formKey: newIdempotencyKey() } : null,
      messages: messages && { ...messages, formKey: newIdempotencyKey() },
      after: paysOnly ? null : await readAfterDelivery(services, booking, link.kind),
      choices,
      collectAt:
        paysOnly || isOver
          ? null
          : await collectAtOf(services, { bookingId: booking.id, news: parcel.news, choices }),
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

/** Reads the amount that the receiver has to pay. Throws if the booking does not exist. */
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

/**
 * Reads the sender's name for the receiver: a store's name, or a person's first name. A cancelled delivery is no
 * longer linked to its order (BOOK-27), but still has the store's name and account.
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
