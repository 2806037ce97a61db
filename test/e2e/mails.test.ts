/** Every kind of mail that a populated product sends, as a mail program on a phone shows it. */
import { expect, test } from "vitest";
import type { About, NotifiedEvent } from "../../app/notifications/notifications.ts";
import {
  bookingCharges,
  contactMessages,
  contactReplies,
  bookings,
  bookingEvents,
  orders,
  payees,
} from "../../app/platform/db/schema.ts";
import type { Mail } from "../../app/platform/mail/mailer.server.ts";
import { mailTexts } from "../../server/mail-texts.ts";
import { openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { populate } from "../fixtures/populated.ts";
import { findBroken, findLost } from "../fixtures/screen-faults.ts";
import { findViolations } from "../fixtures/violations.ts";

const product = await closedAfterAll(openProduct());
const { services } = product;
const { db } = services;
const MONDAY = "2026-11-23";

type Sent = Mail & { event: NotifiedEvent };

async function everyMail(): Promise<Sent[]> {
  const mails: Sent[] = [];
  const write = async <E extends NotifiedEvent>(event: E, about: About<E>) => {
    const mail = await mailTexts[event](services, about);
    if (mail) mails.push({ ...mail, event });
  };
  for (const { id } of await db.select().from(bookings)) await write("booking_made", { bookingId: id });
  for (const { id, bookingId } of await db.select().from(bookingEvents))
    await write("status_changed", { bookingId, eventId: id });
  for (const { id, bookingId } of await db.select().from(bookingCharges))
    await write("price_set", { bookingId, chargeId: id });
  for (const { id } of await db.select().from(contactMessages))
    for (const event of ["contact_received", "contact_copy"] as const) await write(event, { messageId: id });
  for (const { id } of await db.select().from(contactReplies)) await write("contact_reply", { replyId: id });
  for (const { id } of await db.select().from(orders)) await write("order_received", { orderId: id });
  for (const { id: payeeId } of await db.select().from(payees)) {
    await write("payee_account", { payeeId });
    await write("settlement_statement", { payeeId, week: MONDAY });
  }
  return mails;
}

test("no mail is wider than a phone, cuts a text or breaks a word or a price, however long the names in it are", async () => {
  await populate(product);
  const mails = await everyMail();
  const events = new Set(mails.map(({ event }) => event));
  expect([...events].toSorted()).toEqual([
    "booking_made",
    "contact_copy",
    "contact_received",
    "contact_reply",
    "order_received",
    "payee_account",
    "price_set",
    "settlement_statement",
    "status_changed",
  ]);
  const page = await product.person({ size: PHONE });
  const faults: string[] = [];
  for (const { event, html } of mails) {
    await page.setContent(html);
    const found = [
      ...(await findLost(page)),
      ...(await findBroken(page)),
      ...(await findViolations(page, { runOnly: ["color-contrast"] })),
    ];
    faults.push(...found.map((fault) => `${event}: ${fault}`));
  }
  expect(faults).toEqual([]);
});
