/** Claims on a real database: freezing, deciding, paying from the cover, and the ledgers that these change. */
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin, storeDelivered } from "../../../test/fixtures/bookings.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { claimOf, makeClaimOf, notReceived } from "../../../test/fixtures/claims.ts";
import { counted, expectRecounted, recountMoney, storedMoney } from "../../../test/fixtures/money-recount.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { wrongBalances } from "../../../test/fixtures/recount.ts";
import { makeHubs } from "../../../test/fixtures/road.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { DELETED_SENDER, ERASED_RECEIVER } from "../../domain/erased.ts";
import { claimPaymentOf } from "../../money/payments/claim-payment.server.ts";
import { paymentsOf, reversePayment } from "../../money/payments/payments.server.ts";
import { readMethods } from "../../money/reports/reports.server.ts";
import {
  activityLogs,
  bookingEvents,
  bookings,
  claimEntries,
  claims,
  exceptions,
  payments,
} from "../../platform/db/schema.ts";
import { lagosDay } from "../../domain/dates.ts";
import { takeClaim, waitForCustomer } from "./change-claim.server.ts";
import { decideClaim, payClaim, takeBackPayment } from "./decide-claim.server.ts";
import { makeClaim } from "./new-claim.server.ts";
import { readClaim } from "./read-claim.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff(100_000);
await publishSamples(opened);
await makeHubs(opened, "IKJ");
const dispatcher = await makeAdmin(opened, "dispatcher");
const NAIRA = 100;
const key = () => randomUUID();

const delivered = async (more: Record<string, string> = {}) => {
  const { id } = await bookOne(opened, more);
  const [row] = await storeDelivered(opened, id);
  return row!;
};
const seen = async (id: string) => {
  const [row] = await db.select().from(claims).where(eq(claims.id, id));
  return { id, version: row!.version };
};
const decide = async (
  id: string,
  more: { version?: number; granted?: number; outcome?: "accepted" | "refused" } = {},
) =>
  decideClaim(
    services,
    moderator,
    {
      ...(await seen(id)),
      outcome: "accepted",
      decision: "We could not show who took it.",
      granted: 0,
      ...more,
    },
    key(),
  );

test("[CLAIM-3] 'I did not get this' makes a claim, an exception and an event, once, and within 48 hours of what we heard", async () => {
  const booked = await delivered();
  expect(await notReceived(opened, booked.trackingCode)).toEqual({ ok: true });
  const claim = await claimOf(opened, booked.id);
  expect(claim).toMatchObject({
    kind: "not_received",
    state: "open",
    words: "Nobody came",
    frozenFrom: null,
  });
  expect(claim.dueAt.getTime() - claim.openedAt.getTime()).toBe(30 * 24 * 3_600_000);
  const open = await db.select().from(exceptions).where(eq(exceptions.bookingId, booked.id));
  expect(open).toMatchObject([{ kind: "not_received", note: "Nobody came", closedAt: null }]);
  const told = await db
    .select()
    .from(bookingEvents)
    .where(and(eq(bookingEvents.bookingId, booked.id), eq(bookingEvents.kind, "not_received")));
  expect(told).toMatchObject([{ byName: "Receiver", note: null, toStatus: "delivered" }]);
  expect(await notReceived(opened, booked.trackingCode)).toMatchObject({
    code: "conflict",
    reason: "told_before",
  });

  const late = await delivered();
  opened.clock.pass(48 * 3_600_000 + 1000);
  expect(await notReceived(opened, late.trackingCode)).toMatchObject({ reason: "too_late" });
  // A phone without a network reported this delivery two days later.
  await db.insert(bookingEvents).values({
    actId: SOME_ACT,
    ...{ bookingId: late.id, kind: "delivered", toStatus: "delivered", byName: "Musa" },
    ...{ occurredAt: late.deliveredAt!, receivedAt: services.now() },
  });
  expect(await notReceived(opened, late.trackingCode)).toEqual({ ok: true });
  const waiting = await bookOne(opened);
  expect(await notReceived(opened, waiting.trackingCode)).toMatchObject({ reason: "not_delivered" });
});

