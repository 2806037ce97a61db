/** The sender's mails about money: a price was set, or the price is paid. */
import { eq } from "drizzle-orm";
import { dayText } from "../../domain/dates.ts";
import { formatNaira } from "../../domain/money.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { bookings, transferNotices } from "../../platform/db/schema.ts";
import { letter, type LetterFacts } from "../../platform/mail/letter.tsx";
import type { Mail } from "../../platform/mail/mailer.server.ts";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import type { Services } from "../../platform/services.server.ts";
import { chargesOf, type Charge } from "../prices/charges.server.ts";
import { readMoney, receiptPath } from "./receipt.server.ts";

async function senderOf({ db }: Services, bookingId: string) {
  const [row] = await db
    .select({ code: bookings.trackingCode, name: bookings.senderName, email: bookings.senderEmail })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  // A sender who booked at the counter may have no email address. Then no mail is sent.
  return row?.email.includes("@") ? row : null;
}

const factsOf = ({ lines, totalKobo }: Pick<Charge, "lines" | "totalKobo">): LetterFacts => [
  ...lines.map(({ label, kobo }): [string, string] => [label, formatNaira(kobo)]),
  ["Total", formatNaira(totalKobo)],
];

async function write(
  services: Services,
  bookingId: string,
  { button, facts, ...words }: Record<"title" | "news" | "button", string> & { facts: LetterFacts },
): Promise<Mail | null> {
  const sender = await senderOf(services, bookingId);
  if (!sender) return null;
  const href = services.origin + receiptPath(services, sender.code);
  return letter(
    await services.company(),
    { name: sender.name, address: sender.email },
    { ...words, code: sender.code, more: [facts], button: { text: button, href } },
  );
}

/** Returns the kobo deducted from the sender's cash on delivery for the return, without reversed deductions. */
async function takenForReturn(db: Services["db"], bookingId: string): Promise<number> {
  const { payments } = await readMoney(db, bookingId);
  return payments
    .filter(({ method }) => method === "deducted")
    .reduce((sum, { direction, kobo }) => sum + (direction === "in" ? kobo : -kobo), 0);
}

/**
 * Writes the mail about a new price. Null if another price was set meanwhile, because that price has a separate mail.
 */
export const priceSetMail: MailText<"price_set"> = async (services, { bookingId, chargeId }) => {
  const [charge, before] = await chargesOf(services.db, bookingId);
  if (charge?.id !== chargeId) return null;
  const total = formatNaira(charge.totalKobo);
  const facts = factsOf(charge);
  if (before) facts.push(["Before", formatNaira(before.totalKobo)]);
  if (charge.note) facts.push(["Note", withoutLinks(charge.note)]);
  if (charge.kind === "return" && before) {
    const taken = await takenForReturn(services.db, bookingId);
    if (taken > 0) facts.push(["Taken from your cash on delivery", formatNaira(taken)]);
    return write(services, bookingId, {
      title: `Your parcel comes back: ${formatNaira(charge.totalKobo - before.totalKobo)}`,
      news: "Your parcel comes back to you. You accepted the price of a return when you booked.",
      button: "See the price",
      facts,
    });
  }
  // If the price before was the charge of a return and the newest price is already accepted, the return was waived. A
  // price that staff set is not accepted yet.
  if (before?.kind === "return" && charge.acceptedAt !== null)
    return write(services, bookingId, {
      title: `Your return costs nothing. New price ${total}`,
      news: "You do not pay for the return of your parcel.",
      button: "See the price",
      facts,
    });
  return write(services, bookingId, {
    title: before ? `New price ${total}` : `Your price is ${total}`,
    news: before
      ? "The price of your parcel has changed. Please check and accept it."
      : "This is the price of your parcel. Please accept it.",
    button: "See and accept the price",
    facts,
  });
};

/**
 * Writes the mail with the receipt. Null if a payment was reversed meanwhile and the price is no longer paid in full.
 */
export const bookingPaidMail: MailText<"booking_paid"> = async (services, { bookingId }) => {
  const { charges, priceKobo, paidKobo } = await readMoney(services.db, bookingId);
  const [charge] = charges;
  if (!charge || priceKobo === null || paidKobo < priceKobo) return null;
  return write(services, bookingId, {
    title: "Receipt",
    news: "Your parcel is paid in full. Thank you.",
    button: "See and print the receipt",
    facts: [...factsOf(charge), ["Paid", formatNaira(paidKobo)]],
  });
};

export const noticeNotFoundMail: MailText<"notice_not_found"> = async (services, { bookingId, noticeId }) => {
  const [notice] = await services.db.select().from(transferNotices).where(eq(transferNotices.id, noticeId));
  if (!notice?.reason) return null;
  const facts: LetterFacts = [
    ["Amount", formatNaira(notice.kobo)],
    ["Paid on", dayText(notice.paidOn)],
  ];
  if (notice.reference) facts.push(["Your reference", withoutLinks(notice.reference)]);
  return write(services, bookingId, {
    title: "We did not find your payment",
    news: `We looked for your transfer and did not find it. ${withoutLinks(notice.reason)}`,
    button: "See what is left to pay, and send the details again",
    facts,
  });
};
