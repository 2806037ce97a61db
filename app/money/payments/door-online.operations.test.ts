/**
 * Receivers pay online the amount that is due at their door, on a real database, against a fake server that follows the
 * provider's documentation.
 */
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { startTestPaystack } from "../../../test/fixtures/paystack.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { HOUR, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { runNow } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makePayee } from "../../../test/fixtures/settlements.ts";
import { asGuest } from "../../access/actors.server.ts";
import { LOST_STATUS, MOVING_STATUS } from "../../domain/delivery-status.ts";
import {
  bookingEvents,
  bookings,
  cashOnDelivery,
  exceptions,
  onlinePayments,
  payees,
  pieces,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { proofRulesOf } from "../../parcels/proof/proof-rules.server.ts";
import { NO_PROOF_GIVEN } from "../../road/deeds/no-proof.ts";
import { readStops } from "../../road/deeds/read-stops.server.ts";
import { cashOf } from "../cash-ledger/cash-account.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { readCollection } from "../settlements/collections.server.ts";
import { readOwnPayee } from "../settlements/payees.server.ts";
import { listToPayBack } from "./list-to-pay-back.server.ts";
import { doorOf } from "./door.server.ts";
import { settleDue } from "../online-payments/due-online.server.ts";
import { startOnlinePayment } from "./online-payments.server.ts";
import { payAtDoorOf, startDoorPayment } from "./pay-at-door.server.ts";
import { closePaymentProblem, listPaymentProblems } from "./payment-problems.server.ts";
import { paymentsOf } from "./payments.server.ts";
import { notePaid } from "./settle-online.server.ts";
import { noteReturns } from "./settle-returns.server.ts";

const provider = await closedAfterAll(startTestPaystack());
const { opened, services, clock, db } = await fileServices({ limitsFactor: 1000, paystack: provider.access });
const { desk, musa, outWith } = await makeRunDesk(opened);
const guest = asGuest("127.0.0.1");
const PRICE = 500_000;
const GOODS = 2_500_000;
const SUM = PRICE + GOODS;
const WAY = { returnTo: "http://localhost:3000/r/x/paid", cancelTo: "http://localhost:3000/r/x" };

beforeEach(() => db.update(onlinePayments).set({ nextCheckAt: null }));

/** A rider is out with a parcel. At the receiver's door ₦5,000 for the delivery and ₦25,000 for the goods are due. */
async function outWithDoor() {
  const payee = await makePayee(opened);
  const payeeId = (await readOwnPayee(db, payee))!.id;
  const { run, all, ids } = await outWith(1);
  const { id, trackingCode: code } = all[0]!.booking;
  await db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, id));
  await setPrice(services, desk, { code, price: PRICE, note: "", seen: 0 }, randomUUID());
  await db.insert(cashOnDelivery).values({
    ...{ bookingId: id, payeeId, amountKobo: GOODS, createdAt: clock.now() },
    ...{ codFeePerMille: 20, codFeeMinimumKobo: 0 },
  });
  clock.pass(HOUR);
  const owed = async () => {
    const [row] = await db.select().from(payees).where(eq(payees.id, payeeId));
    return [row!.owedKobo, row!.heldKobo];
  };
  return { run, ids, id, code, owed };
}
const start = (code: string) => startDoorPayment(services, guest, { payCode: code, ...WAY });
async function began(code: string) {
  expect(await start(code)).toMatchObject({ ok: true, page: expect.stringContaining("/checkout/") });
  return provider.newest();
}
async function confirmed(transaction: Awaited<ReturnType<typeof began>>) {
  transaction.status = "success";
  await notePaid(services, transaction.reference);
  await settleDue(services);
}
async function paysNow(code: string) {
  const transaction = await began(code);
  await confirmed(transaction);
  return transaction;
}
const parcelNow = async (run: string) =>
  (await readStops(services, await runNow(opened, run))).stops[0]!.parcels[0]!;
const doorNow = async (id: string) => (await doorOf(db, { id }))!.door.totalKobo;
const problemOf = async (code: string) =>
  (await listPaymentProblems(db)).find((one) => one.code === code)?.problem ?? null;
const FEE = GOODS * 0.02;

