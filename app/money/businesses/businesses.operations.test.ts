/**
 * BUSINESS-1 to BUSINESS-9: businesses on account, on a real database. Longer than 250 lines because all tests share
 * one company with a price list.
 */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  addMember,
  APPLICATION,
  asMember,
  bookOnAccount,
  makeBusiness,
  makePerson,
  wrongBusinesses,
} from "../../../test/fixtures/businesses.ts";
import { BODY } from "../../../test/fixtures/booking-form.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { times } from "../../../test/fixtures/long.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import type { Customer } from "../../access/actor.ts";
import { lagosDay } from "../../domain/dates.ts";
import { cancelBooking } from "../../parcels/bookings/cancel-booking.server.ts";
import { correctBooking } from "../../parcels/bookings/correct-booking.server.ts";
import { createBooking } from "../../parcels/bookings/create-booking.server.ts";
import {
  apiKeys,
  bookings,
  bookingCharges,
  businessBookings,
  businesses,
  businessInvites,
  invoiceReminders,
  invoices,
  payments,
  profiles,
} from "../../platform/db/schema.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { hashToken } from "../../platform/tokens.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { doorOf } from "../payments/door.server.ts";
import { applyForAccount, approveBusiness, openBusiness, refuseBusiness } from "./apply.server.ts";
import { readBusinessReport } from "./business-report.server.ts";
import { readLog } from "./business-events.server.ts";
import { invoiceMonth, remindBusinesses } from "./invoice-rounds.server.ts";
import { issueCreditNote, issueInvoice } from "./issue-invoice.server.ts";
import {
  acceptInvite,
  changeMemberRole,
  inviteMember,
  invitesFor,
  readMembers,
  removeMember,
} from "./members.server.ts";
import { listInvoices, readAgeing } from "./open-invoices.server.ts";
import { listBusinessBookings, listReceived, readBusiness } from "./read-business.server.ts";
import { receiveMoney, reverseMoney } from "./receive-money.server.ts";
import { readAccountStatement } from "./statement.server.ts";
import { agreePriceList, exportOwnPrices } from "./own-prices.server.ts";
import { agreePrices, setTerms } from "./terms.server.ts";
import { currentPrices } from "../prices/current-prices.server.ts";
import { csvLines } from "../../platform/http/csv-download.ts";
import { pricesAsCsv } from "../prices/price-csv.server.ts";
import { requoteOf } from "../prices/requote.server.ts";
import { rowsLeft } from "../../parcels/bookings/rows-a-day.server.ts";

const { services, db, clock, moderator, superAdmin } = await openWithStaff();
const [cashier, support] = [
  await makeAdmin({ services }, "cashier"),
  await makeAdmin({ services }, "support"),
];
await publishSamples({ services });
const key = () => crypto.randomUUID();
const DAY = 24 * 60 * 60 * 1000;
const read = async (id: string) => (await readBusiness(db, id))!;
const invoice = (id: string) => issueInvoice.receive(services, cashier, { id }, key());
const credit = (id: string) => issueCreditNote.receive(services, cashier, { id }, key());
const pay = (id: string, kobo: number, reference: string = key()) =>
  receiveMoney.receive(
    services,
    cashier,
    { id, amount: String(kobo / 100), method: "transfer", reference, note: "", seen: "1000000" },
    key(),
  );
async function booked(who: Customer, more: Record<string, unknown> = {}) {
  const done = await bookOnAccount(services, who, more);
  if (!done.ok) throw new Error(JSON.stringify(done.errors));
  const [row] = await db.select().from(bookings).where(eq(bookings.trackingCode, done.trackingCode));
  const [charge] = await db.select().from(bookingCharges).where(eq(bookingCharges.bookingId, row!.id));
  return { ...row!, priceKobo: charge!.totalKobo, lines: charge!.lines, chargeId: charge!.id };
}
const price = (code: string, kobo: number, seen: number) =>
  setPrice.receive(
    services,
    superAdmin,
    { code, price: String(kobo / 100), note: "", seen: String(seen) },
    key(),
  );