test("[CLAIM-2] [CLAIM-4] of two who decide at once the second is told; the end closes exception and claim, and tells both sides", async () => {
  const booked = await delivered();
  await notReceived(opened, booked.trackingCode);
  const { id } = await claimOf(opened, booked.id);
  // The claim is read once for both calls, so that both send the same version. Otherwise the second call could read the
  // claim after the first decision.
  const open = await seen(id);
  const done = await Promise.all([decide(id, open), decide(id, { ...open, outcome: "refused" })]);
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "conflict", reason: "decided_meanwhile" });
  const claim = await claimOf(opened, booked.id);
  expect(claim).toMatchObject({ state: "closed", decidedByName: "moderator" });
  const [exception] = await db.select().from(exceptions).where(eq(exceptions.bookingId, booked.id));
  expect(exception).toMatchObject({ closeReason: "claim_decided", closedByName: "moderator" });
  expect(await decide(id)).toMatchObject({ code: "conflict", reason: "not_open" });
  const ended = and(eq(bookingEvents.bookingId, booked.id), eq(bookingEvents.kind, "claim_decided"));
  expect(await db.$count(bookingEvents, ended)).toBe(1);
  const entries = await db.select().from(claimEntries).where(eq(claimEntries.claimId, id));
  expect(entries.map(({ kind }) => kind)).toEqual(["opened", "decided"]);
});

test("[CLAIM-1] [CLAIM-2] of one kind one is open; taken, waiting and open again; words are in no log", async () => {
  const booked = await delivered();
  const form = { code: booked.trackingCode, claimKind: "damage", claimWords: "Screen broken" } as const;
  const made = await makeClaim(services, dispatcher, form, key());
  if (!made.ok) throw new Error("no claim");
  expect(await makeClaim(services, dispatcher, form, key())).toMatchObject({ reason: "open_already" });
  expect((await takeClaim(services, dispatcher, await seen(made.id), key())).ok).toBe(true);
  expect(await takeClaim(services, moderator, { id: made.id, version: 1 }, key())).toMatchObject({
    reason: "changed_meanwhile",
    errors: { form: expect.stringContaining("dispatcher has this one now") },
  });
  const asked = { ...(await seen(made.id)), asked: "A photo of it" };
  expect((await waitForCustomer(services, dispatcher, asked, key())).ok).toBe(true);
  expect((await claimOf(opened, booked.id)).state).toBe("waiting");
  const logs = await db.select().from(activityLogs).where(eq(activityLogs.entityId, made.id));
  expect(logs.map(({ action }) => action)).toEqual(["open_claim", "update_claim", "update_claim"]);
  expect(JSON.stringify(logs)).not.toMatch(/Screen|photo/);
  const line = (await readClaim(db, made.id))!.moments;
  expect(line.map(({ title }) => title)).toEqual([
    "Booked",
    "Claim opened",
    "Owner changed",
    "Waiting for the customer",
  ]);
});

/**
 * Checks that balances, reports and cash equal a recount, and that the transfers report has the payments for claims.
 */
async function expectMoneyAsRecounted(bookingId: string) {
  expect(await wrongBalances(db)).toEqual([]);
  await expectRecounted(db);
  const today = lagosDay(services.now());
  const transfers = (await readMethods(db, { from: today, to: today })).find(
    ({ method }) => method === "Bank transfer",
  );
  const sum = (await db.select().from(payments)).reduce(
    (kobo, one) => kobo + (one.claimId === null ? 0 : one.direction === "out" ? one.kobo : -one.kobo),
    0,
  );
  expect(transfers?.compensatedKobo).toBe(sum);
  // Payments for a claim belong to no lane, so they stay unchanged when the booking moves to another lane.
  await db.update(bookings).set({ receiverState: "Kano" }).where(eq(bookings.id, bookingId));
  expect(counted((await storedMoney(db)).days)).toEqual(counted((await recountMoney(db)).days));
  expect(await wrongCash(db)).toEqual([]);
}

