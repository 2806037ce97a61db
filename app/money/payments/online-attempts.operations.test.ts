/**
 * Attempts to pay online: the provider's page that a payer gets, the times of the checks, and the refused requests, on
 * a real database.
 */
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { startTestPaystack } from "../../../test/fixtures/paystack.ts";
import { asGuest } from "../../access/actors.server.ts";
import { activityLogs, bookings, onlinePayments } from "../../platform/db/schema.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { settleDue } from "../online-payments/due-online.server.ts";
import { newestAttempt, payOnlineOf, startOnlinePayment } from "./online-payments.server.ts";
import { startDoorPayment } from "./pay-at-door.server.ts";
import { closePaymentProblem } from "./payment-problems.server.ts";
import { recordPayment } from "./payments.server.ts";
import { settleOnReturn } from "./settle-on-return.server.ts";
import { settleOnline } from "./settle-online.server.ts";

/** The rate limits are three times those of the product, because the tests of this file make many requests. */
const TIMES = 3;
const provider = await closedAfterAll(startTestPaystack());
const { opened, services, clock, db } = await fileServices({
  limitsFactor: TIMES,
  paystack: provider.access,
});
const moderator = await makeAdmin(opened, "moderator");
const KOBO = 500_000;
const MINUTE = 60_000;
const WAY = { returnTo: "http://localhost:3000/r/paid", cancelTo: "http://localhost:3000/r" };

let guests = 0;
const somebody = () => asGuest(`10.0.0.${++guests}`);
let booking: { id: string; code: string };
beforeEach(async () => {
  provider.behave("well");
  await db.update(onlinePayments).set({ nextCheckAt: null, returnsCheckAt: null });
  booking = await priced();
});
async function priced() {
  const { id, trackingCode: code } = await bookOne(opened);
  await setPrice(services, moderator, { code, price: KOBO, note: "", seen: 0 }, randomUUID());
  return { id, code };
}
const start = (code = booking.code, given = services) =>
  startOnlinePayment(given, somebody(), { code, ...WAY });
const attempts = (id = booking.id) =>
  db.select().from(onlinePayments).where(eq(onlinePayments.bookingId, id)).orderBy(onlinePayments.createdAt);
async function began() {
  expect(await start()).toMatchObject({ ok: true });
  return { attempt: (await attempts()).at(-1)!, transaction: provider.newest() };
}
const minutes = (more: number) => new Date(clock.now().getTime() + more * MINUTE);
const leave = (more: Partial<typeof onlinePayments.$inferInsert> = {}) =>
  db
    .insert(onlinePayments)
    .values({ bookingId: booking.id, reference: randomUUID(), kobo: KOBO, createdAt: clock.now(), ...more });

test("[ONLINE-1] a sender who has no email is not offered it, and is refused", async () => {
  await db.update(bookings).set({ senderEmail: "" }).where(eq(bookings.id, booking.id));
  expect(await payOnlineOf(services, booking.code)).toBeNull();
  expect(await start()).toMatchObject({ reason: "no_email" });
});

test("[ONLINE-1] a visitor's tries to pay are counted", async () => {
  const guest = somebody();
  const tries = (code: string) => startOnlinePayment(services, guest, { code, ...WAY });
  for (let n = 1; n < 10 * TIMES; n++) await tries("OD00000000NG");
  expect(await tries(booking.code)).toMatchObject({ ok: true });
  expect(await tries(booking.code)).toMatchObject({ code: "rate_limited" });
});

test("[ONLINE-1] of an earlier page the provider is asked first: paid, failed, and no answer", async () => {
  const { attempt, transaction } = await began();
  expect(attempt.nextCheckAt).toEqual(minutes(5));
  provider.behave(503);
  expect(await start()).toMatchObject({ reason: "provider_away" });
  expect((await attempts())[0]).toMatchObject({ state: "open", checkoutUrl: attempt.checkoutUrl });
  provider.behave("well");
  transaction.status = "failed";
  expect(await start()).toMatchObject({ reason: "not_gone_through" });
  const again = await began();
  again.transaction.status = "success";
  expect(await start()).toEqual({ ok: true, page: null });
  const asked = provider.calls.length;
  expect(await settleOnline(services, again.attempt.id)).toBe("paid");
  expect(provider.calls).toHaveLength(asked);
});

test("[ONLINE-1] while a page opens a second one is refused for 15 seconds; then the first is given up", async () => {
  const checks = { nextCheckAt: minutes(1) };
  await leave(checks);
  expect(await start()).toMatchObject({ reason: "page_opening" });
  clock.pass(15_000);
  expect(await start()).toMatchObject({ ok: true });
  const [old, page] = await attempts();
  expect(old).toMatchObject({ state: "not_paid", nextCheckAt: null, decidedAt: clock.now() });
  expect(page).toMatchObject({ state: "open" });
  booking = await priced();
  await leave({ createdAt: minutes(-31) });
  expect(await start()).toMatchObject({ ok: true });
  expect((await attempts())[0]).toMatchObject({ state: "not_paid" });
});