test("[BUSINESS-1] a customer applies, staff approve or refuse, each once", async () => {
  const person = await makePerson(services);
  const applied = await applyForAccount.receive(services, person, APPLICATION, key());
  expect(applied).toMatchObject({ ok: true });
  const id = applied.ok ? applied.id : "";
  expect(await applyForAccount.receive(services, person, APPLICATION, key())).toMatchObject({
    reason: "member_already",
  });
  expect(await db.$count(businesses, eq(businesses.name, APPLICATION.name))).toBe(1);
  expect(await bookOnAccount(services, person)).toMatchObject({
    ok: false,
    errors: { paysDelivery: /not open/ },
  });
  expect(await approveBusiness.receive(services, support, { id }, key())).toMatchObject({
    code: "forbidden",
  });
  expect(await approveBusiness.receive(services, moderator, { id }, key())).toMatchObject({ ok: true });
  expect(await approveBusiness.receive(services, moderator, { id }, key())).toMatchObject({
    reason: "decided_before",
  });
  expect(await refuseBusiness.receive(services, moderator, { id, reason: "no" }, key())).toMatchObject({
    reason: "decided_before",
  });
  const terms = { id, version: "2", termsDays: "30", limit: "50000", graceDays: "0" };
  expect(await setTerms.receive(services, moderator, terms, key())).toMatchObject({ code: "forbidden" });
  expect(await setTerms.receive(services, superAdmin, { ...terms, termsDays: "8" }, key())).toMatchObject({
    errors: { termsDays: "Choose 7, 14 or 30 days" },
  });
  expect(await setTerms.receive(services, superAdmin, terms, key())).toMatchObject({ ok: true });
  expect(await setTerms.receive(services, superAdmin, terms, key())).toMatchObject({
    reason: "changed_meanwhile",
  });
  expect(await read(id)).toMatchObject({ state: "open", termsDays: 30, limitKobo: 5_000_000 });
});

test("[BUSINESS-2] members are invited by mail, accept with that address alone, and are removed at once", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  const boss = await asMember(db, owner);
  const clerk = await makePerson(services);
  const stranger = await makePerson(services);
  const invited = { email: clerk.person.email.toUpperCase(), role: "clerk" };
  expect(await inviteMember.receive(services, boss, invited, key())).toMatchObject({ ok: true });
  expect(await inviteMember.receive(services, boss, invited, key())).toMatchObject({ ok: true });
  const [invite] = await db.select().from(businessInvites).where(eq(businessInvites.businessId, id));
  expect(await invitesFor(db, stranger.person, services.now())).toEqual([]);
  const accept = { inviteId: invite!.id };
  expect(await acceptInvite.receive(services, stranger, accept, key())).toMatchObject({ code: "not_found" });
  await db.update(profiles).set({ emailVerifiedAt: null }).where(eq(profiles.id, clerk.person.id));
  expect(await acceptInvite.receive(services, clerk, accept, key())).toMatchObject({ code: "not_found" });
  await db.update(profiles).set({ emailVerifiedAt: new Date() }).where(eq(profiles.id, clerk.person.id));
  const { expiresAt } = invite!;
  await db.update(businessInvites).set({ expiresAt: services.now() });
  expect(await acceptInvite.receive(services, clerk, accept, key())).toMatchObject({ code: "not_found" });
  await db.update(businessInvites).set({ expiresAt });
  expect(await acceptInvite.receive(services, clerk, accept, key())).toMatchObject({ ok: true });
  const asClerk = await asMember(db, clerk);
  expect(await inviteMember.receive(services, asClerk, invited, key())).toMatchObject({ code: "forbidden" });
  const parcel = await booked(clerk);
  await db.insert(apiKeys).values({
    ...{ userId: clerk.person.id, businessId: id, label: "Shop", mode: "live", access: "write" },
    ...{ keyHash: hashToken(key()), hint: "1234" },
  });
  const gone = { userId: owner.person.id };
  expect(await removeMember.receive(services, boss, gone, key())).toMatchObject({ reason: "last_owner" });
  expect(await changeMemberRole.receive(services, boss, { ...gone, role: "clerk" }, key())).toMatchObject({
    reason: "last_owner",
  });
  const other = await asMember(db, (await makeBusiness(services, superAdmin)).owner);
  expect(await removeMember.receive(services, other, { userId: clerk.person.id }, key())).toMatchObject({
    code: "not_found",
  });
  expect(await removeMember.receive(services, boss, { userId: clerk.person.id }, key())).toMatchObject({
    ok: true,
  });
  expect(await bookOnAccount(services, clerk)).toMatchObject({
    ok: false,
    errors: { paysDelivery: /Only members/ },
  });
  expect((await readMembers(db, id, services.now())).members).toHaveLength(1);
  const [revoked] = await db.select().from(apiKeys).where(eq(apiKeys.businessId, id));
  expect(revoked!.revokedAt).toEqual(services.now());
  // The removed member's parcel stays with the business and now belongs to the business's owner.
  const [kept] = await db.select().from(bookings).where(eq(bookings.id, parcel.id));
  expect(kept!.customerId).toBe(owner.person.id);
  expect((await listBusinessBookings(db, id, { costCentre: "", ...FIRST_PAGE })).rows).toMatchObject([
    { id: parcel.id },
  ]);
});