test("[CLAIM-5] what is granted is paid from the cover, at most what is left of it, once; the booking's price stays paid as it was", async () => {
  const none = await delivered();
  const plain = await makeClaimOf(opened, none.id, "loss");
  expect(await decide(plain, { granted: 1 })).toMatchObject({ reason: "no_cover" });
  expect(await decide(plain, { outcome: "refused", granted: 1 })).toMatchObject({
    reason: "refused_pays_nothing",
  });

  const booked = await delivered({ declaredValue: "80000" });
  const id = await makeClaimOf(opened, booked.id, "loss");
  expect(await decide(id, { granted: 80_000 * NAIRA + 1 })).toMatchObject({
    reason: "above_cover",
    errors: { granted: "This is more than is left of the cover: ₦80,000." },
  });
  expect(await decide(id, { granted: 50_000 * NAIRA })).toMatchObject({ ok: true, toPay: true });
  const other = await makeClaimOf(opened, booked.id, "damage");
  expect(await decide(other, { granted: 30_001 * NAIRA })).toMatchObject({
    errors: { granted: "This is more than is left of the cover: ₦30,000." },
  });

  const pay = async (reference: string) =>
    payClaim(services, superAdmin, { ...(await seen(id)), reference }, key());
  expect((await claimOf(opened, none.id)).state).toBe("open");
  const at = await seen(id);
  const both = await Promise.all(
    ["FT1", "FT2"].map((reference) => payClaim(services, superAdmin, { ...at, reference }, key())),
  );
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await pay("FT3")).toMatchObject({ reason: "nothing_to_pay" });
  const paid = (await claimPaymentOf(db, id))!;
  expect(paid).toMatchObject({
    direction: "out",
    kobo: 50_000 * NAIRA,
    reverses: null,
    bookingId: booked.id,
  });
  expect(
    await reversePayment(
      services,
      superAdmin,
      { code: booked.trackingCode, paymentId: paid.id, reason: "x" },
      key(),
    ),
  ).toMatchObject({ reason: "for_claim" });

  const back = { ...(await seen(id)), reason: "The account is closed" };
  expect((await takeBackPayment(services, superAdmin, back, key())).ok).toBe(true);
  expect(await claimPaymentOf(db, id)).toBeNull();
  expect((await pay(paid.reference!)).ok).toBe(true);
  expect(await paymentsOf(db, booked.id)).toHaveLength(3);
  const taken = await makeClaimOf(opened, (await delivered({ declaredValue: "9000" })).id, "loss");
  await decide(taken, { granted: 100 });
  expect(await claimPaymentOf(db, taken)).toBeNull();
  expect(
    await payClaim(services, superAdmin, { ...(await seen(taken)), reference: "FT1" }, key()).then(
      ({ ok }) => ok,
    ),
  ).toBe(paid.reference !== "FT1");

  await expectMoneyAsRecounted(booked.id);
});

test("[CLAIM-6] erasing either side takes the words; the claim, its times and its money stay, and it can be decided", async () => {
  for (const erased of [DELETED_SENDER, ERASED_RECEIVER]) {
    const booked = await delivered({ declaredValue: "5000" });
    await notReceived(opened, booked.trackingCode, "It was left with Chidi");
    const { id } = await claimOf(opened, booked.id);
    await db.update(bookings).set(erased).where(eq(bookings.id, booked.id));
    expect(JSON.stringify(await readClaim(db, id))).not.toContain("Chidi");
    expect((await decide(id, { granted: 500 })).ok).toBe(true);
    expect(await claimOf(opened, booked.id)).toMatchObject({
      state: "to_pay",
      grantedKobo: 500,
      words: null,
    });
  }
});
