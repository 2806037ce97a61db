/**
 * PROFILE-6: after deleting a person and their store, no column of any table and no file contains their name, phone or
 * email. Longer than 250 lines because one person leaves traces in every feature.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { refusalText } from "../platform/http/result.ts";
import { createServices } from "../../server/services.ts";
import { bookOne, makeAdmin, typedBooking } from "../../test/fixtures/bookings.ts";
import { openTestServices } from "../../test/fixtures/services.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../test/fixtures/stores.ts";
import { parseFilters } from "../bookings/booking-filter.ts";
import { createBooking } from "../bookings/create-booking.server.ts";
import { changeStatus } from "../bookings/change-status.server.ts";
import { exportBookings } from "../bookings/export-bookings.server.ts";
import { sendContactMessage } from "../contact/send-message.server.ts";
import { replyToMessage } from "../contact/inbox.server.ts";
import { addCustomerNote } from "../customers/add-note.server.ts";
import { listCustomers } from "../customers/list-customers.server.ts";
import {
  contactMessages,
  customerSummaries,
  deliveries,
  partners,
  pictures,
  profiles,
  referrals,
} from "../platform/db/schema.ts";
import { storePicture } from "../platform/files/pictures.server.ts";
import { sharePicture } from "../platform/files/share-picture.server.ts";
import { purgeExpired } from "../platform/jobs/retention.server.ts";
import { placeOrder } from "../orders/place-order.server.ts";
import { asCustomer, asGuest, asStoreOwner } from "../auth/actors.server.ts";
import { makeClaim } from "../payments/claims.server.ts";
import { recordPayment } from "../payments/payments.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { saveBankAccount } from "../settlements/payees.server.ts";
import { lagosDay } from "../domain/dates.ts";
import { deleteAccount } from "./delete-account.server.ts";
import { requestLink } from "../auth/email-links.server.ts";
import type { Session } from "../auth/principal-context.ts";
import { closedAfterAll } from "../../test/fixtures/closed-after-all.ts";

const PERSON = { name: "Zainab Quillfeather", email: "zq@quillfeather.example", phone: "+2348039998877" };
const NEEDLES = ["Quillfeather", PERSON.email, "8039998877", "Zainab", "ZQREF1"];
const DAY = 24 * 60 * 60 * 1000;
const key = () => crypto.randomUUID();

let dataDir = "";
const opened = await closedAfterAll(
  openTestServices({ limitsFactor: 100 }, (config, ...rest) => {
    dataDir = config.dataDir;
    return createServices(config, ...rest);
  }),
);
const admin = await makeAdmin(opened, "moderator");

/** Where a text is found: every column of every row of every table, text, jsonb and bytea alike, and every file. */
async function traces(): Promise<string[]> {
  const { db } = opened.services;
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(["public.mails", "pgboss.job"]));
  const hex = (text: string) => Buffer.from(text).toString("hex");
  const holds = (text: string) =>
    NEEDLES.some((needle) => text.toLowerCase().includes(needle.toLowerCase()) || text.includes(hex(needle)));
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ text: string }>(sql`select t::text as text from ${sql.raw(name)} t`);
    for (const { text } of rows) if (holds(text)) found.push(`${name}: ${text}`);
  }
  for (const file of await files()) {
    if (holds(file) || holds((await readFile(join(dataDir, "uploads", file))).toString("latin1")))
      found.push(file);
  }
  return found;
}

const files = () => readdir(join(dataDir, "uploads")).catch(() => []);

