/**
 * Checks every kind of mail with links in all texts that other people may write. No mail program may find these links.
 * Longer than 250 lines because each kind of mail needs its own data.
 */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { actBy, SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { requestLink } from "../../../test/fixtures/links.ts";
import {
  acts,
  apiKeys,
  bookingCharges,
  businesses,
  businessInvites,
  contactMessages,
  contactReplies,
  bookings,
  bookingEvents,
  bookingBatches,
  bookingBatchRows,
  cashOnDelivery,
  emailLinks,
  claims,
  exceptions,
  invoiceLines,
  invoices,
  payees,
  transferNotices,
  payments,
  profiles,
  receiverMessages,
  referralCredits,
  regularPickupActs,
  regularPickups,
  webhookEndpoints,
} from "../db/schema.ts";
import { SAMPLE_COMPANY } from "../../domain/company.ts";
import { mailTexts } from "../../../server/mail-texts.ts";
import { mailWorker, type MailText } from "../../notifications/mail-worker.server.ts";
import { transact } from "../db/transact.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { NOTIFICATIONS, type About, type NotifiedEvent } from "../../notifications/notifications.ts";
import { mailboxMailer, type Mail } from "./mailer.server.ts";
import { note } from "../../../test/fixtures/long.ts";

const { opened } = await fileServices({ limitsFactor: 100 });

const HOSTILE = "Win http://evil.example/a www.evil.ng x。com bit.ly/abc evil.rocks 10.0.0.1/x ftp://e.vil";
/** Matches everything that a mail program may take for a link: a scheme, or a dot of any kind between two words. */
const LINK =
  /[a-z][a-z0-9+.-]*:\/\/\S+|[\p{L}\p{N}-]+(?:[.\u3002\uff0e\uff61\u2024][\p{L}\p{N}-]+)+(?:\/\S*)?/giu;

/**
 * The parts of a mail that a mail program would turn into links, without the URLs of this product and the email address
 * of the mail's reader.
 */
function linksIn(mail: Mail): string[] {
  const { origin } = opened.services;
  const own = (href: string) => href === origin || href.startsWith(`${origin}/`);
  const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)]
    .map(([, href]) => href!)
    .filter((href) => !own(href));
  const shown = mail.html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, " ");
  const words = [mail.subject, mail.to.name, mail.text, shown].join("\n");
  const known = [SAMPLE_COMPANY.emails[0]!, mail.to.address].reduce(
    (text, address) => text.replaceAll(address, ""),
    words,
  );
  return [
    ...hrefs,
    ...[...known.matchAll(LINK)]
      .map(([link]) => link)
      .filter((link) => !own(link) && !/^\d+(\.\d+)?$/.test(link)),
  ];
}

/** Records a price, payments of it, and a transfer notice that was not found, with texts by staff and by the sender. */
async function moneyWords({ id }: { id: string }) {
  const { db, now } = opened.services;
  const at = now();
  const by = { byName: HOSTILE, at };
  const lines = [{ kind: "carriage" as const, label: "Delivery", kobo: 1000 }];
  const [charge] = await db
    .insert(bookingCharges)
    .values({ bookingId: id, kind: "set", lines, totalKobo: 1000, note: HOSTILE, ...by })
    .returning();
  await db.insert(payments).values({
    actId: SOME_ACT,
    bookingId: id,
    method: "cash",
    direction: "in",
    kobo: 1000,
    note: HOSTILE,
    ...by,
  });
  const notice = { bookingId: id, kobo: 1000, paidOn: "2026-11-21", reference: HOSTILE };
  const closed = { state: "not_found", reason: HOSTILE, closedAt: at, byName: HOSTILE } as const;
  const [stored] = await db
    .insert(transferNotices)
    .values({ formKey: crypto.randomUUID(), ...notice, ...closed })
    .returning();
  return { chargeId: charge!.id, noticeId: stored!.id };
}

/** Makes a booking that was corrected, whose delivery then failed, and whose receiver announced a refusal. */
async function bookingWords() {
  const { db } = opened.services;
  const booking = await bookOne(opened);
  await db
    .update(bookings)
    .set({
      senderName: HOSTILE,
      receiverName: HOSTILE,
      receiverEmail: "musa@example.com",
      packageDescription: HOSTILE,
    })
    .where(eq(bookings.id, booking.id));
  const [event] = await db
    .insert(bookingEvents)
    .values({
      actId: SOME_ACT,
      bookingId: booking.id,
      // The failure is one minute old, because with equal times the failure would count as the later of the two events.
      occurredAt: sql`now() - interval '1 minute'`,
      toStatus: "failed",
      note: HOSTILE,
      byName: HOSTILE,
      changes: { Address: [HOSTILE, HOSTILE] },
    })
    .returning();
  await db
    .insert(bookingEvents)
    .values({ actId: SOME_ACT, bookingId: booking.id, toStatus: "in_transit", kind: "out_for_delivery" });
  const [choice] = await db
    .insert(bookingEvents)
    .values({
      actId: SOME_ACT,
      bookingId: booking.id,
      toStatus: "in_transit",
      kind: "refusal_announced",
      note: HOSTILE,
    })
    .returning();
  return { booking, eventId: event!.id, choiceId: choice!.id };
}

