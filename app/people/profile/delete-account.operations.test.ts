/**
 * PROFILE-6: after deleting a person and their store, no column of any table and no file contains their name, phone or
 * email address. Longer than 250 lines because one person leaves traces in every feature.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { PgTable, type PgColumn } from "drizzle-orm/pg-core";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { refusalText } from "../../platform/http/result.ts";
import { createServices } from "../../../server/services.ts";
import { SOME_ACT, actBy } from "../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin, typedBooking } from "../../../test/fixtures/bookings.ts";
import { leavePaymentTraces, leaveSettlementTraces } from "../../../test/fixtures/money-traces.ts";
import { startTestPaystack } from "../../../test/fixtures/paystack.ts";
import { wrongBalances } from "../../../test/fixtures/recount.ts";
import { openTestServices } from "../../../test/fixtures/services.ts";
import { makeSuperAdmin } from "../../../test/fixtures/staff.ts";
import { note } from "../../../test/fixtures/long.ts";
import { makeOrder, makeOwner, makeProduct, makeStore } from "../../../test/fixtures/stores.ts";
import { parseFilters } from "../../parcels/dispatch/booking-filter.ts";
import { bookAtCounter, createBooking } from "../../parcels/bookings/create-booking.server.ts";
import { noteBooking } from "../../parcels/bookings/note-booking.server.ts";
import { changeStatus } from "../../parcels/bookings/change-status.server.ts";
import { exportBookings } from "../../parcels/dispatch/export-bookings.server.ts";
import { sendContactMessage } from "../../company/contact/send-message.server.ts";
import { replyToMessage } from "../../company/contact/answer-message.server.ts";
import { addCustomerNote } from "../customers/add-note.server.ts";
import { listCustomers } from "../customers/list-customers.server.ts";
import { DELETED_SENDER, ERASED_RECEIVER } from "../../domain/erased.ts";
import * as schema from "../../platform/db/schema.ts";
import {
  attemptAnswers,
  bookingBatches,
  businesses,
  businessInvites,
  businessMembers,
  bookingBatchRows,
  bookingCharges,
  contactMessages,
  customerSummaries,
  claimEntries,
  claims,
  exceptions,
  bookings,
  bookingEvents,
  stores,
  payments,
  pictures,
  profiles,
  receiverChoices,
  receiverMessages,
  regularPickupActs,
  regularPickups,
  referrals,
  riderDeeds,
  savedReceivers,
  settlementEntries,
  statusBatches,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { storePicture } from "../../stores/store-dashboard/store-picture.server.ts";
import { sharePicture } from "../../platform/files/share-picture.server.ts";
import { purgeExpired } from "../../../server/retention.ts";
import { placeOrder } from "../../stores/orders/place-order.server.ts";
import { asCustomer, asGuest, asStoreOwner } from "../../access/actors.server.ts";
import { readCollection } from "../../money/settlements/collections.server.ts";
import { saveBankAccount } from "../../money/settlements/payees.server.ts";
import { signInStaff } from "../staff/staff-sign-in.server.ts";
import { deleteAccount } from "./delete-account.server.ts";
import { requestLink } from "../../../test/fixtures/links.ts";
import type { Customer } from "../../access/actor.ts";
import type { Session } from "../../access/principal-context.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { cameraPhoto } from "../../../test/fixtures/proofs.ts";
import { recordProofs } from "../../parcels/proof/record-proof.server.ts";
import { storeProofPicture } from "../../parcels/proof/proof-pictures.server.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";

const PERSON = { name: "Zainab Quillfeather", email: "zq@quillfeather.example", phone: "+2348039998877" };
const NEEDLES = ["Quillfeather", PERSON.email, "8039998877", "Zainab", "ZQREF1"];
const DAY = 24 * 60 * 60 * 1000;
const key = () => crypto.randomUUID();

let dataDir = "";
const provider = await closedAfterAll(startTestPaystack());
const opened = await closedAfterAll(
  openTestServices({ limitsFactor: 100, paystack: provider.access }, (config, ...rest) => {
    dataDir = config.dataDir;
    return createServices(config, ...rest);
  }),
);
const admin = await makeAdmin(opened, "moderator");
const staff = { admin, superAdmin: await makeSuperAdmin(opened) };

const hex = (text: string) => Buffer.from(text).toString("hex");
const holds = (text: string) =>
  NEEDLES.some((needle) => text.toLowerCase().includes(needle.toLowerCase()) || text.includes(hex(needle)));

/** Finds every trace of the person: in all rows of all tables, and in all files. */
async function traces(): Promise<string[]> {
  const { db } = opened.services;
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(["public.mails", "pgboss.job"]));
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