test("[ONLINE-1] a page that opens after its attempt was given up is not kept, and the attempt is checked from a minute on", async () => {
  const online = services.online!;
  const slow: typeof services = {
    ...services,
    online: {
      ...online,
      async start(order) {
        const [attempt] = await attempts();
        expect(attempt).toMatchObject({ checkoutUrl: null, nextCheckAt: minutes(1) });
        await db.update(onlinePayments).set({ state: "not_paid" }).where(eq(onlinePayments.id, attempt!.id));
        return online.start(order);
      },
    },
  };
  await start(booking.code, slow);
  expect((await attempts())[0]).toMatchObject({ state: "not_paid", checkoutUrl: null });
});

test("[ONLINE-1] [ONLINE-5] sender and receiver have attempts of their own for an equal amount", async () => {
  await db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, booking.id));
  await began();
  clock.pass(MINUTE);
  expect(await newestAttempt(db, booking.id, "door")).toBeNull();
  const door = await startDoorPayment(services, somebody(), { payCode: booking.code, ...WAY });
  expect(door).toMatchObject({ ok: true });
  expect((await attempts()).map(({ pays, kobo }) => [pays, kobo])).toEqual([
    ["price", KOBO],
    ["door", KOBO],
  ]);
  await leave({ createdAt: minutes(1), state: "not_paid", kobo: 100 });
  expect(await newestAttempt(db, booking.id)).toMatchObject({ kobo: 100 });
});

test("[ONLINE-2] an undecided attempt keeps its state, and is asked about again later", async () => {
  const { attempt, transaction } = await began();
  transaction.status = "failed";
  expect(await settleOnline(services, attempt.id)).toBe("not_paid");
  expect((await attempts())[0]).toMatchObject({ decidedAt: clock.now() });
  transaction.status = "ongoing";
  clock.pass(MINUTE);
  expect(await settleOnline(services, attempt.id)).toBe("not_paid");
  expect((await attempts())[0]).toMatchObject({ nextCheckAt: minutes(5) });
});

test("[ONLINE-2] [ONLINE-4] more attempts than are asked about at once are all asked about in one round", async () => {
  const many = Array.from({ length: 21 }, () => ({ createdAt: minutes(-2), nextCheckAt: minutes(-1) }));
  for (const one of many) await leave({ ...one, checkoutUrl: "https://pay.example" });
  await settleDue(services);
  expect(await attempts()).toMatchObject(many.map(() => ({ state: "not_paid", nextCheckAt: null })));
  await db.update(onlinePayments).set({ returnsCheckAt: minutes(-1) });
  const nothing = { refunds: [], dispute: null, undecided: false };
  const online = { ...services.online!, askReturns: () => Promise.resolve(nothing) };
  await settleDue({ ...services, online });
  expect(await attempts()).toMatchObject(many.map(() => ({ returnsCheckAt: null })));
});

test("[ONLINE-2] a return asks about the newest three attempts of the payer's own booking", async () => {
  const other = booking;
  await leave({ createdAt: minutes(-9) });
  booking = await priced();
  for (let age = 1; age <= 4; age++)
    await leave({ createdAt: minutes(-age - 1), checkoutUrl: "https://pay.example" });
  await settleOnReturn(services, somebody(), booking.code);
  expect((await attempts()).map(({ state }) => state)).toEqual(["open", "not_paid", "not_paid", "not_paid"]);
  expect(await attempts(other.id)).toMatchObject([{ state: "open" }]);
});

test("[ONLINE-2] a visitor's returns are counted, and a fault that is not the provider's is told", async () => {
  const { transaction } = await began();
  transaction.status = "success";
  const guest = somebody();
  for (let n = 0; n < 10 * TIMES; n++) await settleOnReturn(services, guest, "OD00000000NG");
  await settleOnReturn(services, guest, booking.code);
  expect((await attempts())[0]).toMatchObject({ state: "open" });
  const jobs = { ...services.jobs, addAll: () => Promise.reject(new Error("the connection ended")) };
  await expect(settleOnReturn({ ...services, jobs }, somebody(), booking.code)).rejects.toThrow(
    "the connection ended",
  );
});

test("[ONLINE-3] a problem is closed on its own booking, by name and with a row of the log", async () => {
  const { attempt, transaction } = await began();
  await recordPayment(services, moderator, { code: booking.code, method: "cash", amount: 100 }, randomUUID());
  transaction.status = "success";
  expect(await settleOnline(services, attempt.id)).toBe("problem");
  const close = (code: string) =>
    closePaymentProblem(
      services,
      moderator,
      { code, problemId: attempt.id, note: "Paid back" },
      randomUUID(),
    );
  expect(await close((await priced()).code)).toMatchObject({ reason: "problem_closed" });
  expect(await close(booking.code)).toEqual({ ok: true });
  expect((await attempts())[0]).toMatchObject({ closedByName: "moderator", closedAt: clock.now() });
  const closing = and(
    eq(activityLogs.action, "close_payment_problem"),
    eq(activityLogs.entityId, booking.id),
  );
  expect(await db.$count(activityLogs, closing)).toBe(1);
});
