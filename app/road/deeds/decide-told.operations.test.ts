/** DEED-13, DEED-14: reports of one rider that dispatch or a PIN confirms, on a real database. */
import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { COLLECT_KOBO as KOBO, makeCashDesk } from "../../../test/fixtures/cash-desk.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { otherThan, pinOf } from "../../../test/fixtures/proofs.ts";
import { bookedAt, makeRider, piecesOf, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { closeException } from "../../care/exceptions/change-exception.server.ts";
import { handOverArrived, handOverNotArrived } from "../../care/exceptions/hand-over-steps.server.ts";
import { findExceptions } from "../../care/exceptions/find-exceptions.server.ts";
import { toldCash } from "../../money/cash-ledger/cash-account.server.ts";
import { exceptions, hubMembers, receiverLinks, riderDevices } from "../../platform/db/schema.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";

const { opened, services, clock, db } = await fileServices();
const road = await makeRunDesk(opened);
const { desk, IKJ, KAN, musa, outWith, statusOf } = road;
const { outWithCash } = await makeCashDesk(opened, road);
const MINUTE = 60_000;
const NAMED = { ...NO_PROOF_GIVEN, name: "Ada", pictures: [{ number: 1, kind: "photo" as const }] };
let riders = 0;
const riderWith = async () => {
  const rider = await makeRider(opened, IKJ.id, `Taker ${riders++}`);
  return { rider, phone: await Phone.of(opened, rider.id) };
};
const openClaims = (bookingId: string) =>
  db
    .select()
    .from(exceptions)
    .where(
      and(
        eq(exceptions.bookingId, bookingId),
        eq(exceptions.kind, "unconfirmed_claim"),
        isNull(exceptions.closedAt),
      ),
    );

test("[DEED-14] the right PIN of a named giver's parcel counts at once; five wrong ones of an hour, and the phone's deliveries wait", async () => {
  const { run, all, ids } = await outWith(7);
  const pins = await Promise.all(all.map(({ booking }) => pinOf(services, booking.id)));
  const { phone } = await riderWith();
  const inHub = await bookedAt(opened, desk, IKJ.id);
  clock.pass(HOUR);
  phone.does({ kind: "received_from_rider", rider: musa.id, pieces: [...ids, ...inHub.pieceIds] });
  const delivers = async (n: number, pin: string) => {
    const deed = phone.delivers(run, [ids[n]!], { proof: { ...NO_PROOF_GIVEN, pin } });
    return (await phone.answers([deed]))[0];
  };
  await phone.sends();
  expect(await delivers(0, pins[0]!)).toBe("flagged not_on_run");
  expect(await statusOf(all[0]!.booking.id)).toBe("delivered");
  // The phone names a rider as the giver of this piece, but the piece never left the hub. So the PIN is not compared,
  // and the count of wrong PINs stays.
  phone.delivers(run, inHub.pieceIds, { proof: { ...NO_PROOF_GIVEN, pin: "1234" } });
  await phone.answers(phone.log.slice(-1));
  const wrongOf = async (id: string) =>
    (await db.select().from(receiverLinks).where(eq(receiverLinks.bookingId, id)))[0]?.wrongPins ?? 0;
  expect(await wrongOf(inHub.booking.id)).toBe(0);
  for (let n = 1; n <= 5; n++) expect(await delivers(n, otherThan(pins[n]!))).toBe("flagged not_yours");
  expect(await wrongOf(all[5]!.booking.id)).toBe(1);
  expect(await delivers(6, pins[6]!)).toBe("flagged not_yours");
  expect([await wrongOf(all[6]!.booking.id), await statusOf(all[6]!.booking.id)]).toEqual([0, "in_transit"]);
  clock.pass(2 * HOUR);
  expect(await delivers(6, pins[6]!)).toBe("flagged not_on_run");
  expect(await statusOf(all[6]!.booking.id)).toBe("delivered");
});

test("[EXC-6] [EXC-9] [DEED-13] [CASH-13] a delivery that waits is asked about after an hour; dispatch confirms it, and it counts by its own time", async () => {
  const { run, ids, bookingId, took } = await outWithCash();
  const { rider, phone } = await riderWith();
  const deed = phone.delivers(run, ids, { took: [took(KOBO)], proof: NAMED });
  const undo = phone.does({ kind: "undo", of: deed.id });
  await phone.sends([deed]);
  await findExceptions(services);
  expect(await openClaims(bookingId)).toEqual([]);
  clock.pass(HOUR + MINUTE);
  await findExceptions(services);
  await findExceptions(services);
  const [asked, ...more] = await openClaims(bookingId);
  expect([asked!.note, more]).toEqual([`${rider.name} told 'Delivered', and nobody confirmed it.`, []]);
  const form = { id: asked!.id, version: 1, note: "The giver said so" };
  expect(await handOverArrived(services, await makeAdmin(opened, "support"), form, key())).toMatchObject({
    code: "forbidden",
  });
  const clerk = await makeAdmin(opened, "hub_clerk");
  await db.insert(hubMembers).values({ memberId: clerk.memberId, hubId: KAN.id });
  expect(await handOverArrived(services, clerk, form, key())).toMatchObject({ code: "forbidden" });
  await db.update(hubMembers).set({ hubId: IKJ.id }).where(eq(hubMembers.memberId, clerk.memberId));
  expect(await handOverArrived(services, clerk, form, key())).toMatchObject({ ok: true });
  expect(await statusOf(bookingId)).toBe("delivered");
  const [piece] = await piecesOf(opened, bookingId);
  expect(piece!.heldSince!.getTime()).toBe(deed.clock.at);
  expect(await toldCash(db, { kind: "rider", id: rider.id })).toBe(0);
  // A deed that took effect cannot be undone by the phone any more. Dispatch is asked instead.
  expect(await phone.answers([undo])).toEqual(["flagged newer_by_staff"]);
  expect(await statusOf(bookingId)).toBe("delivered");
  expect(await recountRoad(opened)).toEqual([]);
  expect(await wrongCash(db)).toEqual([]);
});

test("[EXC-6] [DEED-13] dispatch says that it did not happen: nothing was changed, and nothing counts later", async () => {
  const { run, ids, bookingId, phone: giver, took } = await outWithCash();
  const { rider, phone } = await riderWith();
  phone.delivers(run, ids, { took: [took(KOBO)], proof: NAMED });
  await phone.sends();
  clock.pass(2 * HOUR);
  await findExceptions(services);
  const [asked] = await openClaims(bookingId);
  const form = { id: asked!.id, version: 1, note: "" };
  expect(await handOverNotArrived(services, desk, form, key())).toMatchObject({ ok: true });
  expect([await statusOf(bookingId), await toldCash(db, { kind: "rider", id: rider.id })]).toEqual([
    "in_transit",
    0,
  ]);
  giver.does({ kind: "handed_to_rider", rider: rider.id, pieces: ids }, run);
  await giver.sends();
  await phone.sends([]);
  expect(await statusOf(bookingId)).toBe("in_transit");
});

test("[DEED-10] [DEED-13] a deed that waits is undone, and never counts", async () => {
  const { run, all, ids } = await outWith(1);
  const { rider, phone } = await riderWith();
  clock.pass(HOUR);
  const deed = phone.delivers(run, ids, { proof: NAMED });
  phone.does({ kind: "undo", of: deed.id });
  expect(await phone.answers()).toEqual(["flagged not_yours", "taken"]);
  const giver = await Phone.of(opened, musa.id);
  giver.does({ kind: "handed_to_rider", rider: rider.id, pieces: ids }, run);
  await giver.sends();
  expect(await statusOf(all[0]!.booking.id)).toBe("in_transit");
});

test("[DEED-11] [DEED-13] an unbooked parcel of a revoked phone waits for the desk, with its cash", async () => {
  const { rider, phone } = await riderWith();
  const person = { name: "Ada", phone: "08031112222" };
  const unbooked = {
    ...{ kind: "picked_up_unbooked" as const, sender: person, receiver: { ...person, place: "Kano" } },
    ...{ kg: null, pieces: 1, takenKobo: KOBO, note: "", sticker: "ONA-4K7P" },
  };
  phone.does(unbooked);
  clock.pass(MINUTE);
  await db
    .update(riderDevices)
    .set({ revokedAt: clock.now(), revokedBy: "office" })
    .where(eq(riderDevices.id, phone.id));
  await phone.sends();
  expect(await toldCash(db, { kind: "rider", id: rider.id })).toBe(KOBO);
  clock.pass(2 * HOUR);
  await findExceptions(services);
  const of = eq(exceptions.subject, `deed ${phone.log[0]!.id}`);
  const [asked] = await db.select().from(exceptions).where(of);
  expect(asked!.kind).toBe("unconfirmed_claim");
  expect(await handOverArrived(services, desk, { id: asked!.id, version: 1, note: "" }, key())).toMatchObject(
    {
      ok: true,
    },
  );
  expect((await db.select().from(exceptions).where(of)).map(({ kind }) => kind).toSorted()).toEqual([
    "to_complete",
    "unconfirmed_claim",
  ]);
  expect(await wrongCash(db)).toEqual([]);
});

test("[EXC-9] [DEED-13] what somebody closed without a decision is not asked again", async () => {
  const { run, all, ids } = await outWith(1);
  const bookingId = all[0]!.booking.id;
  const { phone } = await riderWith();
  phone.delivers(run, ids, { proof: NAMED });
  await phone.sends();
  clock.pass(2 * HOUR);
  await findExceptions(services);
  const [asked] = await openClaims(bookingId);
  const form = { id: asked!.id, version: 1, reason: "no_fault" as const, note: "" };
  expect(await closeException(services, desk, form, key())).toMatchObject({ ok: true });
  clock.pass(2 * HOUR);
  await findExceptions(services);
  expect(await openClaims(bookingId)).toEqual([]);
});
