/** CLAIM-3 on a real database: money that a claim freezes is neither paid out nor payable, whoever holds the cash. */
import { randomUUID } from "node:crypto";
import { and, eq, isNull, type SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { claimOf, makeClaimOf, notReceived } from "../../../test/fixtures/claims.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { bookCollect, collectCash, makePayee, NAIRA, payOutTo } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { waitingForLocks } from "../../../test/fixtures/waiting.ts";
import type { Customer } from "../../access/actor.ts";
import { asSystem } from "../../access/actors.server.ts";
import { times } from "../../../test/fixtures/long.ts";
import { addCash } from "../../money/cash-ledger/cash-ledger.server.ts";
import { reverseCollection } from "../../money/settlements/collections.server.ts";
import { readOwnPayee } from "../../money/settlements/payees.server.ts";
import { readPaidParcels } from "../../money/settlements/payout-parcels.server.ts";
import { newestEntryId } from "../../money/settlements/newest-entry.server.ts";
import { reversePayout } from "../../money/settlements/payouts.server.ts";
import { collectMoney } from "../../money/settlements/collect-money.server.ts";
import { bookings, claims, payees, settlementEntries } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { decideClaim } from "./decide-claim.server.ts";
import { makeClaim } from "./new-claim.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff(100_000);
await publishSamples(opened);
const { IKJ } = await makeHubs(opened, "IKJ");
const holder = { kind: "rider" as const, id: (await makeRider(opened, IKJ.id)).id };
const NET = 9700 * NAIRA;

/** Collects ₦10,000 for a delivered parcel, of which ₦9,700 are owed to the payee. */
async function collected(customer: Customer) {
  const booked = await bookCollect(opened, customer, 10_000);
  const done = await collectCash(opened, moderator, booked.code, 10_000 * NAIRA);
  if (!done.ok) throw new Error(JSON.stringify(done));
  return booked;
}
const payeeOf = async (customer: Customer) => {
  const { id } = (await readOwnPayee(db, customer))!;
  const [row] = await db.select().from(payees).where(eq(payees.id, id));
  return row!;
};
async function pay(customer: Customer, amount: number) {
  const { id } = await payeeOf(customer);
  return payOutTo(opened, superAdmin, { id, amount });
}
async function decide(bookingId: string) {
  const { id, version } = await claimOf(opened, bookingId);
  const input = { id, version, outcome: "refused", decision: "The photo shows it", granted: 0 } as const;
  return decideClaim(services, moderator, input, randomUUID());
}

test("[CLAIM-3] [CLAIM-4] [SETTLE-3] the collection is not payable until somebody decides; what else is owed is, and names its own parcels", async () => {
  const customer = await makePayee(opened);
  const [first, second] = [await collected(customer), await collected(customer)];
  await notReceived(opened, first.code);
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: 2 * NET, heldKobo: NET });
  expect((await pay(customer, NET + 1)).ok).toBe(false);
  expect((await pay(customer, NET)).ok).toBe(true);
  const { id } = await payeeOf(customer);
  const entries = await db.select().from(settlementEntries).where(eq(settlementEntries.payeeId, id));
  const paid = await readPaidParcels(db, id, entries);
  // The money of the first parcel is older, but it is frozen, so the payout pays the second parcel.
  expect(Object.values(paid).flat()).toMatchObject([{ code: second.code, paidKobo: NET }]);
  expect((await pay(customer, 1)).ok).toBe(false);
  expect((await decide(first.id)).ok).toBe(true);
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: NET, heldKobo: 0 });
  expect((await pay(customer, NET)).ok).toBe(true);
  expect(await wrongCash(db)).toEqual([]);
});