test("[BUSINESS-1] staff open a business and invite its owner", async () => {
  const owner = await makePerson(services);
  const form = { ...APPLICATION, owner: owner.person.email };
  expect(await openBusiness.receive(services, moderator, form, key())).toMatchObject({ code: "forbidden" });
  expect(await openBusiness.receive(services, superAdmin, form, key())).toMatchObject({ ok: true });
  const [invite] = await invitesFor(db, owner.person, services.now());
  expect(await acceptInvite.receive(services, owner, { inviteId: invite!.id }, key())).toMatchObject({
    ok: true,
  });
  expect(await asMember(db, owner)).toMatchObject({ role: "owner" });
});

test("[BUSINESS-5] two members at the limit at once never pass it", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  const clerk = await addMember(services, id);
  const { priceKobo } = await booked(owner);
  let passed = 0;
  for (let round = 0; round < times(20, 200); round++) {
    await db.execute(
      sql`update businesses set limit_kobo = used_kobo + ${priceKobo + (round % 2)} where id = ${id}`,
    );
    const both = await Promise.all([bookOnAccount(services, owner), bookOnAccount(services, clerk)]);
    passed += both.filter(({ ok }) => ok).length;
    const refused = both.find(({ ok }) => !ok);
    expect(refused).toMatchObject({ errors: { paysDelivery: /limit/ } });
    const { usedKobo, limitKobo } = await read(id);
    expect(usedKobo).toBeLessThanOrEqual(limitKobo);
  }
  expect(passed).toBe(times(20, 200));
  // A trigger in the database also refuses a booking above the limit.
  const guest = await createBooking.receive(
    services,
    owner,
    { ...BODY, senderEmail: owner.person.email },
    key(),
  );
  const code = guest.ok ? guest.trackingCode : "";
  const [row] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  await db.execute(sql`update businesses set limit_kobo = used_kobo where id = ${id}`);
  const store = db.insert(businessBookings).values({ bookingId: row!.id, businessId: id, onAccount: true });
  await expect(store).rejects.toMatchObject({ cause: { constraint: "businesses_limit" } });
  expect(await wrongBusinesses(db)).toEqual([]);
}, 120_000);

test("[BUSINESS-5] a business without a limit is told that none is set yet, not that it is used up", async () => {
  const { owner } = await makeBusiness(services, superAdmin, { limitKobo: 0 });
  expect(await bookOnAccount(services, owner)).toMatchObject({
    errors: { paysDelivery: expect.stringContaining("No limit is set for your business yet. Call us") },
  });
});

test("[BUSINESS-5] later charges pass the limit, and a cancelled parcel frees it", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  const parcel = await booked(owner);
  await db.execute(sql`update businesses set limit_kobo = used_kobo where id = ${id}`);
  expect(await price(parcel.trackingCode, parcel.priceKobo + 500_000, parcel.chargeId)).toMatchObject({
    ok: true,
  });
  expect(await read(id)).toMatchObject({ usedKobo: parcel.priceKobo + 500_000, leftKobo: 0 });
  const cancelled = await cancelBooking.receive(services, owner, { code: parcel.trackingCode }, key());
  expect(cancelled).toMatchObject({ ok: true });
  expect(await read(id)).toMatchObject({ usedKobo: 0 });
  expect(await wrongBusinesses(db)).toEqual([]);
});