/** Records that another person may take the parcel, and the receiver's reply about an attempt. */
async function leaveChoice(bookingId: string): Promise<void> {
  const { db, now } = opened.services;
  const taker = { taker: "family", takerName: PERSON.name, takerPhone: PERSON.phone } as const;
  const choice = { kind: "person", slot: "person", words: "Ask for Zainab", madeAt: now() } as const;
  await db.insert(receiverChoices).values({ bookingId, ...choice, ...taker });
  const said = {
    answer: "nobody_came",
    words: "Zainab was here",
    attemptedAt: now(),
    answeredAt: now(),
  } as const;
  await db.insert(attemptAnswers).values({ eventId: 1, bookingId, ...said });
}

/** Records a proof with the recipient's name and a photo. */
async function leaveProof(bookingId: string): Promise<void> {
  const { services } = opened;
  const deedId = key();
  await transact(services.db, (tx) =>
    recordProofs({ services, tx, act: actBy(tx, "Musa", services.now()) }, [
      {
        deedId,
        parts: [{ bookingId, pieces: [1], returning: false }],
        run: null,
        outcome: "delivered",
        occurredAt: services.now(),
        takenBy: PERSON.name,
        note: "Zainab had no PIN",
        landmark: "Behind Zainab's shop",
        pictures: ["photo"],
      },
    ]),
  );
  const stored = await storeProofPicture(
    services,
    { deedId, number: 1, kind: "photo" },
    await cameraPhoto(640, 480),
    "phone",
  );
  expect(stored.ok).toBe(true);
}

/** Records a deed of a rider's phone about the parcel. */
async function leaveDeed(bookingId: string) {
  const { services } = opened;
  const { IKJ } = await makeHubs(opened, "IKJ");
  const rider = await makeRider(opened, IKJ.id);
  await services.db.insert(riderDeeds).values({
    deedId: key(),
    deviceId: key(),
    riderId: rider.id,
    seq: 1,
    kind: "attempted",
    protocol: 1,
    body: { kind: "attempted", note: `${PERSON.name} was not there` },
    occurredAt: services.now(),
    receivedAt: services.now(),
    flags: [],
    bookingIds: [bookingId],
  });
}

/** The tables of bank statements, whose rows are deleted after 90 days. */
const STATEMENTS = ["public.bank_statements", "public.bank_statement_lines"];
/** Columns that never name a customer: hashes, and names of staff, which stay in the ledgers (docs/retention.md). */
const NEVER_A_CUSTOMER = /(\.|_)(hash|by_name)$/;
/**
 * The other columns of text and JSON in which no row of this test contains a trace. The product never writes text by
 * or about a customer into these columns.
 */