test("[ONLINE-5] what was paid online pays the delivery, then the goods; it is owed at once, and payable once delivered", async () => {
  const { run, ids, id, code, owed } = await outWithDoor();
  expect((await payAtDoorOf(services, id))?.pay).toMatchObject({ leftKobo: SUM, provider: "Paystack" });
  const transaction = await paysNow(code);
  // The provider requires an email address for its receipt. Few receivers have one, so the receipt goes to the company.
  expect(transaction).toMatchObject({ amount: SUM, email: (await services.company()).emails[0] });
  await notePaid(services, transaction.reference);
  await settleDue(services);
  expect(await doorNow(id)).toBe(0);
  expect((await paymentsOf(db, id)).map(({ method, kobo }) => [method, kobo])).toEqual([["online", PRICE]]);
  const entries = (await readCollection(db, id))!.entries;
  expect(entries.map(({ method, grossKobo, cashEntryId }) => [method, grossKobo, cashEntryId])).toEqual([
    ["online", GOODS, null],
  ]);
  expect(await owed()).toEqual([GOODS - FEE, GOODS - FEE]);
  expect(await wrongCash(db)).toEqual([]);
  expect(await start(code)).toMatchObject({ ok: false, code: "conflict" });
  const phone = await Phone.of(opened, musa.id);
  phone.delivers(run, ids, { proof: { ...NO_PROOF_GIVEN, noPin: true, name: "Ada" } });
  expect((await phone.answers())[0]).not.toContain("amount_differs");
  expect(await owed()).toEqual([GOODS - FEE, 0]);
  expect((await cashOf(db, { kind: "rider", id: musa.id })).balanceKobo).toBe(0);
  expect(await wrongCash(db)).toEqual([]);
});

test("[ONLINE-7] the rider's phone is told by the version of its run, asks for nothing, and still asks for the PIN", async () => {
  const { run, id, code } = await outWithDoor();
  const before = (await runNow(opened, run.id)).version;
  expect(await parcelNow(run.id)).toMatchObject({ deliveryKobo: PRICE, codKobo: GOODS, paidOnlineKobo: 0 });
  await paysNow(code);
  expect((await runNow(opened, run.id)).version).toBeGreaterThan(before);
  expect(await parcelNow(run.id)).toMatchObject({ deliveryKobo: 0, codKobo: 0, paidOnlineKobo: SUM });
  const rules = await proofRulesOf(db, await services.company(), [id]);
  expect(rules.get(id)).toMatchObject({ needs: "pin" });
});

test("[ONLINE-7] the rider's phone is told, too, that the sender paid online, and that the provider paid back", async () => {
  const { run, code } = await outWithDoor();
  const versionNow = async () => (await runNow(opened, run.id)).version;
  const first = await versionNow();
  expect(await startOnlinePayment(services, guest, { code, ...WAY })).toMatchObject({ ok: true });
  await confirmed(provider.newest());
  expect(await versionNow()).toBeGreaterThan(first);
  expect(await parcelNow(run.id)).toMatchObject({ deliveryKobo: 0, codKobo: GOODS, paidOnlineKobo: 0 });
  const { reference } = await paysNow(code);
  const third = await versionNow();
  expect(await parcelNow(run.id)).toMatchObject({ codKobo: 0, paidOnlineKobo: GOODS });
  provider.refund(reference, GOODS);
  for (let times = 0; times < 2; times++) {
    await noteReturns(services, reference);
    await settleDue(services);
  }
  expect(await versionNow()).toBe(third + 1);
  expect(await parcelNow(run.id)).toMatchObject({ codKobo: GOODS, paidOnlineKobo: 0 });
});

test("[ONLINE-5] [CASH-2] a rider who heard nothing of it and takes cash has it in the account, and the desk is asked", async () => {
  const { run, ids, id, code } = await outWithDoor();
  await paysNow(code);
  const phone = await Phone.of(opened, musa.id);
  const took = { booking: id, shown: { deliveryKobo: PRICE, codKobo: GOODS }, takenKobo: SUM };
  phone.delivers(run, ids, { took: [{ ...took, method: "cash", agreedBy: null }] });
  await phone.answers();
  expect((await cashOf(db, { kind: "rider", id: musa.id })).balanceKobo).toBe(SUM);
  const asked = and(eq(exceptions.bookingId, id), eq(exceptions.kind, "cash_difference"));
  expect(await db.$count(exceptions, asked)).toBe(1);
  expect(await wrongCash(db)).toEqual([]);
});