test("[BUSINESS-5] on account asks for nothing at the door, collects nothing, and stays on account", async () => {
  const { owner } = await makeBusiness(services, superAdmin);
  const parcel = await booked(owner);
  expect(await doorOf(db, { id: parcel.id })).toMatchObject({ door: { totalKobo: 0 } });
  await db.execute(sql`update pieces set "returning" = true where booking_id = ${parcel.id}`);
  expect(await doorOf(db, { id: parcel.id })).toMatchObject({ returning: true, door: { totalKobo: 0 } });
  expect(await bookOnAccount(services, owner, { collect: "5000" })).toMatchObject({
    errors: { collect: /business/ },
  });
  // A parcel that is too heavy for the price list has no fixed price.
  expect(await bookOnAccount(services, owner, { packageWeight: "9000" })).toMatchObject({
    errors: { paysDelivery: /price/ },
  });
  const stranger = await makePerson(services);
  expect(await bookOnAccount(services, stranger)).toMatchObject({ errors: { paysDelivery: /Only members/ } });
  const correction = {
    ...{
      id: parcel.id,
      version: "1",
      senderAddress: BODY.senderAddress,
      receiverAddress: BODY.receiverAddress,
    },
    ...{
      senderPhone: BODY.senderPhone,
      receiverPhone: BODY.receiverPhone,
      packageWeight: BODY.packageWeight,
    },
  };
  const off = { ...correction, paysDelivery: "sender_before" };
  expect(await correctBooking.receive(services, superAdmin, off, key())).toMatchObject({
    reason: "stays_on_account",
  });
});

test("[BUSINESS-4] a discount is a version, frozen onto bookings", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  const before = await booked(owner);
  const { agreePrices } = await import("./terms.server.ts");
  const agree = (discount: string) => agreePrices.receive(services, superAdmin, { id, discount }, key());
  expect(await agree("10")).toMatchObject({ ok: true });
  expect(await agree("10")).toMatchObject({ reason: "other_prices" });
  const after = await booked(owner);
  expect(after.priceKobo).toBeLessThanOrEqual(before.priceKobo * 0.9 + 5000);
  expect(after.priceKobo % 5000).toBe(0);
  expect(after.lines.reduce((sum, { kobo }) => sum + kobo, 0)).toBe(after.priceKobo);
  expect(after.lines).toContainEqual(
    expect.objectContaining({ kind: "discount", label: "Your prices, version 1: 10% off" }),
  );
  const [row] = await db.select().from(businessBookings).where(eq(businessBookings.bookingId, after.id));
  expect(row!.agreementId).not.toBeNull();
  expect(await agree("0")).toMatchObject({ ok: true });
  expect((await booked(owner)).priceKobo).toBe(before.priceKobo);
});

test("[BUSINESS-6] [BUSINESS-7] invoices hold what was charged since, credit notes what was taken back", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  expect(await invoice(id)).toMatchObject({ reason: "nothing_to_invoice" });
  const [one, two] = [await booked(owner), await booked(owner)];
  clock.pass(1000);
  const first = await invoice(id);
  expect(first).toMatchObject({ ok: true, number: expect.stringMatching(/^INV-\d{4}-\d{4}$/) });
  expect(await invoice(id)).toMatchObject({ reason: "nothing_to_invoice" });
  expect(await credit(id)).toMatchObject({ reason: "nothing_to_credit" });
  expect((await read(id)).openKobo).toBe(one.priceKobo + two.priceKobo);
  await price(one.trackingCode, one.priceKobo - 100_000, one.chargeId);
  const three = await booked(owner);
  clock.pass(1000);
  expect(await credit(id)).toMatchObject({ ok: true, number: expect.stringMatching(/^CN-\d{4}-\d{4}$/) });
  expect((await read(id)).openKobo).toBe(one.priceKobo + two.priceKobo - 100_000);
  expect(await invoice(id)).toMatchObject({ ok: true });
  expect((await read(id)).openKobo).toBe(one.priceKobo + two.priceKobo + three.priceKobo - 100_000);
  const [newest] = await readAccountStatement(db, id, 50);
  expect(newest!.balanceKobo).toBe((await read(id)).openKobo);
  expect(await wrongBusinesses(db)).toEqual([]);
});