const NAMES_NOBODY = [
  "email_links.next",
  "email_links.asked_from",
  // Kept forms of a session that has ended are deleted within an hour, together with the account's links (KEEP-1).
  "kept_forms.owner",
  "kept_forms.path",
  "referrals.status",
  "bookings.tracking_code",
  "bookings.sender_town",
  "bookings.sender_state",
  "bookings.receiver_town",
  "bookings.receiver_state",
  "status_batch_rows.tracking_code",
  "hubs.name",
  "hubs.code",
  "hubs.phone",
  "hubs.address",
  "hubs.town",
  "hubs.state",
  "hubs.hours",
  "hub_areas.state",
  "hub_areas.town",
  "riders.name",
  "riders.phone",
  "partners.company",
  "partners.phone",
  "runs.name",
  "runs.driver_name",
  "runs.driver_phone",
  "runs.plate",
  "runs.seal_note",
  "runs.close_note",
  "pieces.sticker",
  "exceptions.subject",
  "receiver_links.stopped_phone",
  "receiver_messages.provider_id",
  "rider_devices.name",
  "rider_devices.build",
  "rider_papers.file_key",
  "proof_pictures.key",
  "counters.name",
  "price_lists.document",
  "booking_charges.lines",
  "bank_statement_shapes.shape",
  "bank_statement_shapes.columns",
  "bank_statements.account",
  "bank_statements.columns",
  "bank_statements.decisions",
  "bank_statements.matched",
  // A keyed hash of the row's text, and the product's own sentences about the row.
  "bank_statement_lines.words",
  "bank_statement_lines.doubts",
  "bank_statement_lines.codes",
  "bank_statement_lines.parts",
  "bank_rows.account",
  "bank_rows.words",
  "bank_rows.shape",
  // Texts about riders and hubs: counted banknotes, and the reasons for a different amount.
  "cash_entries.notes",
  "cash_entries.reason",
  "cash_entries.reference",
  "company_account.bank",
  "company_account.account_name",
  "company_account.account_number",
  "online_payments.reference",
  "online_payments.checkout_url",
  "online_payments.received_currency",
  "payees.account_number",
  "money_changes.from_state",
  "money_changes.to_state",
  "money_changes.service",
  "lane_totals.from_state",
  "lane_totals.to_state",
  "subject_totals.subject",
  "parcel_changes.from_state",
  "parcel_changes.to_state",
  "parcel_lane_totals.from_state",
  "parcel_lane_totals.to_state",
  "stores.image_key",
  "stores.opening_hours",
  "stores.hidden_reason",
  "products.image_key",
  "pictures.key",
  "orders.code",
  "orders.view_token",
  "orders.delivery_state",
  "booking_batch_rows.tracking_code",
  // A business is a company, so its invoices keep its name. Its log names members, as the activity log names
  // staff.
  "businesses.reason",
  "business_events.text",
  "business_agreements.document",
  "business_bookings.cost_centre",
  "business_credits.reference",
  "business_credits.note",
  "business_online_payments.reference",
  "business_online_payments.checkout_url",
  "business_online_payments.received_currency",
  "business_online_payments.closed_note",
  "invoices.seller",
  "invoices.buyer",
  "invoice_lines.label",
  "invoice_lines.cost_centre",
  // Data of receivers, which is stored with their own consent.
  "consents.phone",
  "consents.text_version",
  "consents.language",
  "consents.note",
  "remembered_places.phone",
  "remembered_places.address",
  "remembered_places.rider_words",
  "remembered_places.receiver_words",
  // Nothing is erased from the log, so the log must never name a customer.
  "activity_logs.admin_name",
  "activity_logs.admin_email",
  "activity_logs.ip",
  "activity_logs.action",
  "activity_logs.description",
  "activity_logs.entity_type",
  "activity_logs.entity_id",
  "company_settings.facts",
  "former_issuers.name",
  "former_issuers.legal_name",
  "former_issuers.rc_number",
  "former_issuers.tin",
  "former_issuers.address",
  "mails.kind",
  // Another test covers the erasure of refused email addresses (MAIL-5).
  "refused_addresses.address",
  "refused_addresses.code",
  "refused_mails.address",
  "refused_mails.job_queue",
  "refused_mails.job",
  "idempotency_keys.response",
  "one_time_seeds.name",
  "rate_limits.key",
  "track_languages.read_by",
  "language_texts.english",
  "language_texts.text",
  // Keys and endpoints are deleted together with the account or store that made them (API-1).
  "api_keys.label",
  "api_keys.hint",
  "api_keys.last_used_from",
  "api_keys.networks",
  "api_bookings.reference",
  "api_bookings.metadata",
  "webhook_endpoints.url",
  "webhook_endpoints.events",
  "webhook_messages.body",
  "webhook_tries.problem",
  "webhook_tries.answer",
  "regular_pickups.from_time",
  "regular_pickups.until_time",
];

const TABLES = Object.values(schema).filter((one) => is(one, PgTable));
const isFree = ({ columnType, enumValues, generated }: PgColumn) =>
  !enumValues?.length && !generated && /^(PgText|PgJsonb)$/.test(columnType);

/**
 * Columns of text and JSON in which no row contains a trace. For a new column, add a trace to this test or an entry
 * to NAMES_NOBODY.
 */
async function columnsWithoutTraces(): Promise<string[]> {
  const { db } = opened.services;
  const without: string[] = [];
  for (const table of TABLES) {
    for (const column of Object.values(getTableColumns(table)).filter(isFree)) {
      const { rows } = await db.execute<{ text: string }>(sql`select ${column}::text as text from ${table}`);
      if (!rows.some(({ text }) => text !== null && holds(text)))
        without.push(`${getTableName(table)}.${column.name}`);
    }
  }
  return without.filter((name) => !NEVER_A_CUSTOMER.test(name));
}

