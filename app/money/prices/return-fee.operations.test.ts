/** The charge of a return and its waiver, on a real database. */
import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT, acting } from "../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { openOne } from "../../../test/fixtures/exceptions.ts";
import { expectRecounted } from "../../../test/fixtures/money-recount.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { wrongBalances } from "../../../test/fixtures/recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { addDays, lagosDay } from "../../domain/dates.ts";
import { returnToSender } from "../../care/exceptions/sender-said.server.ts";
import { changeStatus } from "../../parcels/bookings/change-status.server.ts";
import { statusForm } from "../../parcels/bookings/status-forms.ts";
import {
  activityLogs,
  bookingBalances,
  bookingEvents,
  bookings,
  pieces,
  priceLists,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordPayment } from "../payments/payments.server.ts";
import { listRefunds } from "../payments/refunds.server.ts";
import { accountOf } from "./booking-account.server.ts";
import { chargesOf } from "./charges.server.ts";
import { requoteOf } from "./requote.server.ts";
import { chargeReturn, isReturnOurFault, returnOfNew, returnPriceOf } from "./return-fee.server.ts";
import { waiveReturn } from "../payments/return-charge.server.ts";
import { setPrice } from "./set-price.server.ts";

const { opened, services, clock, db } = await fileServices();
await publishSamples(opened, { returnPerMille: 500 });
const moderator = await makeAdmin(opened, "moderator");
const key = () => crypto.randomUUID();

const PRICE = 645_000;
const FEE = 325_000;
type Booked = Awaited<ReturnType<typeof bookOne>>;
const chargeOf = async ({ id }: Booked) => (await chargesOf(db, id))[0]!;
const charge = ({ trackingCode }: Booked, terms: Parameters<typeof chargeReturn>[2] = { ourFault: false }) =>
  transact(db, async (tx) => {
    const account = await accountOf(tx, trackingCode);
    return chargeReturn(acting({ services, tx, actor: moderator, at: clock.now() }), account!, terms);
  });
const waive = ({ trackingCode: code }: Booked, note = "It was our van") =>
  waiveReturn.receive(services, moderator, { code, note }, key());
const balanceOf = async ({ id }: Booked) =>
  (await db.select().from(bookingBalances).where(eq(bookingBalances.bookingId, id)))[0]!;

test("[PRICE-13] a return is a charge of its own, once, by the list of the booking, and told to its sender", async () => {
  const booking = await bookOne(opened);
  expect(await returnPriceOf(services, booking)).toBe(FEE);
  expect(await returnOfNew(services, booking)).toBe("If nobody takes it, the return costs ₦3,250");
  const before = await chargeOf(booking);
  expect(await charge(booking)).toBe(FEE);
  expect(await charge(booking)).toBe(0);
  const after = await chargeOf(booking);
  expect(after).toMatchObject({
    kind: "return",
    priceListVersion: 1,
    totalKobo: PRICE + FEE,
    acceptedAt: clock.now(),
  });
  expect(after.lines.map(({ kind }) => kind)).toEqual([
    ...before.lines.map(({ kind }) => kind).slice(0, -1),
    "return",
    "vat",
  ]);
  expect(await balanceOf(booking)).toMatchObject({ priceKobo: PRICE + FEE, paidKobo: 0 });
  // The return is already charged, so the price of a return is now 0. A corrected weight gives the booking no new
  // quote.
  expect(await returnPriceOf(services, booking)).toBe(0);
  expect(await requoteOf(services, booking.id)).toBeNull();
  const mail = async () =>
    (await opened.mails(0)).find(
      ({ subject }) => subject === `Your parcel comes back: ₦3,250: ${booking.trackingCode}`,
    );
  await expect.poll(mail, { timeout: 10_000 }).toBeDefined();
  const [event] = await db
    .select()
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, booking.id))
    .orderBy(bookingEvents.id)
    .offset(1);
  expect(event).toMatchObject({ kind: "price_set", changes: { Price: ["₦6,450", "₦9,700"] } });
});

test("[PRICE-13] nothing is charged where it was our fault, where it was waived before, and before there is a price", async () => {
  const booking = await bookOne(opened);
  expect(await charge(booking, { ourFault: true })).toBe(0);
  expect(await charge(booking, { ourFault: false, waivedBy: "Moderator" })).toBe(0);
  const unpriced = await bookOne(opened, { packageWeight: "9999" });
  expect(await charge(unpriced)).toBe(0);
  expect((await chargesOf(db, booking.id)).length).toBe(1);
});

test("[PRICE-13] a price that staff set has the return of the list of the booking's day", async () => {
  const booking = await bookOne(opened, { packageWeight: "9999" });
  await setPrice.receive(
    services,
    moderator,
    { code: booking.trackingCode, price: "10,000", note: "", seen: "0" },
    key(),
  );
  expect(await charge(booking)).toBe(500_000);
  expect(await chargeOf(booking)).toMatchObject({ priceListVersion: null, totalKobo: 1_500_000 });
});