test("[BUSINESS-8] money pays the oldest invoice first, what is over is credit, and a reversal opens them again", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  const one = await booked(owner);
  clock.pass(1000);
  await invoice(id);
  const two = await booked(owner);
  clock.pass(DAY);
  await invoice(id);
  expect(await pay(id, one.priceKobo + 100, "REF1")).toMatchObject({ ok: true });
  expect(await pay(id, 5, "REF1")).toMatchObject({ reason: "reference_recorded" });
  const opens = async () => (await listInvoices(db, id)).map(({ openKobo }) => openKobo);
  expect(await opens()).toEqual([two.priceKobo - 100, 0]);
  expect(await read(id)).toMatchObject({ usedKobo: two.priceKobo - 100, creditKobo: 0 });
  await pay(id, two.priceKobo, "REF2");
  expect(await opens()).toEqual([0, 0]);
  expect(await read(id)).toMatchObject({ creditKobo: 100, usedKobo: 0, openKobo: 0 });
  expect((await readAccountStatement(db, id, 50))[0]!.balanceKobo).toBe(-100);
  // The credit pays the next invoice at once.
  const three = await booked(owner);
  clock.pass(1000);
  await invoice(id);
  expect((await read(id)).openKobo).toBe(three.priceKobo - 100);
  const [, first] = await listReceived(db, id);
  const reverse = { id, entry: String(first!.id), reason: "typed twice" };
  expect(await reverseMoney.receive(services, cashier, reverse, key())).toMatchObject({ ok: true });
  expect(await reverseMoney.receive(services, cashier, reverse, key())).toMatchObject({
    reason: "reversed_before",
  });
  expect((await read(id)).openKobo).toBe(one.priceKobo + two.priceKobo + three.priceKobo - two.priceKobo);
  expect(await wrongBusinesses(db)).toEqual([]);
});

test("[BUSINESS-8] what was paid for a price that became lower pays the next invoice", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  const one = await booked(owner);
  clock.pass(1000);
  await invoice(id);
  await pay(id, one.priceKobo);
  // Staff cannot set a price below the paid amount, so this test cancels the parcel to lower the price.
  await cancelBooking.receive(services, owner, { code: one.trackingCode }, key());
  clock.pass(1000);
  expect(await credit(id)).toMatchObject({ ok: true });
  expect(await read(id)).toMatchObject({ creditKobo: one.priceKobo, usedKobo: 0, openKobo: 0 });
  const two = await booked(owner);
  clock.pass(1000);
  await invoice(id);
  expect(await read(id)).toMatchObject({ openKobo: Math.max(0, two.priceKobo - one.priceKobo) });
  expect(await wrongBusinesses(db)).toEqual([]);
});

test("[BUSINESS-5] [BUSINESS-9] an overdue invoice stops bookings until it is paid, and ages", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin, { termsDays: 7 });
  const one = await booked(owner);
  clock.pass(1000);
  await invoice(id);
  clock.pass(14 * DAY);
  expect(await bookOnAccount(services, owner)).toMatchObject({ ok: true });
  clock.pass(DAY);
  expect(await bookOnAccount(services, owner)).toMatchObject({ errors: { paysDelivery: /overdue/ } });
  const age = async () => (await readAgeing(db, lagosDay(services.now()))).find((row) => row.id === id);
  expect(await age()).toMatchObject({
    openKobo: one.priceKobo,
    notDueKobo: 0,
    ages: [one.priceKobo, 0, 0, 0],
  });
  clock.pass(23 * DAY);
  expect(await age()).toMatchObject({ ages: [0, one.priceKobo, 0, 0] });
  await pay(id, one.priceKobo);
  expect(await age()).toBeUndefined();
  expect(await bookOnAccount(services, owner)).toMatchObject({ ok: true });
});