/** The columns that an erasure sets to null. Not every booking fills them. */
const MAY_BE_EMPTY = Object.entries({ ...DELETED_SENDER, ...ERASED_RECEIVER })
  .filter(([, erased]) => erased === null)
  .map(([name]) => name);

/** The sender's fields as the person types them. */
const asSender = {
  senderName: PERSON.name,
  senderEmail: "ZQ@Quillfeather.example",
  senderPhone: PERSON.phone,
  senderAddress: "4 Quillfeather Close, Yaba, Lagos",
  packageDescription: "Books of Zainab",
};

/** Makes the login accounts of the person and of a friend whom the person referred. */
async function makePerson() {
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
  const friend = await makeOwner(services);
  await db.insert(referrals).values({ referrerId: person!.id, referredId: friend.person.id });
  const session: Session = { ip: "127.0.0.1", sessionHash: null, person: person!, staff: null };
  return { person: person!, session, customer: asCustomer(session)!, friend };
}
type Made = Awaited<ReturnType<typeof makePerson>>;

/** Books with the values of the booking form, as a customer. */
async function book(as: Customer, more: Record<string, string>) {
  const { services } = opened;
  const made = await createBooking(services, as, typedBooking(more), key());
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  const [row] = await services.db.select().from(bookings).where(eq(bookings.trackingCode, made.trackingCode));
  return row!;
}

/**
 * Makes bookings through each form: some by the person, some by others with the person's data. Two of the bookings
 * are over.
 */
async function leaveBookings({ session, customer, friend }: Made) {
  const { services } = opened;
  const { db } = services;
  const guestBooking = await bookOne(opened, asSender);
  await db.insert(receiverMessages).values({
    ...{ message: key(), bookingId: guestBooking.id, kind: "booked", channel: "sms", state: "sent" },
    ...{ dueAt: services.now(), text: "Ona: a parcel from Zainab is booked for you." },
  });
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
  expect((await bookAtCounter(services, admin, atCounter, key())).ok).toBe(true);
  const search = parseFilters(new URLSearchParams({ q: PERSON.name }));
  const exported = await exportBookings(services, admin, search);
  expect(exported.ok && (await exported.read().next()).done).toBe(false);
  await changeStatus(
    services,
    admin,
    { id: guestBooking.id, version: 1, status: "failed", note: "Zainab was not in", reason: "nobody_home" },
    key(),
  );
  await changeStatus(services, admin, { id: toHerself.id, version: 1, status: "delivered", note: "" }, key());
  const words = Object.fromEntries(["notes", ...MAY_BE_EMPTY].map((name) => [name, "Ask Zainab"]));
  await db.update(bookings).set(words).where(eq(bookings.id, toHerself.id));
  const moved: [string, string] = ["4 Quillfeather Close", "5 Quillfeather Close"];
  await db.insert(bookingEvents).values({
    ...{ actId: SOME_ACT, bookingId: toHerself.id, kind: "corrected", toStatus: "delivered", byName: "Uche" },
    ...{ occurredAt: services.now(), receivedAt: services.now(), changes: { "Sender's address": moved } },
  });
  return { guestBooking, toHerself, bySomebodyElse };
}

/** Makes a claim, and an exception about a booking with texts by others about the person. */
async function leaveTrouble(bookingId: string) {
  const { services } = opened;
  const { db } = services;
  await db.insert(exceptions).values({
    actId: SOME_ACT,
    kind: "refused",
    subject: `booking ${bookingId}`,
    bookingId,
    note: "Zainab's brother refused it",
    deskNote: "Zainab was away",
    details: { said: "Zainab knows" },
    openedAt: services.now(),
    openedByName: "Ada",
    dueAt: services.now(),
    closedAt: services.now(),
    closeReason: "hold",
    closeNote: "Zainab calls",
    closedByName: "Ada",
  });
  await leaveChoice(bookingId);
  await leaveProof(bookingId);
  await leaveDeed(bookingId);
  const said = { openedAt: services.now(), openedByName: "Ada", dueAt: services.now() };
  const [claim] = await db
    .insert(claims)
    .values({
      ...{ bookingId, kind: "loss", words: "Zainab waits for it", ...said },
      ...{ state: "closed", outcome: "refused", decision: "Zainab had it", decidedByName: "Ada" },
      ...{ decidedAt: services.now(), closedAt: services.now() },
    })
    .returning({ id: claims.id });
  await db.insert(claimEntries).values({
    ...{ claimId: claim!.id, kind: "noted", words: "Zainab called", byName: "Ada", at: services.now() },
  });
  await noteBooking(services, admin, { id: bookingId, staffNote: "Zainab calls back" }, key());
}