test("[ONLINE-5] [ONLINE-3] paid after cash was taken, twice, another amount, another currency: for staff, and nothing is recorded", async () => {
  const cash = await outWithDoor();
  const late = await began(cash.code);
  const phone = await Phone.of(opened, musa.id);
  const took = { booking: cash.id, shown: { deliveryKobo: PRICE, codKobo: GOODS }, takenKobo: SUM };
  phone.delivers(cash.run, cash.ids, { took: [{ ...took, method: "cash", agreedBy: null }] });
  await phone.answers();
  const twice = await outWithDoor();
  const first = await began(twice.code);
  clock.pass(HOUR);
  const second = await began(twice.code);
  const part = await outWithDoor();
  const short = await began(part.code);
  short.amount = 100_000;
  const abroad = await outWithDoor();
  const dollars = await began(abroad.code);
  dollars.currency = "USD";
  for (const one of [late, first, second, short, dollars]) await confirmed(one);
  expect(await problemOf(cash.code)).toBe("not_owed");
  expect(await problemOf(twice.code)).toBe("not_owed");
  expect(await problemOf(part.code)).toBe("wrong_amount");
  expect(await problemOf(abroad.code)).toBe("wrong_currency");
  expect(await doorNow(twice.id)).toBe(0);
  expect(await doorNow(part.id)).toBe(SUM);
  expect((await payAtDoorOf(services, part.id))?.pay).toBeNull();
  expect(await wrongCash(db)).toEqual([]);
});

test("[ONLINE-5] [ONLINE-6] what was paid of a parcel that goes back is listed, and what the provider pays back is taken out whole", async () => {
  const { id, code, owed } = await outWithDoor();
  const { reference } = await paysNow(code);
  expect(await problemOf(code)).toBeNull();
  await db.update(pieces).set({ returning: true }).where(eq(pieces.bookingId, id));
  await transact(db, (tx) => listToPayBack(tx, id, "goes_back"));
  expect(await problemOf(code)).toBe("goes_back");
  expect(await owed()).toEqual([GOODS - FEE, GOODS - FEE]);
  provider.refund(reference, SUM);
  await noteReturns(services, reference);
  await settleDue(services);
  expect(await owed()).toEqual([0, 0]);
  const payments = (await paymentsOf(db, id)).map(({ direction, kobo }) => `${direction} ${kobo}`);
  expect(payments.toSorted((a, b) => a.localeCompare(b))).toEqual([`in ${PRICE}`, `out ${PRICE}`]);
  expect(await problemOf(code)).toBeNull();
  expect(await wrongCash(db)).toEqual([]);
  // A receiver's payment for a parcel that goes back is not recorded as a payment. It is a problem for staff.
  const other = await outWithDoor();
  const transaction = await began(other.code);
  await db.update(pieces).set({ returning: true }).where(eq(pieces.bookingId, other.id));
  await confirmed(transaction);
  expect(await problemOf(other.code)).toBe("not_owed");
  expect(await start(other.code)).toMatchObject({ ok: false });
});

test("[ONLINE-6] what is paid for a lost parcel is for staff; what they wrote about paying back is kept", async () => {
  const { id, code } = await outWithDoor();
  const late = await began(code);
  await db.insert(bookingEvents).values({
    actId: SOME_ACT,
    ...{
      bookingId: id,
      kind: "status_set",
      fromStatus: MOVING_STATUS,
      toStatus: LOST_STATUS,
      reason: "lost",
    },
    ...{ occurredAt: clock.now(), receivedAt: clock.now(), byName: "Desk" },
  });
  await db.update(bookings).set({ status: LOST_STATUS }).where(eq(bookings.id, id));
  expect(await payAtDoorOf(services, id)).toMatchObject({ pay: null });
  await confirmed(late);
  expect(await problemOf(code)).toBe("not_owed");
  const back = await outWithDoor();
  const { reference } = await paysNow(back.code);
  await transact(db, (tx) => listToPayBack(tx, back.id, "over"));
  const { id: problemId } = (await listPaymentProblems(db)).find((one) => one.code === back.code)!;
  const closing = { code: back.code, problemId, note: "Told Paystack to pay it back" };
  expect(await closePaymentProblem(services, desk, closing, randomUUID())).toMatchObject({ ok: true });
  provider.refund(reference, SUM);
  await noteReturns(services, reference);
  await settleDue(services);
  const [row] = await db.select().from(onlinePayments).where(eq(onlinePayments.id, problemId));
  expect(row).toMatchObject({ closedNote: closing.note, refundedAmount: SUM });
});
