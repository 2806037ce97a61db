/** STATUS-5: the sender's mails about a new booking, a changed status, or an event on the road (MAIL-4). */
import type { Services } from "../../platform/services.server.ts";
import { eq } from "drizzle-orm";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { bookingBalances } from "../../platform/db/schema.ts";
import { formatDateTime, lagosDay, startOfLagosDay } from "../../domain/dates.ts";
import { howToPay, waysToPay } from "../../domain/how-to-pay.ts";
import { formatNaira } from "../../domain/money.ts";
import { paySetup } from "../../money/payments/pay-setup.server.ts";
import { doorAmount } from "../../domain/door-amount.ts";
import { receiptPath } from "../../money/payments/receipt.server.ts";
import { WE_TELL } from "../../money/prices/price-text.ts";
import { returnOfNew } from "../../money/prices/return-fee.server.ts";
import { ROAD_KINDS, type EventKind } from "../../domain/event-kinds.ts";
import { CANCELLED, failureReason, failureSendersText } from "../../domain/failure-reasons.ts";
import { MailButton, MailCode, MailFacts, mailHtml, mailText } from "../../platform/mail/layout.tsx";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import type { Mail } from "../../platform/mail/mailer.server.ts";
import { isLate } from "../../domain/booking.ts";
import { NEW_DAY_TEXTS } from "../../domain/new-day.ts";
import { latestText, newDayText, pickupText, saidDay } from "../../domain/promise.ts";
import { FIRST_STATUS, isOnTheWay, STATUS_FACTS } from "../../domain/delivery-status.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { DROP_OFF, mailFacts, roadFacts, type Fact } from "./booking-facts.ts";
import { questionOf } from "../sender-decides/read-question.server.ts";
import { mailedPath } from "./who-opens-own-booking.server.ts";
import { collectedFacts } from "./collected-facts.server.ts";
import { hubOf, mailedBooking, takerOf, withEvent, type MailedBooking } from "./mailed-bookings.server.ts";
import { roadMail, failureFacts, type RoadMail } from "./road-mail.ts";

const destination = (row: MailedBooking) => row.receiverTown ?? row.receiverState;

async function write(
  services: Services,
  row: MailedBooking,
  title: string,
  news: string,
  more: Fact[],
  also: { label: string; href: string }[] = [],
): Promise<Mail> {
  const company = await services.company();
  const link = `${services.origin}/track?code=${row.trackingCode}`;
  const code = readableTrackingCode(row.trackingCode);
  return {
    to: { name: withoutLinks(row.senderName), address: row.senderEmail },
    subject: `${title}: ${row.trackingCode}`,
    text: mailText(company, [
      `Hello ${withoutLinks(row.senderName)},`,
      news,
      `Tracking code: ${row.trackingCode}`,
      more,
      `Track it: ${link}`,
      ...also.map(({ label, href }) => `${label}: ${href}`),
    ]),
    html: mailHtml(
      company,
      title,
      `${news} ${row.trackingCode}`,
      <>
        <p>Hello {withoutLinks(row.senderName)},</p>
        <p>{news}</p>
        <MailCode>{code}</MailCode>
        <MailFacts rows={more} />
        <MailButton href={link}>Track this parcel</MailButton>
        {also.map(({ label, href }) => (
          <p key={href}>
            <a href={href} style={{ color: "#16130E", fontWeight: 600 }}>
              {label}
            </a>
          </p>
        ))}
      </>,
    ),
  };
}