/** Records payments, a bank account and cash on delivery. */
async function leaveMoney(customer: Customer, booking: { id: string; trackingCode: string }) {
  const { services } = opened;
  const paid = { id: booking.id, code: booking.trackingCode };
  await leavePaymentTraces(opened, staff, provider, customer, paid);
  const account = { bank: "Zenith, Zainab's bank", accountName: PERSON.name, accountNumber: "2012345678" };
  expect(await saveBankAccount(services, customer, account)).toEqual({ ok: true });
  return leaveSettlementTraces(opened, staff, customer);
}

/** Writes texts of the person to the company, and texts of staff about and to the person. */
async function leaveWords(session: Session) {
  const { services } = opened;
  const { db } = services;
  const batch = { formKey: key(), toStatus: "failed", total: 1, createdAt: services.now() } as const;
  await db.insert(statusBatches).values({ ...batch, reason: "other", note: "As Zainab asked" });
  // The customer enters the staff's sign-in page by mistake. The activity log records the failed sign-in.
  const wrongDoor = await signInStaff(services, session, { email: PERSON.email, password: "wrong one" });
  expect(wrongDoor.ok).toBe(false);

  const message = { name: PERSON.name, email: PERSON.email, phone: PERSON.phone, message: "It is I, Zainab" };
  await sendContactMessage(services, asGuest("127.0.0.1"), { ...message, subject: "Complaint" }, key());
  const [kept] = await db.select().from(contactMessages);
  const reply = { id: kept!.id, body: "Dear Zainab, it is on its way" };
  expect(await replyToMessage(services, admin, reply, key())).toEqual({ ok: true });

  const [summary] = await db
    .select()
    .from(customerSummaries)
    .where(eq(customerSummaries.email, PERSON.email));
  const aboutHer = { id: summary!.id, body: "Zainab calls after five" };
  expect(await addCustomerNote(services, admin, aboutHer, key())).toEqual({ ok: true });
}

/** Places an order of the person in somebody else's store. */
async function leaveOrder({ customer, friend }: Made) {
  const { services } = opened;
  const othersStore = await makeStore(services, friend.person.id);
  const product = await makeProduct(services, othersStore.id);
  const ordered = await placeOrder(
    services,
    customer,
    {
      slug: othersStore.slug,
      lines: [{ productId: product.id, quantity: 1, priceKobo: product.priceKobo }],
      buyerName: PERSON.name,
      buyerPhone: PERSON.phone,
      deliveryAddress: `House of ${PERSON.name}, Ikeja, Lagos`,
      landmark: `Behind ${PERSON.name}'s school`,
    },
    key(),
  );
  expect(ordered.ok).toBe(true);
}

/** Leaves a batch that the person made, and one that staff made for them. */
async function leaveBatches(userId: string): Promise<void> {
  const { db } = opened.services;
  const batch = {
    columns: [{ name: "Zainab's column", field: null }],
    headingRow: 1,
    rowsHash: Buffer.alloc(1),
  };
  const made = await db
    .insert(bookingBatches)
    .values([
      { ...batch, kind: "customer", userId, sender: { senderName: PERSON.name } },
      { ...batch, kind: "staff", userId: staff.admin.person.id, sender: { senderEmail: PERSON.email } },
    ])
    .returning({ id: bookingBatches.id });
  const words = { cells: [PERSON.name], fields: { note: "For Zainab" }, fault: "Zainab", refused: "Zainab" };
  await db.insert(bookingBatchRows).values(made.map(({ id: batchId }) => ({ batchId, row: 2, ...words })));
}

