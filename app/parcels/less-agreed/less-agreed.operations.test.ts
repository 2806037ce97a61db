/**
 * CASH-15, CASH-16: a rider collects less money than is due, and types the name of the person who agreed. On a real
 * database.
 */
import { and, desc, eq, isNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { COLLECT_KOBO as KOBO, makeCashDesk } from "../../../test/fixtures/cash-desk.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { asGuest } from "../../access/actors.server.ts";
import { findExceptions } from "../../care/exceptions/find-exceptions.server.ts";
import { senderAgrees, senderDenies } from "../../care/exceptions/less-steps.server.ts";
import {
  bookingBalances,
  bookingEvents,
  bookings,
  cashOnDelivery,
  exceptions,
} from "../../platform/db/schema.ts";
import { NO_PROOF_GIVEN } from "../../road/deeds/no-proof.ts";
import { statusChangedMail } from "../bookings/booking-mails.server.tsx";
import { readLess, senderAnswersLess } from "./answer-less.server.ts";
import { lessAgreedMail } from "../bookings/less-mail.server.ts";

const { opened, services, clock, db } = await fileServices({ limitsFactor: 100 });
const runDesk = await makeRunDesk(opened);
const { desk } = runDesk;
const { outWithCash, payeeId } = await makeCashDesk(opened, runDesk);
const NEXT_NOON = 24 * HOUR;
beforeEach(() =>
  clock.set(new Date(clock.now().getTime() - (clock.now().getTime() % NEXT_NOON) + 33 * HOUR)),
);

const bookingOf = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const openOf = (bookingId: string) =>
  db
    .select()
    .from(exceptions)
    .where(and(eq(exceptions.bookingId, bookingId), isNull(exceptions.closedAt)))
    .orderBy(desc(exceptions.openedAt))
    .then((rows) => rows.filter(({ kind }) => ["less_agreed", "cash_difference"].includes(kind)));
const kindsOf = async (bookingId: string) => (await openOf(bookingId)).map(({ kind }) => kind);
type More = { deliveryKobo?: number; taken?: number; agreedBy?: string | null; email?: string };

/** A delivery at which a rider collected less than was due, and named Chidi as the person who agreed. */
async function lessTaken({ deliveryKobo = 0, taken = KOBO - 700_000, agreedBy = "Chidi", email }: More = {}) {
  const made = await outWithCash();
  const { bookingId, phone, run, ids, took } = made;
  if (email !== undefined)
    await db.update(bookings).set({ senderEmail: email }).where(eq(bookings.id, bookingId));
  if (deliveryKobo > 0) {
    await db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, bookingId));
    const price = { priceKobo: deliveryKobo, paidKobo: 0 };
    await db
      .insert(bookingBalances)
      .values({ bookingId, ...price })
      .onConflictDoUpdate({ target: bookingBalances.bookingId, set: price });
  }
  const deed = phone.delivers(run, ids, {
    took: [took(taken, { shown: { deliveryKobo, codKobo: KOBO }, agreedBy })],
  });
  await phone.sends();
  const { trackingCode: code } = await bookingOf(bookingId);
  return { ...made, deed, code };
}
const answer = (code: string, agreed: "yes" | "no") =>
  senderAnswersLess(services, asGuest("127.0.0.1"), { code, agreed }, key());
async function deliveredMail(bookingId: string) {
  const [event] = await db
    .select()
    .from(bookingEvents)
    .where(and(eq(bookingEvents.bookingId, bookingId), eq(bookingEvents.kind, "delivered")));
  return (await statusChangedMail(services, { bookingId, eventId: event!.id }))!.text;
}