test("[BUSINESS-6] invoices written at once have numbers without a gap, and lines count once", async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => makeBusiness(services, superAdmin)));
  for (const { owner } of made) await booked(owner);
  clock.pass(1000);
  const all = await Promise.all(made.flatMap(({ id }) => [invoice(id), invoice(id)]));
  expect(all.filter(({ ok }) => ok)).toHaveLength(5);
  expect(await wrongBusinesses(db)).toEqual([]);
});

test("[BUSINESS-6] nothing changes a document or a ledger afterwards", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  await booked(owner);
  clock.pass(1000);
  await invoice(id);
  await pay(id, 100);
  for (const change of [
    sql`update invoices set total_kobo = total_kobo + 1 where business_id = ${id}`,
    sql`delete from invoices where business_id = ${id}`,
    sql`update invoice_lines set kobo = 1`,
    sql`update business_credits set kobo = 1 where business_id = ${id}`,
    sql`delete from business_credits`,
    sql`update business_agreements set discount_per_mille = 1 where true or business_id = ${id}`,
    sql`delete from business_events`,
    sql`update business_bookings set on_account = false where business_id = ${id}`,
  ])
    await db.execute(change).then(
      ({ rowCount }) => expect(rowCount, "rows that were changed").toBe(0),
      (error: { cause?: unknown }) => expect(error.cause).toMatchObject({ code: "23001" }),
    );
  expect(await db.$count(invoices, eq(invoices.businessId, id))).toBe(1);
  expect(await db.$count(payments, eq(payments.method, "account"))).toBeGreaterThan(0);
});

test("[BUSINESS-3] the log names who changed what, and is the business's own", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin, { discount: 5 });
  const { rows } = await readLog(db, id, null);
  expect(rows.map(({ text }) => text)).toEqual([
    "Price agreement 1: 5% off",
    expect.stringMatching(/^Limit ₦0 → ₦1,000,000/),
    "Account approved",
    "Applied for an account",
  ]);
  expect(rows.at(-1)!.byName).toBe(owner.person.fullName ?? owner.person.email);
});

test("[BUSINESS-8] a payment that somebody recorded meanwhile is asked about", async () => {
  const { id } = await makeBusiness(services, superAdmin);
  const form = { id, amount: "100", method: "transfer", reference: "", note: "", seen: "0" };
  expect(await receiveMoney.receive(services, cashier, form, key())).toMatchObject({ ok: true });
  const asked = await receiveMoney.receive(services, superAdmin, form, key());
  expect(asked).toMatchObject({ reason: "recorded_meanwhile" });
  expect(
    await receiveMoney.receive(services, superAdmin, { ...form, another: String(1e9) }, key()),
  ).toMatchObject({
    ok: true,
  });
});

test("[BUSINESS-6] each month is invoiced once, without what was charged in the new month", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  const one = await booked(owner);
  await invoiceMonth(services);
  expect(await listInvoices(db, id)).toEqual([]);
  clock.pass(40 * DAY);
  await db.execute(sql`update businesses set grace_days = 90`);
  await booked(owner);
  const written = await Promise.all([invoiceMonth(services), invoiceMonth(services)]);
  expect(Math.max(...written)).toBeGreaterThan(0);
  const mine = await listInvoices(db, id);
  expect(mine).toMatchObject([{ totalKobo: one.priceKobo }]);
  expect(await invoiceMonth(services)).toBe(0);
  expect(await wrongBusinesses(db)).toEqual([]);
});