/** Makes a message to the company, and the company's reply. */
async function contactWords() {
  const { db } = opened.services;
  const admin = await makeAdmin(opened, "moderator");
  const [message] = await db
    .insert(contactMessages)
    .values({
      formKey: crypto.randomUUID(),
      name: HOSTILE,
      email: "a@b.example",
      subject: "Complaint",
      message: HOSTILE,
    })
    .returning();
  const [reply] = await db
    .insert(contactReplies)
    .values({
      formKey: crypto.randomUUID(),
      messageId: message!.id,
      byUserId: admin.person.id,
      body: "It is in Kano.",
    })
    .returning();
  return { messageId: message!.id, replyId: reply!.id };
}

/** Makes a store with an order. Also makes a sign-in link, a credit and a bank account of the store's owner. */
async function storeWords() {
  const { services } = opened;
  const { db } = services;
  const owner = await makeOwner(services, "shop@example.com");
  const store = await makeStore(services, owner.person.id, { businessName: HOSTILE });
  const product = await makeProduct(services, store.id, { name: HOSTILE });
  const order = await makeOrder(services, store.id, [{ product, quantity: 1 }], { buyerName: HOSTILE });
  await db
    .update(profiles)
    .set({ firstName: HOSTILE, lastName: null })
    .where(eq(profiles.id, owner.person.id));
  await requestLink(services, {
    email: "shop@example.com",
    purpose: "sign_in",
    data: { firstName: HOSTILE },
    from: { ip: "127.0.0.1" },
  });
  const [link] = await db.select().from(emailLinks).where(eq(emailLinks.email, "shop@example.com"));

  const [credit] = await db
    .insert(referralCredits)
    .values({
      userId: owner.person.id,
      kind: "granted",
      kobo: 1000,
      referralId: crypto.randomUUID(),
      at: services.now(),
    })
    .returning();
  const [payee] = await db
    .insert(payees)
    .values({
      storeId: store.id,
      bank: HOSTILE,
      accountName: HOSTILE,
      accountNumber: "0123456789",
      accountSince: services.now(),
    })
    .returning();
  return { store, orderId: order.id, linkId: link!.id, creditId: credit!.id, payeeId: payee!.id };
}

/** Makes an incident of a booking, a message to its receiver, and a refused claim. */
async function troubleWords({ id: bookingId }: { id: string }) {
  const { services } = opened;
  const { db } = services;
  const [incident] = await db
    .insert(exceptions)
    .values({
      actId: SOME_ACT,
      kind: "incident",
      subject: "run",
      incident: "weather",
      note: HOSTILE,
      openedAt: services.now(),
      openedByName: HOSTILE,
      dueAt: services.now(),
    })
    .returning();

  const [told] = await db
    .insert(receiverMessages)
    .values({
      ...{ message: crypto.randomUUID(), bookingId, kind: "booked", channel: "email" },
      dueAt: services.now(),
    })
    .returning();
  const [claim] = await db
    .insert(claims)
    .values({
      ...{ bookingId, kind: "loss", state: "closed", outcome: "refused", decision: HOSTILE, words: HOSTILE },
      ...{
        openedAt: services.now(),
        dueAt: services.now(),
        decidedAt: services.now(),
        closedAt: services.now(),
      },
      openedByName: HOSTILE,
    })
    .returning();
  return { exceptionId: incident!.id, receiverMessageId: told!.id, claimId: claim!.id };
}

/** Opens the exception that asks the sender about money that the rider did not collect (CASH-15). Returns its id. */
async function lessWords(bookingId: string, payeeId: string): Promise<string> {
  const { db } = opened.services;
  const terms = { amountKobo: 2_000_000, codFeePerMille: 0, codFeeMinimumKobo: 0 };
  await db.insert(cashOnDelivery).values({ bookingId, payeeId, ...terms });
  const less = { takenKobo: 0, ofKobo: 2_000_000, deliveryKobo: 0 };
  await transact(db, (tx) =>
    openExceptions(
      tx,
      [{ kind: "less_agreed", bookingId, note: HOSTILE, details: less }],
      actBy(tx, HOSTILE, opened.services.now()),
    ),
  );
  const [row] = await db.select().from(exceptions).where(eq(exceptions.bookingId, bookingId));
  return row!.id;
}