test("[CASH-15] [CASH-16] a rider's name for less asks the sender at once, and yes settles it, once", async () => {
  const { bookingId, code } = await lessTaken();
  const [open] = await openOf(bookingId);
  expect(open).toMatchObject({
    kind: "less_agreed",
    note: "₦18,000 of ₦25,000 taken, Chidi agreed, the rider says",
    details: { takenKobo: KOBO - 700_000, ofKobo: KOBO, deliveryKobo: 0 },
  });
  const mail = (await lessAgreedMail(services, { bookingId, exceptionId: open!.id }))!;
  expect(mail.text).toContain("You agreed to ₦18,000 of ₦25,000. Is that right?");
  expect(mail.text).toContain(`/bookings/${code}.`);
  const sent = async () =>
    (await opened.mails(0)).some((one) => one.kind === "less_agreed" && one.text === mail.text);
  await expect.poll(sent, { timeout: 10_000 }).toBe(true);
  expect(await deliveredMail(bookingId)).toContain("Collected: ₦18,000 of ₦25,000");
  const both = await Promise.all([answer(code, "yes"), answer(code, "yes"), answer(code, "yes")]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await answer(code, "no")).toMatchObject({ reason: "nothing_asked" });
  expect(await kindsOf(bookingId)).toEqual([]);
  expect(await lessAgreedMail(services, { bookingId, exceptionId: open!.id })).toBeNull();
  clock.pass(72 * HOUR);
  await findExceptions(services);
  expect(await kindsOf(bookingId)).toEqual([]);
  expect(await wrongCash(db)).toEqual([]);
});

test("[CASH-15] [CASH-16] ₦0 of the amount with the right name is asked too, and no is a difference for a cashier and no debt", async () => {
  const { bookingId, code, balance } = await lessTaken({ taken: 0 });
  expect(await deliveredMail(bookingId)).toContain("Collected: ₦0 of ₦25,000");
  expect((await openOf(bookingId))[0]!.details).toMatchObject({ takenKobo: 0, ofKobo: KOBO });
  const before = await bookingOf(bookingId);
  expect(await answer(code, "no")).toEqual({ ok: true });
  const [difference] = await openOf(bookingId);
  expect(difference).toMatchObject({
    kind: "cash_difference",
    note: "The sender does not agree. ₦0 of ₦25,000 taken, Chidi agreed, the rider says",
    details: { lessKobo: KOBO },
  });
  expect(difference!.runId).not.toBeNull();
  expect([await balance(), (await bookingOf(bookingId)).paysDelivery]).toEqual([0, before.paysDelivery]);
  expect(await answer(code, "yes")).toMatchObject({ reason: "nothing_asked" });
  expect(await wrongCash(db)).toEqual([]);
});

test("[CASH-15] less without a name is asked as well; what is whole, and what a transfer completes, is not", async () => {
  const nobody = await lessTaken({ agreedBy: null });
  expect((await openOf(nobody.bookingId))[0]!.note).toContain("the rider names nobody who agreed");
  const whole = await lessTaken({ taken: KOBO });
  expect(await kindsOf(whole.bookingId)).toEqual([]);
  expect(await deliveredMail(whole.bookingId)).toMatch(/Collected: ₦25,000\n/);
  const parts = await outWithCash();
  const { phone, run, ids, took } = parts;
  phone.delivers(run, ids, { took: [took(1_500_000, { method: "transfer" }), took(1_000_000)] });
  await phone.sends();
  expect(await kindsOf(parts.bookingId)).toEqual([]);
  expect(await deliveredMail(parts.bookingId)).toContain(
    "Collected: ₦10,000 of ₦25,000, ₦15,000 by transfer",
  );
});

test("[CASH-16] no answer by the end of the next Lagos day is a cash difference; an answer after it is refused", async () => {
  const { bookingId, code } = await lessTaken();
  const until = (await readLess(services, code))!.until;
  clock.set(until);
  await findExceptions(services);
  expect(await kindsOf(bookingId)).toEqual(["less_agreed"]);
  clock.pass(1);
  // The time to answer is over, although the job that ends overdue questions has not run yet.
  expect(await readLess(services, code)).toBeNull();
  expect(await answer(code, "yes")).toMatchObject({ reason: "nothing_asked" });
  await Promise.all([findExceptions(services), findExceptions(services)]);
  expect(await kindsOf(bookingId)).toEqual(["cash_difference"]);
  expect((await openOf(bookingId))[0]!.note).toMatch(/^The sender did not answer\. /);
});