/** Everything that one person can leave behind. */
async function leaveTracesEverywhere() {
  const { services } = opened;
  const { db } = services;
  const [person] = await db
    .insert(profiles)
    .values({
      email: PERSON.email,
      firstName: "Zainab",
      lastName: "Quillfeather",
      phone: PERSON.phone,
      address: "4 Quillfeather Close, Yaba, Lagos",
      referralCode: "ZQREF1",
    })
    .returning();
  const session: Session = { ip: "127.0.0.1", sessionHash: null, person: person!, staff: null };
  const customer = asCustomer(session)!;
  const friend = await makeOwner(services);
  await db.insert(referrals).values({ referrerId: person!.id, referredId: friend.person.id });
  const asSender = {
    senderName: PERSON.name,
    senderEmail: "ZQ@Quillfeather.example",
    senderPhone: PERSON.phone,
    packageDescription: "Books of Zainab",
  };

  const guestBooking = await bookOne(opened, asSender);
  const book = async (as: typeof customer, more: Record<string, string>) => {
    const made = await createBooking(services, as, typedBooking(more), key());
    if (!made.ok) throw new Error(JSON.stringify(made.errors));
    const [row] = await db.select().from(deliveries).where(eq(deliveries.trackingCode, made.trackingCode));
    return row!;
  };
  const toHerself = await book(customer, {
    ...asSender,
    receiverName: PERSON.name,
    receiverPhone: PERSON.phone,
    receiverAddress: "4 Quillfeather Close, Yaba, Lagos",
  });
  const friends = asCustomer({ ...session, person: friend.person })!;
  const bySomebodyElse = await book(friends, { ...asSender, packageDescription: "Rice" });
  await book(friends, { senderEmail: friend.person.email, referralCode: "ZQREF1" });
  const atCounter = typedBooking({ ...asSender, packageDescription: "Rice" });
  expect((await createBooking(services, admin, atCounter, key())).ok).toBe(true);
  const search = parseFilters(new URLSearchParams({ q: PERSON.name }));
  expect((await exportBookings(services, admin, search).next()).done).toBe(false);
  await changeStatus(
    services,
    admin,
    { id: guestBooking.id, version: 1, status: "failed", note: "Zainab was not in", reason: "nobody_home" },
    key(),
  );
  await changeStatus(services, admin, { id: toHerself.id, version: 1, status: "delivered", note: "" }, key());

  const { trackingCode: code } = guestBooking;
  const KOBO = 500_000;
  expect(await setPrice(services, admin, { code, kobo: KOBO, note: "", seen: 0 }, key())).toEqual({
    ok: true,
  });
  const told = { code, kobo: KOBO, paidOn: lagosDay(services.now()), reference: "Zainab Quillfeather 1" };
  expect(await makeClaim(services, customer, told, key())).toEqual({ ok: true });
  const cash = { code, method: "cash" as const, kobo: 1, reference: "", note: "" };
  expect(await recordPayment(services, admin, cash, key())).toEqual({ ok: true });
  const account = { bank: "Zenith Bank", accountName: PERSON.name, accountNumber: "2012345678" };
  expect(await saveBankAccount(services, customer, account)).toEqual({ ok: true });

  const message = { name: PERSON.name, email: PERSON.email, phone: PERSON.phone, message: "It is I, Zainab" };
  await sendContactMessage(services, asGuest("127.0.0.1"), { ...message, subject: "Complaint" }, key());
  const [kept] = await db.select().from(contactMessages);
  await replyToMessage(services, admin, kept!.id, "Dear Zainab, it is on its way", key());

  const [summary] = await db
    .select()
    .from(customerSummaries)
    .where(eq(customerSummaries.email, PERSON.email));
  const note = { customerId: summary!.id, body: "Zainab calls after five" };
  expect(await addCustomerNote(services, admin, note, key())).toEqual({ ok: true });
  const othersStore = await makeStore(services, friend.person.id);
  const product = await makeProduct(services, othersStore.id);
  const ordered = await placeOrder(
    services,
    customer,
    othersStore.id,
    {
      lines: [{ productId: product.id, quantity: 1, priceKobo: product.priceKobo }],
      buyerName: PERSON.name,
      buyerPhone: PERSON.phone,
      deliveryAddress: `House of ${PERSON.name}, Ikeja`,
      deliveryState: "",
      landmark: `Behind ${PERSON.name}'s school`,
    },
    key(),
  );
  expect(ordered.ok).toBe(true);

  const owner = asStoreOwner(session)!;
  const store = await makeStore(services, person!.id, {
    businessName: "Quillfeather Books",
    slug: "quillfeather-books",
    email: "shop@quillfeather.example",
    phone: PERSON.phone,
  });
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#0a5" } })
    .png()
    .toBuffer();
  const stored = await storePicture(services, owner, store.id, photo);
  if (!stored.ok) throw new Error(refusalText(stored));
  await db.update(partners).set({ imageKey: stored.key }).where(eq(partners.id, store.id));
  await sharePicture(services, stored.key);
  const own = await makeProduct(services, store.id, { name: "Zainab's cookbook" });
  const sold = await placeOrder(
    services,
    asGuest("127.0.0.1"),
    store.id,
    {
      lines: [{ productId: own.id, quantity: 1, priceKobo: own.priceKobo }],
      buyerName: "Musa",
      buyerPhone: "",
      deliveryAddress: "",
      deliveryState: "",
      landmark: "",
    },
    key(),
  );
  expect(sold.ok).toBe(true);
  await makeOrder(services, store.id, [{ product: own, quantity: 1 }]);

  const asked = { email: PERSON.email, from: { ip: "127.0.0.1" }, key: key() };
  await requestLink(services, { ...asked, purpose: "sign_up", data: { firstName: "Zainab" } });
  // 5 bookings, 2 changes, price, bank account, message and answer, 2 orders, the link.
  await opened.mails(14);
  return { customer, toHerself, guestBooking, bySomebodyElse, pictureKey: stored.key };
}