export const bookingMadeMail: MailText<"booking_made"> = async (services, { bookingId }) => {
  const row = await mailedBooking(services.db, bookingId);
  if (!row) return null;
  const price = row.priceKobo === null ? WE_TELL : formatNaira(row.priceKobo);
  const back = await returnOfNew(services, row);
  return write(
    services,
    row,
    `Your parcel to ${destination(row)} is booked`,
    "We have your booking. Keep this code: anyone who has the code can follow the parcel.",
    [
      ...mailFacts(row, { ...row, door: toPay(row), returning: false }),
      ["Price", price],
      ...(await payFacts(services, row)),
      ...(back === null ? [] : [["Return", back] satisfies Fact]),
    ],
    [
      { label: "Price and payments", href: services.origin + receiptPath(services, row.trackingCode) },
      { label: "Change or cancel", href: services.origin + mailedPath(services, row.trackingCode) },
    ],
  );
};

/** PAY-10: returns how to pay for the delivery, with the bank account for a transfer. */
async function payFacts(services: Services, row: MailedBooking): Promise<Fact[]> {
  const setup = await paySetup(services);
  const payer = { paysDelivery: row.paysDelivery, isBrought: row.dropOffHubId !== null };
  const { account } = setup;
  const transfers = account !== null && waysToPay(payer, setup)[0] !== "door";
  return [
    ["Payment", withoutLinks(howToPay(payer, setup, row.priceKobo))],
    ...(transfers
      ? ([
          ["Bank", withoutLinks(account.bank)],
          ["Account number", account.accountNumber],
          ["Account name", withoutLinks(account.accountName)],
          ["Reference", row.trackingCode],
        ] satisfies Fact[])
      : []),
  ];
}

/** Returns the amount due at the receiver's door. A new booking has no payments that would reduce this amount. */
const toPay = ({ paysDelivery, priceKobo, collectKobo }: MailedBooking) =>
  doorAmount(
    { paysDelivery, priceKobo, paidKobo: 0, returning: false },
    collectKobo === null ? null : { amountKobo: collectKobo, collectedKobo: 0 },
  );

export const statusChangedMail: MailText<"status_changed"> = async (services, about) => {
  const found = await withEvent(services.db, about);
  if (!found) return null;
  const { row, event } = found;
  if (event.reason === CANCELLED || event.kind === "cancelled") return cancelledMail(services, row);
  const back = (ON_ROAD.has(event.kind) || event.reason !== null) && isReturning(found);
  const asked = event.reason !== null && !back && (await questionOf(services.db, row.id)) !== null;
  const {
    heading,
    news,
    facts = [],
    subject,
    noDay,
  } = ofNewDay(found) ??
  (await ofRoad(services, found, { returning: back, asked })) ??
  ofStatus(found, asked);
  const taken = event.kind === "delivered" ? await takerOf(services.db, row.id) : null;
  const more: Fact[] = [
    ["Status", STATUS_FACTS[event.toStatus].label],
    ["When", formatDateTime(event.occurredAt)],
    ...(event.piece !== null && row.pieces > 1 ? [["Piece", `${event.piece} of ${row.pieces}`] as Fact] : []),
    ...facts,
    ...(event.kind === "delivered" && !back ? await collectedFacts(services.db, row.id) : []),
    ...(taken ? [["Taken by", withoutLinks(taken.name)] as Fact] : []),
    ...(event.note && event.note !== taken?.name ? [["Note", withoutLinks(event.note)] as Fact] : []),
    ...(isOnTheWay(event.toStatus) && !noDay ? daysSaid(services, row, event.newDay !== null) : []),
    ...(event.kind === "held_for_collection" && !back
      ? [["Kept until", saidDay(row.promisedDay)] as Fact]
      : []),
    ...roadFacts(row),
  ];
  const also = asked
    ? [{ label: "Tell us what to do", href: services.origin + mailedPath(services, row.trackingCode) }]
    : [];
  return { ...(await write(services, row, heading, news, more, also)), ...(subject ? { subject } : {}) };
};