/** Makes a store with hostile texts, which staff hid for a hostile reason. */
async function hiddenStore(words: string) {
  const row = { businessName: words, hiddenAt: opened.services.now(), hiddenReason: words };
  return (await makeStore(opened.services, null, row)).id;
}

/** Makes an API key with a hostile name. */
async function keyWords() {
  const { db } = opened.services;
  const [maker] = await db
    .insert(profiles)
    .values({ email: "maker@example.com", firstName: HOSTILE })
    .returning();
  const [key] = await db
    .insert(apiKeys)
    .values({
      ...{
        userId: maker!.id,
        label: HOSTILE.slice(0, 60),
        mode: "live",
        access: "read",
        hint: "ona_live_1234",
      },
      keyHash: Buffer.from("a hash"),
    })
    .returning();
  const [hook] = await db
    .insert(webhookEndpoints)
    .values({
      ...{ userId: maker!.id, url: "https://shop.example/hook", events: [], enabled: false },
      sealedSecret: Buffer.from("sealed"),
    })
    .returning();
  return {
    api_key_made: { keyId: key!.id },
    api_key_elsewhere: { keyId: key!.id },
    webhook_disabled: { endpointId: hook!.id },
  };
}

/** Makes a batch with this booking as its only row. Returns the batch's id. */
async function batchWords(booking: typeof bookings.$inferSelect): Promise<string> {
  const { db, now } = opened.services;
  const owner = await makeOwner(opened.services);
  const [batch] = await db
    .insert(bookingBatches)
    .values({
      ...{ kind: "customer", userId: owner.person.id, columns: [], headingRow: 1, rowsHash: Buffer.alloc(1) },
      sender: { senderName: HOSTILE, senderEmail: booking.senderEmail },
      confirmedAt: now(),
    })
    .returning();
  const { id: bookingId, trackingCode } = booking;
  const row = { batchId: batch!.id, row: 2, cells: [HOSTILE], fields: { receiverName: HOSTILE } };
  await db
    .insert(bookingBatchRows)
    .values({ ...row, bookingId, trackingCode, chosenAt: batch!.confirmedAt, totalKobo: 100 });
  return batch!.id;
}

/** Makes a business with a hostile name and reason, an invitation, and an open invoice. */
async function businessWords(bookingId: string) {
  const { db } = opened.services;
  const at = new Date();
  const [business] = await db
    .insert(businesses)
    .values({
      ...{ name: HOSTILE, address: HOSTILE, phone: "+2348035550199", email: "accounts@example.com" },
      ...{ state: "refused", reason: HOSTILE },
    })
    .returning();
  const businessId = business!.id;
  const [invite] = await db
    .insert(businessInvites)
    .values({ businessId, email: "invited@example.com", role: "clerk", expiresAt: at })
    .returning();
  const party = { name: HOSTILE, address: HOSTILE, rcNumber: HOSTILE, tin: HOSTILE };
  const [act] = await db
    .insert(acts)
    .values({ kind: "invoiced", source: "office", occurredAt: at, receivedAt: at })
    .returning();
  const [invoice] = await db
    .insert(invoices)
    .values({
      ...{
        kind: "invoice",
        year: 2026,
        serial: 1,
        businessId,
        until: at,
        issuedOn: "2026-11-01",
        dueOn: "2026-11-15",
      },
      ...{ totalKobo: 100, vatKobo: 7, seller: party, buyer: party, actId: act!.id, at, byName: HOSTILE },
    })
    .returning();
  const [charge] = await db.select().from(bookingCharges).where(eq(bookingCharges.bookingId, bookingId));
  const invoiceId = invoice!.id;
  await db
    .insert(invoiceLines)
    .values({ invoiceId, bookingId, chargeId: charge!.id, label: HOSTILE, kobo: 100, vatKobo: 7 });
  return {
    business_opened: { businessId },
    business_invited: { inviteId: invite!.id },
    invoice_issued: { invoiceId },
    invoice_reminder: { invoiceId },
  };
}

/** Makes a regular pickup of this person, which the office refused. */
async function pickupWords(email: string): Promise<About<"regular_pickup">> {
  const { db } = opened.services;
  const [person] = await db
    .insert(profiles)
    .values({ email, firstName: HOSTILE, lastName: HOSTILE })
    .returning();
  const pickup = { name: HOSTILE, phone: "+2348031234567", address: HOSTILE, state: "Lagos", note: HOSTILE };
  const [regular] = await db
    .insert(regularPickups)
    .values({ userId: person!.id, ...pickup, days: [0], fromTime: "09:00", untilTime: "11:00" })
    .returning();
  const [refused] = await db
    .insert(regularPickupActs)
    .values({
      ...{ pickupId: regular!.id, kind: "refused", side: "office" },
      ...{ words: HOSTILE, byName: HOSTILE, at: new Date() },
    })
    .returning();
  return { pickupId: regular!.id, actId: refused!.id };
}