test("[PROFILE-6] nothing of a deleted person is left, but what the receiver of a parcel under way needs", async () => {
  const { services, clock } = opened;
  const { db } = services;
  const { customer, toHerself, guestBooking, bySomebodyElse, pictureKey } = await leaveTracesEverywhere();
  const before = await traces();
  const held = [...new Set(before.map((line) => line.split(":")[0]))];
  expect(held).toEqual(
    expect.arrayContaining(
      [
        "profiles",
        "deliveries",
        "delivery_events",
        "customer_summaries",
        "contact_messages",
        "contact_replies",
      ]
        .concat(["payees", "payment_claims"])
        .concat(["customer_notes", "orders", "partners", "products", "mails", "email_links"])
        .map((name) => `public.${name}`),
    ),
  );
  expect(await files()).toHaveLength(3);

  const published = vi.spyOn(services.live, "publish");
  expect(await deleteAccount(services, customer, PERSON.email)).toEqual({ ok: true });
  // Open track pages of the person's bookings show the sender no longer.
  const topics = [toHerself, guestBooking, bySomebodyElse].map(
    ({ trackingCode: code }) => `delivery:${code}`,
  );
  expect(published.mock.calls.flat()).toEqual(expect.arrayContaining(["deliveries", "contacts", ...topics]));
  await vi.waitFor(async () => expect(await files()).toEqual([]), { timeout: 10_000, interval: 100 });
  expect(await db.select().from(pictures)).toEqual([]);
  expect(await sharePicture(services, pictureKey)).toBeNull();
  const left = await traces();
  expect(
    left.filter(
      (line) => !line.includes(toHerself.trackingCode) && !line.includes(guestBooking.trackingCode),
    ),
  ).toEqual([]);
  expect((await listCustomers(db, { search: "", cursor: null, direction: "next" })).rows).not.toContainEqual(
    expect.objectContaining({ email: expect.stringContaining("invalid") }),
  );
  const [somebodys] = await db.select().from(deliveries).where(eq(deliveries.id, bySomebodyElse.id));
  expect(somebodys).toMatchObject({
    senderName: "Deleted customer",
    packageDescription: "Rice",
    status: "pending",
  });
  expect(somebodys!.customerId).not.toBeNull();

  // The parcels arrived, or came back, a month ago: now their receivers are erased too.
  clock.pass(31 * DAY);
  await purgeExpired(services);
  expect(await traces()).toEqual([]);
});