/** Leaves an application of the person's own business, and an invitation to another. */
async function leaveBusinesses(person: Made["person"]): Promise<void> {
  const { db } = opened.services;
  const facts = {
    name: PERSON.name,
    address: "4 Quillfeather Close",
    phone: PERSON.phone,
    email: PERSON.email,
  };
  const [own, other] = await db
    .insert(businesses)
    .values([
      { ...facts, rcNumber: PERSON.name, tin: PERSON.name },
      {
        name: "Other",
        address: "1 Other Street",
        phone: "+2348030000001",
        email: "other@other.example",
        state: "open",
      },
    ])
    .returning({ id: businesses.id });
  await db.insert(businessMembers).values({ businessId: own!.id, userId: person.id, role: "owner" });
  const expiresAt = new Date(Date.now() + 1e9);
  await db
    .insert(businessInvites)
    .values({ businessId: other!.id, email: PERSON.email, role: "clerk", expiresAt });
}

/** Makes the person's own store, with a photo and sold goods. Returns the photo's key. */
async function leaveStore({ person, session }: Made) {
  const { services } = opened;
  const { db } = services;
  const owner = asStoreOwner(session)!;
  const store = await makeStore(services, person.id, {
    businessName: "Quillfeather Books",
    slug: "quillfeather-books",
    email: "shop@quillfeather.example",
    phone: PERSON.phone,
    address: "5 Quillfeather Close, Yaba, Lagos",
    description: "Zainab's own books",
  });
  const saved = {
    fullName: PERSON.name,
    phone: PERSON.phone,
    address: "5 Quillfeather Close, Yaba, Lagos",
    state: "Lagos",
    landmark: "Behind Zainab's school",
    note: "Ask for Zainab",
    taker: PERSON.name,
  };
  await db.insert(savedReceivers).values([
    { ...saved, userId: person.id },
    { ...saved, storeId: store.id },
  ]);
  const terms = {
    ...{ name: PERSON.name, phone: PERSON.phone, address: saved.address, note: "Ask for Zainab" },
    ...{ town: "Zainab's Town", state: "Lagos", days: [0], fromTime: "09:00", untilTime: "11:00" },
  };
  const [pickup] = await db
    .insert(regularPickups)
    .values([
      { ...terms, userId: person.id, wanted: terms },
      { ...terms, storeId: store.id },
    ])
    .returning();
  await db.insert(regularPickupActs).values({
    ...{ pickupId: pickup!.id, kind: "asked", side: "sender", words: "For Zainab" },
    ...{ byName: "Sender", at: new Date() },
  });
  await leaveBatches(person.id);
  await leaveBusinesses(person);
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#0a5" } })
    .png()
    .toBuffer();
  const stored = await storePicture(services, owner, store.id, photo);
  if (!stored.ok) throw new Error(refusalText(stored));
  await db.update(stores).set({ imageKey: stored.key }).where(eq(stores.id, store.id));
  await sharePicture(services, stored.key);
  const own = await makeProduct(services, store.id, {
    name: "Zainab's cookbook",
    description: "By Zainab",
    category: "Zainab's",
  });
  const sold = await placeOrder(
    services,
    asGuest("127.0.0.1"),
    {
      slug: store.slug,
      lines: [{ productId: own.id, quantity: 1, priceKobo: own.priceKobo }],
      buyerName: "Musa",
      buyerPhone: "0803 123 4567",
    },
    key(),
  );
  expect(sold.ok).toBe(true);
  await makeOrder(services, store.id, [{ product: own, quantity: 1 }]);
  return stored.key;
}

/** All traces that one person can leave. */
async function leaveTracesEverywhere() {
  const made = await makePerson();
  const { customer } = made;
  const { guestBooking, toHerself, bySomebodyElse } = await leaveBookings(made);
  await leaveTrouble(guestBooking.id);
  const collected = await leaveMoney(customer, guestBooking);
  await leaveWords(made.session);
  await leaveOrder(made);
  const pictureKey = await leaveStore(made);
  const asked = { email: PERSON.email, from: { ip: "127.0.0.1" }, key: key() };
  await requestLink(opened.services, { ...asked, purpose: "sign_up", data: { firstName: "Zainab" } });
  // The mails are about 6 bookings, 2 changes, a price, a refused claim, a receipt, a bank account, a credit, a message
  // and staff's reply to it, 2 orders and the link.
  await opened.mails(18);
  return { customer, toHerself, guestBooking, bySomebodyElse, collected, pictureKey };
}