test("[PRICE-13] a moderator waives it with a reason: the price is what it was, and what was paid beyond is paid back", async () => {
  const booking = await bookOne(opened);
  expect(await waive(booking)).toMatchObject({ reason: "no_return" });
  await charge(booking);
  await recordPayment.receive(
    services,
    moderator,
    { code: booking.trackingCode, method: "cash", amount: "9,700", reference: "", note: "" },
    key(),
  );
  expect(await waive(booking, "")).toMatchObject({
    code: "invalid",
    errors: { note: "Say why the return costs nothing" },
  });
  expect(await waive(booking)).toEqual({ ok: true });
  expect(await chargeOf(booking)).toMatchObject({
    kind: "quoted",
    priceListVersion: 1,
    totalKobo: PRICE,
    note: "It was our van",
  });
  const paid = { code: (await bookOne(opened)).trackingCode, method: "cash", amount: "6,450", reference: "" };
  expect(await recordPayment.receive(services, moderator, { ...paid, note: "" }, key())).toEqual({
    ok: true,
  });
  expect((await listRefunds(db)).map(({ code }) => code)).toEqual([booking.trackingCode]);
  expect(await waive(booking)).toMatchObject({ reason: "no_return" });
  // If the booking's next piece is returned, too, there is no second charge.
  expect(await charge(booking)).toBe(0);
  const support = await makeAdmin(opened, "support");
  expect(
    await waiveReturn.receive(services, support, { code: booking.trackingCode, note: "x" }, key()),
  ).toMatchObject({ code: "forbidden" });
});

test("[PRICE-13] a return that the desk starts is charged, and is not where the last attempt failed by us", async () => {
  const started = async (reason: string) => {
    const booking = await bookOne(opened);
    const [piece] = await db.select().from(pieces).where(eq(pieces.bookingId, booking.id));
    const status = statusForm.parse({ id: booking.id, version: "1", status: "failed", reason });
    await changeStatus(services, moderator, status, key());
    const { id } = await openOne(opened, {
      kind: "refused",
      bookingId: booking.id,
      pieceId: piece!.id,
    });
    expect(await returnToSender(services, moderator, { id, version: 1, note: "" }, key())).toMatchObject({
      ok: true,
    });
    return (await chargeOf(booking)).totalKobo;
  };
  expect(await started("refused")).toBe(PRICE + FEE);
  expect(await started("vehicle_broke_down")).toBe(PRICE);
});

test("[PRICE-13] balances and the running totals of money equal a recount of the ledgers", async () => {
  expect(await wrongBalances(db)).toEqual([]);
  await expectRecounted(db);
});

test("[PRICE-13] whose fault it was says the last failed attempt of this booking, whatever was reported later", async () => {
  const [booking, other] = [await bookOne(opened), await bookOne(opened)];
  const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
  const event = (bookingId: string, hours: number, reason: "refused" | "damaged" | null) =>
    db.insert(bookingEvents).values({
      actId: SOME_ACT,
      ...{ bookingId, kind: reason ? "status_set" : "noted", reason, toStatus: "failed", byName: "Uche" },
      ...{ occurredAt: at(hours), receivedAt: at(9) },
    });
  const isOurs = () => transact(db, (tx) => isReturnOurFault(tx, booking.id));
  await event(booking.id, 2, "damaged");
  await event(booking.id, 1, "refused");
  await event(booking.id, 3, null);
  await event(other.id, 4, "refused");
  expect(await isOurs()).toBe(true);
  await event(booking.id, 5, "refused");
  expect(await isOurs()).toBe(false);
});

test("[PRICE-13] a list without a price for returns charges nothing", async () => {
  const booking = await bookOne(opened);
  const [row] = await db.select().from(priceLists);
  const { returnPerMille: _, ...document } = row!.document as Record<string, unknown>;
  await db.insert(priceLists).values({
    ...{ version: 2, validFrom: row!.validFrom, document },
    ...{ publishedAt: clock.now(), publishedByName: "Uche" },
  });
  await expect.poll(async () => (await chargeOf(await bookOne(opened))).priceListVersion).toBe(2);
  const newer = await bookOne(opened);
  expect(await charge(newer)).toBe(0);
  expect(await chargesOf(db, newer.id)).toHaveLength(1);
  // A booking that was made before the new list keeps the terms of its day of booking.
  expect(await charge(booking)).toBe(FEE);
  expect(await db.$count(bookings)).toBeGreaterThan(0);
});

test("[PRICE-13] staff's price has the return of the newest published list that was valid on the day of booking", async () => {
  const booking = await bookOne(opened, { packageWeight: "9999" });
  const set = { code: booking.trackingCode, price: "10,000", note: "", seen: "0" };
  await setPrice.receive(services, moderator, set, key());
  const [row] = await db.select().from(priceLists).where(eq(priceLists.version, 1));
  const document = { ...(row!.document as object), returnPerMille: 100 };
  const published = { publishedAt: clock.now(), publishedByName: "Uche" };
  const tomorrow = lagosDay(addDays(clock.now(), 1));
  await db.insert(priceLists).values([
    { ...published, version: 3, validFrom: row!.validFrom, document: { ...document, returnPerMille: 400 } },
    { ...published, version: 4, validFrom: tomorrow, document },
    { document, basedOn: 1 },
  ]);
  opened.clock.pass(2 * 24 * 3_600_000);
  expect(await charge(booking)).toBe(400_000);
  const logged = and(
    eq(activityLogs.action, "set_price"),
    like(activityLogs.description, "%return to sender ₦4,000"),
  );
  expect(await db.$count(activityLogs, logged)).toBeGreaterThan(0);
});
