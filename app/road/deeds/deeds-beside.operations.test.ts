/**
 * DEED-12: deeds about pieces that are not (or no longer) the rider's have no effect. A correction, other deeds of the
 * same request, and codes of other people's pieces do not change that.
 */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { COLLECT_KOBO as KOBO, makeCashDesk } from "../../../test/fixtures/cash-desk.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { otherThan, pinOf } from "../../../test/fixtures/proofs.ts";
import { bookedAt, makeRider, piecesOf, receiveAt, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { cashEntries, exceptions, runs, toldPieces } from "../../platform/db/schema.ts";
import { recordDelivered } from "../entries/run-deeds.server.ts";
import { moveToRun } from "../entries/run-incidents.server.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";
import type { Did } from "./protocol.ts";

const { opened, services, clock, db } = await fileServices();
const road = await makeRunDesk(opened);
const {
  desk,
  IKJ,
  musa,
  exceptionsOf,
  outFor,
  outWith,
  outWithPhone,
  pickupOf,
  holderOf,
  statusOf,
  kindsOf,
  delivery,
} = road;
const { outWithCash } = await makeCashDesk(opened, road);
const MINUTE = 60_000;
const NAMED = { ...NO_PROOF_GIVEN, name: "Ada Eze", pictures: [{ number: 1, kind: "photo" as const }] };
const pickup = (...pieces: string[]): Extract<Did, { kind: "picked_up" }> => ({
  ...{ kind: "picked_up", pieces, counted: [], kg: null, took: [], note: "" },
});
const stateOf = async (id: string) => [await statusOf(id), await holderOf(id)];

test("[DEED-13] a correction to 'picked up' starts nothing anew that its rider delivered", async () => {
  const { run, all, ids, phone } = await outWithPhone(1);
  const id = all[0]!.booking.id;
  phone.delivers(run, ids, { proof: NAMED });
  await phone.sends();
  clock.pass(HOUR);
  const own = phone.does({ kind: "incident", incident: "weather", note: "" }, run);
  phone.does({ kind: "corrected", of: own.id, to: pickup(...ids) }, run);
  phone.does({ kind: "corrected", of: crypto.randomUUID(), to: pickup(all[0]!.booking.trackingCode) });
  expect((await phone.answers()).slice(2)).toEqual(["flagged not_yours", "flagged not_yours"]);
  await phone.sends();
  expect(await stateOf(id)).toEqual(["delivered", "receiver"]);
});

test("[DEED-13] nor does a second pickup that is dated before the delivery confirm the one after it", async () => {
  const { run, all, ids, phone } = await outWithPhone(1);
  const id = all[0]!.booking.id;
  clock.pass(HOUR);
  const done = { run: run.id, pieces: ids, noPin: "Not asked" };
  expect(await recordDelivered(services, desk, done, key())).toMatchObject({ ok: true });
  clock.pass(HOUR);
  phone.does(pickup(...ids), run);
  await phone.sends();
  clock.pass(MINUTE);
  const before = phone.does(pickup(...ids), run);
  before.seq = 0;
  before.clock = { at: before.clock.at - 2 * HOUR, mono: 0, boot: "other page" };
  await phone.sends();
  expect(await stateOf(id)).toEqual(["delivered", "receiver"]);
});

test("[DEED-12] nor does a pickup in the same request, nor one of a delivered piece whose booking has others", async () => {
  const { run, all, ids, phone } = await outWithPhone(1);
  phone.delivers(run, ids, { proof: NAMED });
  clock.pass(MINUTE);
  phone.does(pickup(...ids), run);
  expect(await phone.answers()).toEqual(["taken", "flagged not_yours"]);
  expect(await stateOf(all[0]!.booking.id)).toEqual(["delivered", "receiver"]);

  const booking = await bookOne(opened, { pieces: "2" });
  const own = (await piecesOf(opened, booking.id)).map(({ id }) => id) as [string, string];
  await receiveAt(opened, desk, IKJ.id, own);
  const other = await outFor(own);
  clock.pass(HOUR);
  phone.delivers(other, [own[0]], { proof: NAMED });
  await phone.sends();
  clock.pass(HOUR);
  phone.does(pickup(`${booking.trackingCode}-1`), other);
  expect((await phone.answers()).at(-1)).toBe("flagged not_yours");
  expect((await piecesOf(opened, booking.id)).map(({ holderKind }) => holderKind)).toEqual([
    "receiver",
    "rider",
  ]);
});

test("[DEED-12] what an undone pickup gave is not delivered by the same request", async () => {
  const [planned, sixth, seventh] = [await bookOne(opened), await bookOne(opened), await bookOne(opened)];
  const { run } = await pickupOf(planned);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  const deed = phone.does(pickup(sixth.trackingCode), run);
  phone.does(pickup(seventh.trackingCode), run);
  phone.does({ kind: "undo", of: deed.id }, run);
  phone.delivers(run, [sixth.trackingCode], { proof: NAMED });
  phone.delivers(run, [seventh.trackingCode], { proof: NAMED });
  expect((await phone.answers()).map((answer) => answer.includes("not_yours"))).toEqual([
    ...[false, false, false, true, false],
  ]);
  expect(await stateOf(sixth.id)).toEqual(["pending", "sender"]);
  expect(await stateOf(seventh.id)).toEqual(["delivered", "receiver"]);
});

test("[DEED-6] a piece that one deed says was taken and was not taken is delivered, and no attempt is noted", async () => {
  const { run, ids, bookingId, phone, took, asked } = await outWithCash();
  const refused = [{ piece: ids[0]!, reason: "refused" as const, note: "" }];
  phone.delivers(run, ids, { took: [took(KOBO)], refused, proof: NAMED });
  await phone.sends();
  expect(await stateOf(bookingId)).toEqual(["delivered", "receiver"]);
  expect(await kindsOf(bookingId)).not.toContain("attempted");
  expect(await asked()).not.toContain("refused");
});

test("[DEED-13] a delivery that counted beside a foreign code is not counted again when the giver's word arrives", async () => {
  const { run, ids, bookingId, phone, took } = await outWithCash();
  const foreign = await bookedAt(opened, desk, IKJ.id);
  const sani = await makeRider(opened, IKJ.id, "Sani Ali");
  const to = await delivery(sani.id);
  const move = { run: run.id, toRun: to.id, pieces: [] };
  expect(await moveToRun(services, desk, move, key())).toMatchObject({ ok: true });
  const taker = await Phone.of(opened, sani.id);
  const gave = phone.does({ kind: "handed_to_rider", rider: sani.id, pieces: ids }, run);
  clock.pass(MINUTE);
  taker.delivers(to, [...ids, ...foreign.pieceIds], { took: [took(KOBO)], proof: NAMED });
  clock.pass(MINUTE);
  expect((await taker.answers())[0]).toContain("not_yours");
  await phone.sends([gave]);
  await taker.sends();
  const cash = await db.select().from(cashEntries).where(eq(cashEntries.bookingId, bookingId));
  expect(cash.map(({ part, kobo }) => [part, kobo])).toEqual([["goods", KOBO]]);
  expect([await recountRoad(opened), await wrongCash(db)]).toEqual([[], []]);
});

test.each([
  ["nothing was to be collected", 0],
  ["₦1 was to be collected", 100],
])(
  "[CASH-15] the word of a phone that %s is not enough: the rest is a cash difference at once",
  async (_, kobo) => {
    const { run, ids, bookingId, phone, took, balance, asked } = await outWithCash();
    const shown = { deliveryKobo: 0, codKobo: kobo };
    const deed = phone.delivers(run, ids, { took: [took(kobo, { shown, agreedBy: "Ada" })], proof: NAMED });
    expect((await phone.answers())[0]).toContain("amount_differs");
    expect(await balance()).toBe(kobo);
    const [open] = await db
      .select()
      .from(exceptions)
      .where(and(eq(exceptions.bookingId, bookingId), eq(exceptions.kind, "cash_difference")));
    expect(open!.details).toEqual({ lessKobo: KOBO - kobo });
    phone.does({ kind: "undo", of: deed.id }, run);
    await phone.sends();
    const [undone] = await db.select().from(exceptions).where(eq(exceptions.id, open!.id));
    expect(undone!.closedAt).not.toBeNull();
    expect((await asked()).filter((kind) => kind === "less_agreed")).toEqual([]);
  },
);

test("[DEED-11] [DEED-15] a tracking code or an id as the sticker of an unbooked parcel is answered unread", async () => {
  const { run, phone } = await outWithPhone(1);
  const foreign = await bookOne(opened, { senderPhone: "08033334444" });
  const [piece] = await piecesOf(opened, foreign.id);
  for (const sticker of [foreign.trackingCode, "OD99999999NG", piece!.id, crypto.randomUUID()])
    phone.does(
      {
        ...{ kind: "picked_up_unbooked", sticker, kg: null, pieces: 1, takenKobo: KOBO, note: "" },
        sender: { name: "Bola", phone: "08031234567" },
        receiver: { name: "Chi", phone: "08031234568", place: "Wuse 2, Abuja" },
      },
      run,
    );
  expect(await phone.answers()).toEqual(phone.log.map(() => "flagged not_yours"));
  expect(await db.$count(exceptions, eq(exceptions.kind, "to_complete"))).toBe(0);
  expect(await statusOf(foreign.id)).toBe("pending");
});

test("[DEED-14] what is left of an earlier phone of the rider tries no more PINs than the rider may", async () => {
  const { run, all, ids } = await outWith(6);
  const rider = await makeRider(opened, IKJ.id, "Guesser");
  const earlier = await Phone.of(opened, rider.id);
  clock.pass(HOUR);
  earlier.does({ kind: "received_from_rider", rider: musa.id, pieces: ids });
  await earlier.sends();
  const pins = await Promise.all(all.map(({ booking }) => pinOf(services, booking.id)));
  for (const [n, id] of ids.slice(0, 5).entries())
    earlier.delivers(run, [id], { proof: { ...NO_PROOF_GIVEN, pin: otherThan(pins[n]!) } });
  await earlier.sends();
  const sixth = earlier.delivers(run, [ids[5]!], { proof: { ...NO_PROOF_GIVEN, pin: pins[5]! } });
  const later = await Phone.of(opened, rider.id, earlier.id);
  expect(await later.answers([sixth])).toEqual(["flagged not_yours"]);
  expect(await statusOf(all[5]!.booking.id)).toBe("in_transit");
  await db.update(toldPieces).set({ pin: "unchecked" });
  const seventh = earlier.delivers(run, [ids[5]!], { proof: { ...NO_PROOF_GIVEN, pin: pins[5]! } });
  expect(await later.answers([seventh])).toEqual(["flagged not_on_run"]);
});

test("[DEED-12] an undo that comes after staff asks about the rider's own parcel, not about one that the deed named beside it", async () => {
  const { run, all, ids, phone } = await outWithPhone(1);
  const foreign = await bookedAt(opened, desk, IKJ.id);
  const deed = phone.delivers(run, [...foreign.pieceIds, ...ids], { proof: NAMED });
  await phone.sends();
  clock.pass(MINUTE);
  await receiveAt(opened, desk, IKJ.id, ids);
  phone.does({ kind: "undo", of: deed.id }, run);
  expect((await phone.answers()).at(-1)).toContain("newer_by_staff");
  expect(await exceptionsOf(foreign.booking.id)).toEqual([]);
  expect(await exceptionsOf(all[0]!.booking.id)).toContain("deed_unclear");
});

test("[DEED-12] a pickup run that was closed gives no parcel that its sender booked afterwards", async () => {
  const sender = { senderPhone: "08035550000" };
  const [planned, left] = [await bookOne(opened, sender), await bookOne(opened, sender)];
  const { run } = await pickupOf(planned);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  const closed = { state: "reconciled" as const, returnedAt: clock.now(), reconciledAt: clock.now() };
  await db.update(runs).set(closed).where(eq(runs.id, run.id));
  clock.pass(HOUR);
  const later = await bookOne(opened, sender);
  phone.does(pickup(left.trackingCode), run);
  phone.does(pickup(later.trackingCode), run);
  expect(await phone.answers()).toEqual(["flagged not_on_run", "flagged not_yours"]);
  expect(await stateOf(later.id)).toEqual(["pending", "sender"]);
});