test("[CASH-15] a sender whom no email reaches is called first, and the desk records what they say", async () => {
  const { bookingId, code } = await lessTaken({ email: "" });
  const [open] = await openOf(bookingId);
  expect(open!.note).toMatch(/^Call the sender first/);
  expect(open!.dueAt).toEqual(new Date(open!.openedAt.getTime() + 4 * HOUR));
  const input = { id: open!.id, version: open!.version, note: null };
  const both = await Promise.all([
    senderDenies(services, desk, input, key()),
    senderAgrees(services, desk, input, key()),
    answer(code, "yes"),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await kindsOf(bookingId)).toEqual(both[0].ok ? ["cash_difference"] : []);
});

test("[CASH-15] [CASH-16] the delivery is paid first: with yes its rest is the sender's, with no nobody's", async () => {
  const [yes, no] = [
    await lessTaken({ deliveryKobo: 300_000, taken: 100_000 }),
    await lessTaken({ deliveryKobo: 300_000, taken: 100_000 }),
  ];
  expect(await readLess(services, yes.code)).toMatchObject({
    takenKobo: 100_000,
    ofKobo: KOBO + 300_000,
    deliveryKobo: 200_000,
  });
  expect(await answer(yes.code, "yes")).toEqual({ ok: true });
  expect(await answer(no.code, "no")).toEqual({ ok: true });
  expect((await bookingOf(yes.bookingId)).paysDelivery).toBe("sender_before");
  expect((await bookingOf(no.bookingId)).paysDelivery).toBe("receiver");
});

test("[CASH-16] an undo ends the question, a correction asks anew, and after the answer nothing is undone", async () => {
  const undone = await lessTaken();
  undone.phone.does({ kind: "undo", of: undone.deed.id }, undone.run);
  await undone.phone.sends();
  expect(await kindsOf(undone.bookingId)).toEqual([]);
  expect(await answer(undone.code, "yes")).toMatchObject({ reason: "nothing_asked" });

  const corrected = await lessTaken();
  const { phone, run, ids, took, deed, bookingId, code } = corrected;
  const to = {
    ...{ kind: "delivered" as const, pieces: ids, refused: [], note: "" },
    ...{ proof: NO_PROOF_GIVEN, took: [took(KOBO - 100_000, { agreedBy: "Ada" })] },
  };
  clock.pass(1000);
  phone.does({ kind: "corrected", of: deed.id, to }, run);
  await phone.sends();
  expect(await readLess(services, code)).toMatchObject({ takenKobo: KOBO - 100_000, ofKobo: KOBO });

  const answered = await lessTaken();
  expect(await answer(answered.code, "yes")).toEqual({ ok: true });
  answered.phone.does({ kind: "undo", of: answered.deed.id }, answered.run);
  await answered.phone.sends();
  expect((await bookingOf(answered.bookingId)).status).toBe("delivered");
  expect(await answered.asked()).toContain("deed_unclear");
  expect((await openOf(bookingId)).length).toBe(1);
  expect(await wrongCash(db)).toEqual([]);
});

test("[CASH-15] several bookings of one stop are asked about one by one", async () => {
  const { run, all, ids } = await runDesk.outWith(2);
  const taken = [];
  for (const [n, { booking }] of all.entries()) {
    const terms = { codFeePerMille: 0, codFeeMinimumKobo: 0 };
    await db.insert(cashOnDelivery).values({ bookingId: booking.id, payeeId, amountKobo: KOBO, ...terms });
    const shown = { deliveryKobo: 0, codKobo: KOBO };
    taken.push({
      ...{ booking: booking.id, shown, takenKobo: n === 0 ? KOBO : KOBO - 500_000 },
      ...{ method: "cash" as const, agreedBy: n === 0 ? null : "Chidi" },
    });
  }
  clock.pass(HOUR);
  const phone = await Phone.of(opened, runDesk.musa.id);
  phone.delivers(run, ids, { took: taken });
  await phone.sends();
  expect(await Promise.all(all.map(({ booking }) => kindsOf(booking.id)))).toEqual([[], ["less_agreed"]]);
});