test("[CLAIM-3] what was paid out before is not held back from other parcels; a reversed collection is let go with its parcel", async () => {
  const customer = await makePayee(opened);
  const first = await collected(customer);
  expect((await pay(customer, NET)).ok).toBe(true);
  await notReceived(opened, first.code);
  expect(await claimOf(opened, first.id)).toMatchObject({ paidOutKobo: NET });
  await collected(customer);
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: NET, heldKobo: 0 });
  const third = await collected(customer);
  await notReceived(opened, third.code);
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: 2 * NET, heldKobo: NET });
  const rows = await db.select().from(settlementEntries).where(eq(settlementEntries.bookingId, third.id));
  const reversal = { code: third.code, entryId: rows[0]!.id, reversalReason: "Nobody paid" };
  expect((await reverseCollection(services, superAdmin, reversal, randomUUID())).ok).toBe(true);
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: NET, heldKobo: 0 });
  expect(await wrongCash(db)).toEqual([]);
  for (const one of [first, third]) expect((await decide(one.id)).ok).toBe(true);
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: NET, heldKobo: 0 });
  expect(await wrongCash(db)).toEqual([]);
});

test("[CLAIM-3] a payout that the bank returns while its claim is open stays frozen until somebody decides", async () => {
  const customer = await makePayee(opened);
  const [first, second] = [await collected(customer), await collected(customer)];
  expect((await pay(customer, 2 * NET)).ok).toBe(true);
  await notReceived(opened, first.code);
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: 0, heldKobo: 0 });
  const { id } = await payeeOf(customer);
  const back = { id, entryId: await newestEntryId(db, id), reversalReason: "Account closed" };
  expect((await reversePayout(services, superAdmin, back, randomUUID())).ok).toBe(true);
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: 2 * NET, heldKobo: NET });
  expect(await claimOf(opened, first.id)).toMatchObject({ paidOutKobo: 0 });
  expect(await wrongCash(db)).toEqual([]);
  expect((await pay(customer, NET + 1)).ok).toBe(false);
  expect((await pay(customer, NET)).ok).toBe(true);
  const entries = await db.select().from(settlementEntries).where(eq(settlementEntries.payeeId, id));
  const paid = await readPaidParcels(db, id, entries);
  expect(paid[await newestEntryId(db, id)]).toMatchObject([{ code: second.code, paidKobo: NET }]);
  expect((await decide(first.id)).ok).toBe(true);
  expect((await pay(customer, NET)).ok).toBe(true);
  expect(await wrongCash(db)).toEqual([]);
});

test("[CLAIM-3] reversing a payout locks its frozen claims before the payee, as the decision of a claim does", async () => {
  const customer = await makePayee(opened);
  const { id: bookingId, code } = await collected(customer);
  expect((await pay(customer, NET)).ok).toBe(true);
  await notReceived(opened, code);
  const { id } = await payeeOf(customer);
  const back = { id, entryId: await newestEntryId(db, id), reversalReason: "Account closed" };
  let reversed: ReturnType<typeof reversePayout> | undefined;
  await transact(db, async (tx) => {
    await tx.select().from(claims).where(eq(claims.bookingId, bookingId)).for("update");
    reversed = reversePayout(services, superAdmin, back, randomUUID());
    await expect.poll(() => waitingForLocks(db), { timeout: 10_000 }).toBe(1);
    // This transaction locks the claim and then the payee, as a decision does. The reversal now waits for the claim and
    // must not have locked the payee already, because then the two transactions would deadlock.
    await tx.select().from(payees).where(eq(payees.id, id)).for("update", { noWait: true });
  });
  expect((await reversed)?.ok).toBe(true);
});

test("[CLAIM-3] deciding and making a claim lock the booking, then the claim, then the payee", async () => {
  const customer = await makePayee(opened);
  const { id, code } = await collected(customer);
  await notReceived(opened, code);
  const { id: payeeId } = await payeeOf(customer);
  const nobodyElse = { code: "55P03" };
  const isLocked = (table: typeof bookings | typeof claims, where: SQL) =>
    expect(db.select().from(table).where(where).for("update", { noWait: true })).rejects.toMatchObject({
      cause: nobodyElse,
    });
  const form = { code, claimKind: "not_received", claimWords: null } as const;
  for (const work of [() => decide(id), () => makeClaim(services, moderator, form, randomUUID())]) {
    let done: Promise<{ ok: boolean }> | undefined;
    await transact(db, async (tx) => {
      await tx.select().from(payees).where(eq(payees.id, payeeId)).for("update");
      const open = and(eq(claims.bookingId, id), isNull(claims.decidedAt))!;
      const wasOpen = await db.$count(claims, open);
      done = work();
      await expect.poll(() => waitingForLocks(db), { timeout: 10_000 }).toBe(1);
      await isLocked(bookings, eq(bookings.id, id));
      if (wasOpen > 0) await isLocked(claims, open);
    });
    expect((await done)?.ok).toBe(true);
  }
});