test("[BUSINESS-9] a reminder before the due day, after it, and once more; none once it is paid", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin, { termsDays: 7 });
  const one = await booked(owner);
  clock.pass(1000);
  await invoice(id);
  await remindBusinesses(services);
  const kinds = async () => {
    const { rows } = await db.execute<{ kind: string }>(sql`
      select r.kind from invoice_reminders r join invoices i on i.id = r.invoice_id where i.business_id = ${id} order by r.at`);
    return rows.map(({ kind }) => kind);
  };
  expect(await kinds()).toEqual([]);
  // The invoice is due on the seventh day. Each row moves the clock on by `days`.
  for (const [days, expected] of [
    [3, []],
    [1, ["before"]],
    [3, ["before"]],
    [1, ["before", "after"]],
    [12, ["before", "after"]],
    [1, ["before", "after", "again"]],
    [30, ["before", "after", "again"]],
  ] as const) {
    clock.pass(days * DAY);
    await Promise.all([remindBusinesses(services), remindBusinesses(services)]);
    expect(await kinds()).toEqual(expected);
  }
  const { owner: other, id: paid } = await makeBusiness(services, superAdmin, { termsDays: 7 });
  const two = await booked(other);
  clock.pass(1000);
  await invoice(paid);
  await pay(paid, two.priceKobo);
  clock.pass(9 * DAY);
  await remindBusinesses(services);
  expect(
    await db.$count(
      invoiceReminders,
      sql`invoice_id in (select id from invoices where business_id = ${paid})`,
    ),
  ).toBe(0);
  expect(one.priceKobo).toBeGreaterThan(0);
});