/** Returns a mail's facts about days. Leaves out a promised day that is over. `pickup`: includes the pickup day. */
function daysSaid({ now }: Services, row: MailedBooking, pickup: boolean): Fact[] {
  const today = startOfLagosDay(now());
  const comes: Fact[] = isLate(row, today) ? [] : [["Expected", latestText(row.promisedDay)]];
  const { status, pickupDay, pickupHalf, dropOffHubId } = row;
  if (!pickup || status !== FIRST_STATUS || !pickupDay || pickupDay < lagosDay(today)) return comes;
  return [["Pickup", pickupText(pickupDay, dropOffHubId !== null, pickupHalf)], ...comes];
}

type Changed = NonNullable<Awaited<ReturnType<typeof withEvent>>>;

/** STATUS-10: returns the text of the mail about a new day. Null if the event sets no new day. */
function ofNewDay({ row, event }: Changed): RoadMail | null {
  if (event.newDay === null || event.newDayWhy === null) return null;
  return {
    heading: "New delivery day",
    news: `${newDayText(destination(row), event.newDay)} ${NEW_DAY_TEXTS[event.newDayWhy]}`,
  };
}

/** Returns the text about a status that staff set by hand, or about an event without a specific text. */
function ofStatus({ row, event: { toStatus, reason } }: Changed, asked: boolean): RoadMail {
  const { mail } = STATUS_FACTS[toStatus];
  const heading = mail.heading(destination(row));
  if (!reason) return { heading, news: mail.news };
  return {
    heading,
    subject: `We could not deliver ${row.trackingCode}: ${failureReason(reason).short}`,
    news: `${heading}. ${failureSendersText(reason, asked)}`,
    facts: failureFacts(reason, asked),
  };
}

const ON_ROAD = new Set<EventKind>(ROAD_KINDS);

/** True if the event's piece is returning. For an event about all pieces: true if any piece is returning. */
const isReturning = ({ row: { returning }, event: { piece } }: Changed): boolean =>
  piece === null ? returning.length > 0 : returning.includes(piece);

async function ofRoad(
  { db, now }: Services,
  { row, event }: Changed,
  about: { returning: boolean; asked: boolean },
): Promise<RoadMail | null> {
  if (!ON_ROAD.has(event.kind)) return null;
  const hub = event.hubId ? await hubOf(db, event.hubId) : null;
  return roadMail({
    ...event,
    code: row.trackingCode,
    destination: destination(row),
    hub: hub ?? null,
    ...about,
    now: now(),
  });
}

/** BOOK-27: writes the mail to a sender who cancelled a booking. */
async function cancelledMail(services: Services, row: MailedBooking): Promise<Mail> {
  const [stored] = await services.db
    .select({ kobo: bookingBalances.paidKobo })
    .from(bookingBalances)
    .where(eq(bookingBalances.bookingId, row.id));
  const paidKobo = stored?.kobo ?? 0;
  const back = paidKobo > 0 ? ` We pay back the ${formatNaira(paidKobo)} that you paid.` : "";
  const so = row.dropOffHub === null ? "so we do not pick it up" : "so do not bring it";
  const news = `You cancelled this parcel, ${so}.${back}`;
  return write(services, row, `Your parcel to ${destination(row)} is cancelled`, news, roadFacts(row));
}

/** STAFF-23, BOOK-28: the mail about a correction, so that the sender can object to it. */
export const bookingCorrectedMail: MailText<"booking_corrected"> = async (services, about) => {
  const found = await withEvent(services.db, about);
  if (!found?.event.changes) return null;
  const { row, event } = found;
  const more = Object.entries(event.changes ?? {}).map(([field, [before, after]]): Fact => [
    field,
    `${withoutLinks(after)} (was: ${withoutLinks(before)})`,
  ]);
  if (isOnTheWay(row.status)) more.push(...daysSaid(services, row, true));
  const who = event.byUserId === null ? "You" : "We";
  const news =
    DROP_OFF in (event.changes ?? {})
      ? "The office to which you were to bring your parcel is closed. Please bring it to the other one."
      : `${who} corrected the details of your booking. If something is wrong, call us with the code below.`;
  return write(services, row, "Your booking was corrected", news, more);
};