test("[CLAIM-3] a payout that comes back changes no claim that is decided, or about something else", async () => {
  const customer = await makePayee(opened);
  const first = await collected(customer);
  expect((await pay(customer, NET)).ok).toBe(true);
  const other = await makeClaimOf(opened, first.id, "damage");
  const second = await collected(customer);
  expect((await pay(customer, NET)).ok).toBe(true);
  await notReceived(opened, second.code);
  expect((await decide(second.id)).ok).toBe(true);
  const { id } = await payeeOf(customer);
  const back = { id, entryId: await newestEntryId(db, id), reversalReason: "Account closed" };
  expect((await reversePayout(services, superAdmin, back, randomUUID())).ok).toBe(true);
  expect(await claimOf(opened, second.id)).toMatchObject({ paidOutKobo: NET });
  expect(await claimOf(opened, first.id)).toMatchObject({ id: other, paidOutKobo: 0, frozenFrom: null });
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: NET, heldKobo: 0 });
});

test("[CLAIM-3] [CASH-3] what a rider holds stays held when it is paid in, while it is frozen", async () => {
  const customer = await makePayee(opened);
  const booked = await bookCollect(opened, customer, 10_000);
  const at = () => services.now();
  const actor = asSystem("Rider's phone");
  await transact(db, (tx) =>
    collectMoney(acting({ services, tx, actor, at: at() }), {
      ...{ holder, bookingId: booked.id, amountKobo: 10_000 * NAIRA },
      ...{ occurredAt: at(), method: "cash", runId: null },
    }),
  );
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: NET, heldKobo: NET });
  await notReceived(opened, booked.code);
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: NET, heldKobo: NET });
  const kobo = 10_000 * NAIRA;
  const paidIn = { kind: "paid_in" as const, occurredAt: at() };
  await transact(db, (tx) =>
    addCash(acting({ tx, actor, at: at() }), [
      { ...paidIn, holder, kobo: -kobo },
      { ...paidIn, holder: { kind: "hub", id: IKJ.id }, kobo },
    ]),
  );
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: NET, heldKobo: NET });
  expect(await wrongCash(db)).toEqual([]);
  expect((await decide(booked.id)).ok).toBe(true);
  expect(await payeeOf(customer)).toMatchObject({ owedKobo: NET, heldKobo: 0 });
  expect(await wrongCash(db)).toEqual([]);
});

test("[CLAIM-3] of a payout and 'I did not get this' at once one comes first: the money is paid out, or frozen, never both", async () => {
  const ends = new Set<string>();
  for (let n = 0; n < times(12, 200); n++) {
    const customer = await makePayee(opened);
    const booked = await collected(customer);
    const order = [() => pay(customer, NET), () => notReceived(opened, booked.code)];
    const [first, second] = n % 2 === 0 ? order : order.toReversed();
    await Promise.all([first!(), second!()]);
    const { owedKobo, heldKobo } = await payeeOf(customer);
    const { paidOutKobo, frozenFrom } = await claimOf(opened, booked.id);
    expect(frozenFrom).not.toBeNull();
    expect([owedKobo, heldKobo, paidOutKobo]).toEqual(owedKobo === 0 ? [0, 0, NET] : [NET, NET, 0]);
    ends.add(owedKobo === 0 ? "paid" : "frozen");
  }
  expect(await wrongCash(db)).toEqual([]);
  expect(ends.size).toBeGreaterThan(0);
});