test(
  "[BUSINESS-6] killed again and again while it is written, an invoice is whole or not there, and no number is missing",
  async () => {
    // With many rounds, this test books more than the usual limit allows.
    const large = { limitKobo: 10_000_000_000 };
    const made = await Promise.all(
      Array.from({ length: 4 }, () => makeBusiness(services, superAdmin, large)),
    );
    let killed = 0;
    for (let round = 0; killed < times(10, 200) && round < 1000; round++) {
      const { id, owner } = made[round % made.length]!;
      await booked(owner);
      clock.pass(1000);
      const writing = invoice(id).catch(() => null);
      await new Promise((done) => setTimeout(done, Math.random() * 8));
      const cut = await db
        .execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and (query ilike '%invoice%' or query ilike '%business%') and state <> 'idle'`)
        .catch(() => null);
      killed += cut?.rows.length ?? 0;
      await writing;
      // Waits until the pool has dropped the terminated connections.
      if (cut && cut.rows.length > 0) await new Promise((done) => setTimeout(done, 60));
    }
    expect(killed).toBeGreaterThanOrEqual(times(10, 200));
    for (const { id } of made) await invoice(id);
    expect(await wrongBusinesses(db)).toEqual([]);
    const { rows } = await db.execute(sql`select from business_bookings bb where on_account
    and not exists (select from invoice_lines l where l.booking_id = bb.booking_id)
    and business_id in (${sql.join(
      made.map(({ id }) => sql`${id}`),
      sql`, `,
    )})`);
    expect(rows).toEqual([]);
  },
  times(120_000, 600_000),
);

test("[BUSINESS-10] the report adds up the business's own parcels, by month and by cost centre", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  await booked((await makeBusiness(services, superAdmin)).owner);
  const [one, two] = [await booked(owner, { costCentre: "" }), await booked(owner)];
  await db.execute(sql`update bookings set status = 'delivered', delivered_at = now() where id = ${two.id}`);
  const { months, centres } = await readBusinessReport(db, id);
  const sum = { parcels: 2, delivered: 1, failed: 0, kobo: one.priceKobo + two.priceKobo };
  expect(months).toEqual([{ name: lagosDay(services.now()).slice(0, 7), ...sum }]);
  expect(new Map(centres.map(({ name, parcels }) => [name, parcels]))).toEqual(
    new Map([
      ["Shop 3", 1],
      [null, 1],
    ]),
  );
  await db.execute(
    sql`update business_bookings set created_at = created_at - interval '40 days' where booking_id = ${one.id}`,
  );
  const later = await readBusinessReport(db, id);
  expect(later.months.map(({ parcels, delivered }) => [parcels, delivered])).toEqual([
    [1, 1],
    [1, 0],
  ]);
  const names = later.months.map(({ name }) => name ?? "");
  expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a)));
  expect(later.centres).toEqual(centres);
});

test("[BUSINESS-4] a price list of its own is loaded from a table, frozen onto bookings, and kept by corrections", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin, { discount: 10 });
  const before = await bookOnAccount(services, owner);
  const list = (await currentPrices(services))!.list;
  const halved = (text: string) => String(Number(text) / 2);
  const rows = pricesAsCsv(list, "rates").map((cells, row) =>
    cells.map((cell, at) => {
      if (row === 0 || cell === "") return cell;
      if (at === 4) return halved(cell);
      return at === 8 ? cell.replaceAll(/(?<=: )[\d.]+/g, halved) : cell;
    }),
  );
  const csv = csvLines(rows);
  const load = async (text: string, agreed?: number) => {
    const form = { id, csv: text, agreed: String(agreed ?? (await read(id)).agreement!.version) };
    return agreePriceList.receive(services, superAdmin, form, key());
  };
  expect(await load("zone,service\nZ,standard")).toMatchObject({
    ok: false,
    errors: { csv: expect.stringContaining("Z") },
  });
  expect(await load(csv)).toMatchObject({ ok: true });
  expect((await read(id)).agreement).toEqual({ version: 2, discountPerMille: 0, hasList: true });
  const listedOwn = await bookOnAccount(services, owner);
  const alone = await createBooking.receive(
    services,
    owner,
    { ...BODY, senderEmail: owner.person.email },
    key(),
  );
  const priceOf = async (booked: typeof listedOwn) => {
    if (!booked.ok) throw new Error(JSON.stringify(booked.errors));
    const [row] = await db
      .select({ id: bookings.id, kobo: bookingCharges.totalKobo, agreementId: businessBookings.agreementId })
      .from(bookingCharges)
      .innerJoin(bookings, eq(bookings.id, bookingCharges.bookingId))
      .leftJoin(businessBookings, eq(businessBookings.bookingId, bookings.id))
      .where(eq(bookings.trackingCode, booked.trackingCode))
      .orderBy(sql`${bookingCharges.id} desc`);
    return row!;
  };
  const [listed, own, older] = [await priceOf(alone), await priceOf(listedOwn), await priceOf(before)];
  expect(own.kobo).toBeLessThan(older.kobo);
  expect(older.kobo).toBeLessThan(listed.kobo);
  expect(own.agreementId).not.toBeNull();
  expect(own.agreementId).not.toBe(older.agreementId);
  // Each booking is priced again by the agreement that was valid when the booking was made.
  for (const [of, booked] of [
    [own, listedOwn],
    [older, before],
  ] as const)
    expect(await requoteOf(services, of.id), JSON.stringify(booked)).toBeNull();
  // The table changes the business's own list, and a later discount replaces that list.
  expect(await load(csv)).toMatchObject({ ok: true });
  const form = { id, discount: "5" };
  expect(await agreePrices.receive(services, superAdmin, form, key())).toMatchObject({ ok: true });
  expect((await read(id)).agreement).toEqual({ version: 4, discountPerMille: 50, hasList: false });
  expect(await load(csv).then(({ ok }) => ok)).toBe(true);
  const mine = await exportOwnPrices.receive(services, superAdmin, { id, file: "rates.csv" }, "");
  if (!mine.ok) throw new Error("not exported");
  expect((await mine.read()).rows).toEqual(rows);
  expect(await load(csv, 1)).toMatchObject({ ok: false, reason: "changed_meanwhile" });
  expect(await agreePriceList.receive(services, moderator, { id, csv, agreed: "5" }, key())).toMatchObject({
    ok: false,
    code: "forbidden",
  });
});

test("[BUSINESS-1] a business has a number of parcels a day by tables and keys, for all members together", async () => {
  const { id, owner } = await makeBusiness(services, superAdmin);
  const of = { userId: owner.person.id, businessId: id, isStaff: false };
  expect(await rowsLeft(db, of, services.now())).toEqual({ most: 2000, left: 2000 });
  const { version } = await read(id);
  const terms = {
    id,
    version: String(version),
    termsDays: "14",
    limit: "1000",
    graceDays: "7",
    rowsADay: "300",
  };
  expect(await setTerms.receive(services, superAdmin, terms, key())).toMatchObject({ ok: true });
  expect(await rowsLeft(db, of, services.now())).toEqual({ most: 300, left: 300 });
});