/** Checks that the ledgers are unchanged, except for texts about the person. */
async function expectAccountsKept(bookingId: string, collectedId: string) {
  const { db } = opened.services;
  const ledger = await db.execute<{ text: string }>(
    sql`select concat_ws(' ', method, direction, kobo, split_part(reference, ' ', 1), note) as text from payments
        where booking_id = ${bookingId} order by 1`,
  );
  expect(ledger.rows.map(({ text }) => text)).toEqual([
    "cash in 1000",
    "transfer in 1000 ERASED",
    "transfer in 1000 ERASED",
    "transfer in 1000 ERASED",
    "transfer in 1000 S90000001",
    "transfer in 496000 FT900007 Bank statement, 21 Nov 2026, row 2",
    "transfer out 1000",
  ]);
  expect(await wrongBalances(db)).toEqual([]);
  expect((await readCollection(db, collectedId))!.entries.map(({ reference }) => reference)).toContain(
    "POS-11",
  );
  // Only the erasure may remove texts from the ledgers. The ledgers refuse other statements, even for the erased
  // bookings.
  for (const ledgerOf of [payments, settlementEntries, bookingCharges])
    await expect(db.update(ledgerOf).set({ note: null })).rejects.toThrow();
  await expect(db.update(payments).set({ reference: "ERASED 1" })).rejects.toThrow();
}

test("[PROFILE-6] [STAFF-13] nothing of a deleted person is left, but what the receiver of a parcel under way needs", async () => {
  const { services, clock } = opened;
  const { db } = services;
  const { customer, toHerself, guestBooking, bySomebodyElse, collected, pictureKey } =
    await leaveTracesEverywhere();
  const before = await traces();
  expect(await columnsWithoutTraces()).toEqual(NAMES_NOBODY);
  const columns = TABLES.flatMap((table) => Object.values(getTableColumns(table)).filter(isFree)).length;
  expect(await files()).toHaveLength(5);

  const published = vi.spyOn(services.live, "publish");
  expect(await deleteAccount(services, customer, { email: PERSON.email })).toMatchObject({ ok: true });
  // The track pages of the person's bookings reload, so that pages that are open no longer show the sender.
  const topics = [toHerself, guestBooking, bySomebodyElse].map(({ trackingCode: code }) => `booking:${code}`);
  expect(published.mock.calls.flat()).toEqual(expect.arrayContaining(["bookings", "contacts", ...topics]));
  await vi.waitFor(async () => expect(await files()).toEqual([]), { timeout: 10_000, interval: 100 });
  expect(await db.select().from(pictures)).toEqual([]);
  expect(await sharePicture(services, pictureKey)).toBeNull();
  // Traces may stay in bookings whose parcel is on its way, and in data with a retention time (docs/retention.md).
  const tables = (lines: string[]) => new Set(lines.map((line) => line.replace(/:.*/s, "")));
  const left = await traces();
  expect(tables(left)).toEqual(new Set([...STATEMENTS, "public.bookings", "public.status_batches"]));
  const under = left.filter((line) => line.startsWith("public.bookings:"));
  expect(
    under.filter(
      (line) => !line.includes(toHerself.trackingCode) && !line.includes(guestBooking.trackingCode),
    ),
  ).toEqual([]);
  expect(left.join()).not.toContain(PERSON.email);
  expect((await listCustomers(db, { search: "", cursor: null, direction: "next" })).rows).not.toContainEqual(
    expect.objectContaining({ email: expect.stringContaining("invalid") }),
  );
  const [somebodys] = await db.select().from(bookings).where(eq(bookings.id, bySomebodyElse.id));
  expect(somebodys).toMatchObject({
    senderName: "Deleted customer",
    packageDescription: "Rice",
    status: "pending",
  });
  expect(somebodys!.customerId).not.toBeNull();

  // The parcels arrived or came back a month ago, so their receivers are now erased too.
  clock.pass(31 * DAY);
  await purgeExpired(services);
  expect(tables(await traces())).toEqual(new Set(STATEMENTS));
  clock.pass(60 * DAY);
  await purgeExpired(services);
  expect(await traces()).toEqual([]);
  note("Erasure of a person and a store", {
    "columns of text and JSON": columns,
    "rows with name, phone or email before": before.length,
    "files before": 4,
    "rows at once after it: a parcel under way, or kept 30 or 90 days": left.length,
    "files at once after it": 0,
    "rows 91 days later": 0,
  });

  await expectAccountsKept(guestBooking.id, collected.id);
});
