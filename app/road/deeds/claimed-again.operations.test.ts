/**
 * DEED-12: what a phone's deeds may change about pieces that the rider had earlier, even if the phone chooses
 * deed numbers and times freely.
 */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { asGuest } from "../../access/actors.server.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider, piecesOf, receiveAt, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { cancelBooking } from "../../parcels/bookings/cancel-booking.server.ts";
import { riderDevices } from "../../platform/db/schema.ts";
import { moveToRun } from "../entries/run-incidents.server.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";
import type { Did } from "./protocol.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, musa, outFor, outWith, outWithPhone, pickupOf, holderOf, statusOf } =
  await makeRunDesk(opened);
const MINUTE = 60_000;
const KOBO = 500_000;
const NAMED = { ...NO_PROOF_GIVEN, name: "Ada Eze", pictures: [{ number: 1, kind: "photo" as const }] };

/** Makes the deed 'picked up' for these pieces, with cash that the rider took for the booking. */
const pickup = (pieces: string[], booking: string): Did => ({
  ...{ kind: "picked_up", pieces, counted: [], kg: null, note: "" },
  took: [
    { booking, shown: { deliveryKobo: KOBO, codKobo: 0 }, takenKobo: KOBO, method: "cash", agreedBy: null },
  ],
});
/** Reads the rows about a booking from all ledgers. */
const ledger = async (id: string) =>
  (
    await db.execute(sql`select
      (select count(*)::int from booking_events where booking_id = ${id}) as events,
      (select count(*)::int from custody_entries c join pieces p on p.id = c.piece_id where p.booking_id = ${id}) as moves,
      (select count(*)::int from cash_entries where booking_id = ${id}) as cash,
      (select count(*)::int from payments where booking_id = ${id}) as payments,
      (select count(*)::int from settlement_entries where booking_id = ${id}) as owed`)
  ).rows[0]!;

test("[DEED-12] [DEED-13] a piece that its rider had and delivered is not picked up anew by their word, at once or later", async () => {
  const { run, all, ids, phone } = await outWithPhone(1);
  const id = all[0]!.booking.id;
  phone.delivers(run, ids, { proof: NAMED });
  await phone.sends();
  const before = await ledger(id);
  clock.pass(HOUR);
  phone.does(pickup(ids, id), run);
  phone.does(pickup([all[0]!.booking.trackingCode], id));
  expect(await phone.answers()).toEqual(["seen", "flagged not_yours", "flagged not_yours"]);
  // Every request of a phone makes the server check the phone's waiting deeds again.
  phone.does({ kind: "incident", incident: "weather", note: "" }, run);
  await phone.sends();
  expect({ ...(await ledger(id)), events: before["events"] }).toEqual(before);
  expect([await statusOf(id), await holderOf(id)]).toEqual(["delivered", "receiver"]);
});

test("[DEED-12] nor is one whose booking was cancelled after it came back to the sender's stop", async () => {
  const booking = await bookOne(opened);
  const { run, ids } = await pickupOf(booking);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  const code = booking.trackingCode;
  expect(await cancelBooking(services, asGuest("127.0.0.1"), { code }, key())).toMatchObject({ ok: true });
  const before = await ledger(booking.id);
  clock.pass(MINUTE);
  phone.does(pickup(ids, booking.id), run);
  expect(await phone.answers()).toEqual(["flagged not_yours"]);
  expect(await phone.answers()).toEqual(["seen"]);
  expect(await ledger(booking.id)).toEqual(before);
  expect(await statusOf(booking.id)).toBe("failed");
});

test("[DEED-16] a deed with a forged high number moves the time of no later deed that a clock tells", async () => {
  const { run, all, ids, phone } = await outWithPhone(2);
  phone.does({ kind: "incident", incident: "weather", note: "" }, run).seq = 2_000_000_000;
  await phone.sends();
  clock.pass(HOUR);
  const deed = phone.delivers(run, [ids[0]!], { proof: NAMED });
  await phone.sends();
  const [piece] = await piecesOf(opened, all[0]!.booking.id);
  expect(piece!.heldSince!.getTime()).toBe(deed.clock.at);
});

