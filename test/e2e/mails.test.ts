/** Every kind of mail that a populated product sends, as a mail program on a phone shows it. */
import { expect, test } from "vitest";
import * as booking from "../../app/bookings/booking-mails.server.tsx";
import * as contact from "../../app/contact/contact-mails.server.tsx";
import { orderReceivedMail } from "../../app/orders/order-mails.server.tsx";
import * as payment from "../../app/payments/payment-mails.server.tsx";
import type { RenderedMail } from "../../app/platform/mail/rendered-mail.ts";
import {
  bookingCharges,
  contactMessages,
  contactReplies,
  deliveries,
  deliveryEvents,
  orders,
  payees,
} from "../../app/platform/db/schema.ts";
import * as settlement from "../../app/settlements/settlement-mails.server.tsx";
import { findViolations, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { populate } from "../fixtures/populated.ts";
import { findBroken, findLost } from "../fixtures/screen-faults.ts";

const product = await closedAfterAll(openProduct());
const { services } = product;
const { db, origin } = services;
const MONDAY = "2026-11-23";

async function everyMail(): Promise<RenderedMail[]> {
  const mails: (RenderedMail | null)[] = [];
  for (const { id } of await db.select().from(deliveries))
    mails.push(await booking.bookingMadeMail(services, id));
  for (const { id, deliveryId } of await db.select().from(deliveryEvents))
    mails.push(await booking.statusChangedMail(db, origin, deliveryId, id));
  for (const { id, deliveryId } of await db.select().from(bookingCharges))
    mails.push(await payment.priceSetMail(services, deliveryId, id));
  for (const { id } of await db.select().from(contactMessages))
    mails.push(await contact.contactReceivedMail(db, origin, id));
  for (const { id } of await db.select().from(contactReplies))
    mails.push(await contact.contactReplyMail(db, id));
  for (const { id } of await db.select().from(orders)) mails.push(await orderReceivedMail(db, origin, id));
  for (const { id } of await db.select().from(payees))
    mails.push(
      await settlement.payeeAccountMail(services, id),
      await settlement.statementMail(services, id, MONDAY),
    );
  return mails.filter((mail) => mail !== null);
}

test("no mail is wider than a phone, cuts a text or breaks a word or a price, however long the names in it are", async () => {
  await populate(product);
  const mails = await everyMail();
  const kinds = new Set(mails.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual([
    "booking_made",
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
  for (const { kind, html } of mails) {
    await page.setContent(html);
    const found = [
      ...(await findLost(page)),
      ...(await findBroken(page)),
      ...(await findViolations(page, "colours")),
    ];
    faults.push(...found.map((fault) => `${kind}: ${fault}`));
  }
  expect(faults).toEqual([]);
});