/**
 * Returns every event that sends a mail, with the ids of the records that the mail is about, and the email address of
 * each kind of recipient.
 */
async function everyMail() {
  const { booking, eventId, choiceId } = await bookingWords();
  const { messageId, replyId } = await contactWords();
  const { store, orderId, linkId, creditId, payeeId } = await storeWords();
  const { chargeId, noticeId } = await moneyWords(booking);
  const bookingId = booking.id;
  const { exceptionId, receiverMessageId, claimId } = await troubleWords(booking);
  const abouts: { [E in NotifiedEvent]: About<E> } = {
    booking_made: { bookingId },
    batch_booked: { batchId: await batchWords(booking) },
    status_changed: { bookingId, eventId },
    booking_corrected: { bookingId, eventId },
    price_set: { bookingId, chargeId },
    booking_paid: { bookingId },
    run_incident: { bookingId, exceptionId },
    less_agreed: { bookingId, exceptionId: await lessWords(bookingId, payeeId) },
    claim_opened: { bookingId, claimId },
    claim_decided: { bookingId, claimId },
    receiver_chose: { bookingId, eventId: choiceId },
    receiver_message: { bookingId, receiverMessageId },
    notice_not_found: { bookingId, noticeId },
    payee_account: { payeeId },
    referral_credit: { creditId },
    settlement_statement: { payeeId, week: "2026-11-16" },
    email_link: { linkId },
    contact_received: { messageId },
    contact_copy: { messageId },
    contact_reply: { replyId },
    order_received: { orderId },
    store_hidden: { storeId: await hiddenStore(HOSTILE) },
    store_shown: { storeId: store.id },
    ...(await keyWords()),
    ...(await businessWords(bookingId)),
    regular_pickup: await pickupWords(booking.senderEmail),
  };
  const addresses = {
    sender: booking.senderEmail,
    receiver: "musa@example.com",
    payee: "shop@example.com",
    referrer: "shop@example.com",
    requester: "shop@example.com",
    company: SAMPLE_COMPANY.emails[0]!,
    writer: "a@b.example",
    store: store.email,
    maker: "maker@example.com",
    business: "accounts@example.com",
    invited: "invited@example.com",
  };
  return { abouts, addresses };
}

test("[MAIL-3] no mail carries a stranger's link", async () => {
  const { services } = opened;
  const { abouts, addresses } = await everyMail();
  const mails = new Map<string, Mail | null>();
  for (const event of Object.keys(abouts) as NotifiedEvent[]) {
    const mail = await (mailTexts[event] as MailText<never>)(services, abouts[event]);
    expect(mail && linksIn(mail).filter((found) => found !== "127.0.0.1"), event).toEqual([]);
    expect(mail?.to.address, event).toBe(addresses[NOTIFICATIONS[event].to]);
    mails.set(event, mail);
  }
  note("A stranger's words with links in every kind of mail", { "kinds of mail": mails.size, links: 0 });
  // The text is complete: it differs only by the inserted spaces.
  expect(mails.get("booking_made")!.text.replaceAll("\u200b", "")).toContain(HOSTILE);
});

test("a mail of an event that this release does not know is not sent", async () => {
  const { services } = opened;
  const sent: string[] = [];
  const mailer = { ...mailboxMailer, send: async (id: string) => void sent.push(id) };
  const data = { kind: "loaded_on_a_drone", bookingId: crypto.randomUUID() };
  await mailWorker(
    services,
    mailer,
    mailTexts,
  )({ id: crypto.randomUUID(), data, retryCount: 0 }, services.db);
  expect(sent).toEqual([]);
});

test("what a mail server says about a recipient is kept without the address", async () => {
  const { services } = opened;
  const booking = await bookOne(opened, { senderEmail: "bounced@example.com" });
  const refusing = {
    send: () =>
      Promise.reject(
        Object.assign(new Error("550 <bounced@example.com>: no such user"), {
          rejected: ["bounced@example.com"],
        }),
      ),
    close: () => {},
  };
  const sending = mailWorker(
    services,
    refusing,
    mailTexts,
  )(
    { id: crypto.randomUUID(), data: { kind: "booking_made", bookingId: booking.id }, retryCount: 0 },
    services.db,
  );
  const error: unknown = await sending.catch((problem: unknown) => problem);
  expect(error).toMatchObject({ message: "550 <(address)>: no such user" });
  expect(JSON.stringify(error)).not.toContain("bounced@");
});