test("[DEED-5] the same deed with another content is not read again, and a twin of it writes nothing twice to its booking", async () => {
  const { run, all, ids, phone } = await outWithPhone(1);
  const id = all[0]!.booking.id;
  const deed = phone.delivers(run, ids, { proof: NAMED });
  await phone.sends();
  const before = await ledger(id);
  expect(await phone.answers([{ ...deed, did: pickup(ids, id) }])).toEqual(["seen"]);
  expect(await ledger(id)).toEqual(before);
  await phone.answers([{ ...deed, id: crypto.randomUUID(), seq: 2 }]);
  const { payments, owed, cash } = await ledger(id);
  expect({ payments, owed, cash }).toEqual({ payments: 0, owed: 0, cash: 0 });
  expect([await statusOf(id), await holderOf(id)]).toEqual(["delivered", "receiver"]);
});

test("[DEED-13] a revoked phone tells nothing of what dispatch put on its run afterwards, whatever its clock says", async () => {
  const rider = await makeRider(opened, IKJ.id, "Gone Rider");
  const { run } = await outWith(1, rider.id);
  const phone = await Phone.of(opened, rider.id);
  clock.pass(HOUR);
  const gone = clock.now();
  await db
    .update(riderDevices)
    .set({ revokedAt: gone, revokedBy: "office" })
    .where(eq(riderDevices.id, phone.id));
  const { run: other, all, ids } = await outWith(1);
  clock.pass(HOUR);
  expect(await moveToRun(services, desk, { run: other.id, toRun: run.id, pieces: ids }, key())).toMatchObject(
    { ok: true },
  );
  const said: Did[] = [
    { kind: "delivered", pieces: ids, refused: [], took: [], proof: NAMED, note: "" },
    { kind: "attempted", pieces: ids, reason: "refused", proof: NAMED, note: "" },
    { kind: "handed_to_rider", rider: musa.id, pieces: ids },
    pickup(ids, all[0]!.booking.id),
  ];
  for (const did of said) {
    const deed = phone.does(did, run);
    deed.clock = { at: gone.getTime() - MINUTE, mono: 10 * MINUTE, boot: "other page" };
    deed.known = { at: gone.getTime() - 2 * MINUTE, mono: 9 * MINUTE, boot: "other page", lead: 0 };
  }
  const before = await ledger(all[0]!.booking.id);
  const answers = await phone.answers();
  expect(answers.every((answer) => answer.includes("not_yours"))).toBe(true);
  expect(await phone.answers()).toEqual(said.map(() => "seen"));
  expect(await ledger(all[0]!.booking.id)).toEqual(before);
});

test("[DEED-12] of a booking whose pieces are on two runs, a phone moves its own alone, however it names the other", async () => {
  const booking = await bookOne(opened, { pieces: "2" });
  const [own, other] = (await piecesOf(opened, booking.id)).map(({ id }) => id) as [string, string];
  await receiveAt(opened, desk, IKJ.id, [own, other]);
  const run = await outFor([own]);
  await outFor([other], (await makeRider(opened, IKJ.id, "Sani Ali")).id);
  const phone = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  const { trackingCode: code } = booking;
  phone.delivers(run, [own, other, code, `${code}-2`], {
    refused: [{ piece: `${code}-2`, reason: "refused", note: "" }],
    proof: NAMED,
  });
  phone.fails(run, [`${code}-2`], "refused");
  for (const answer of await phone.answers()) expect(answer).toContain("not_yours");
  expect((await piecesOf(opened, booking.id)).map(({ holderKind }) => holderKind)).toEqual([
    "receiver",
    "rider",
  ]);
  expect(await statusOf(booking.id)).toBe("in_transit");
  expect([await recountRoad(opened), await wrongCash(db)]).toEqual([[], []]);
});

test("[DEED-12] two riders who both tell a hand-over from before the hub scanned the piece get nothing", async () => {
  const sani = await makeRider(opened, IKJ.id, "Sani Garba");
  const { run, all, ids } = await outWith(1);
  const [giver, taker] = [await Phone.of(opened, musa.id), await Phone.of(opened, sani.id)];
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, ids);
  clock.pass(HOUR);
  const id = all[0]!.booking.id;
  const before = await ledger(id);
  for (const [phone, did] of [
    [giver, { kind: "handed_to_rider", rider: sani.id, pieces: ids }],
    [taker, { kind: "received_from_rider", rider: musa.id, pieces: ids }],
  ] as const) {
    const deed = phone.does({ ...did }, phone === giver ? run : null);
    deed.clock.at -= 90 * MINUTE;
    deed.clock.mono -= 90 * MINUTE;
  }
  taker.delivers(run, ids, { proof: NAMED });
  for (const phone of [giver, taker, giver]) await phone.sends();
  expect(await ledger(id)).toEqual(before);
  expect([await statusOf(id), await holderOf(id)]).toEqual(["in_transit", "hub"]);
});
