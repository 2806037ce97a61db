/** PROOF-5: the proof of deliveries that the office enters, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { otherThan, outForDelivery, pinOf } from "../../../test/fixtures/proofs.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { formatDateTime, lagosDay } from "../../domain/dates.ts";
import { bookings, exceptions, proofs } from "../../platform/db/schema.ts";
import { recordAllHere, recordRestDelivered } from "./rest-of-run.server.ts";
import { recordAttempted, recordDelivered } from "./run-deeds.server.ts";

const { opened, services, db } = await fileServices();
const desk = await makeAdmin(opened, "moderator");
const { IKJ } = await makeHubs(opened, "IKJ");
const musa = await makeRider(opened, IKJ.id);
const PRECIOUS = {
  declaredValue: "250000",
  receiverPhone: "0803 222 0001",
  receiverAddress: "5 Allen Avenue, Ikeja, Lagos",
};
const PLAIN = { receiverPhone: "0803 222 0003", receiverAddress: "7 Toyin Street, Ikeja, Lagos" };

const out = async (...parcels: Record<string, string>[]) => {
  const { run, parcels: made } = await outForDelivery(opened, desk, { hub: IKJ.id, rider: musa.id }, parcels);
  return { run: run.id, all: made.map(({ booking, pieceIds }) => ({ id: booking.id, pieces: pieceIds })) };
};
const deliver = (run: string, pieces: string[], more: Record<string, string> = {}) =>
  recordDelivered.receive(services, desk, { run, pieces, ...more }, crypto.randomUUID());
const proofOf = (id: string) => db.select().from(proofs).where(eq(proofs.bookingId, id));
const exceptionsOf = async (id: string) =>
  (await db.select().from(exceptions).where(eq(exceptions.bookingId, id))).map(({ kind }) => kind);
const statusOf = async (id: string) =>
  (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!.status;

test("[PROOF-5] where the PIN is needed an entry has it, or says why not; a wrong one is refused and counted", async () => {
  const { run, all } = await out(PRECIOUS, PRECIOUS);
  const [one, two] = all as [(typeof all)[0], (typeof all)[0]];
  const pin = await pinOf(services, one.id);
  const wrong = otherThan(pin, await pinOf(services, two.id));
  expect(await deliver(run, one.pieces)).toMatchObject({ reason: "pin_needed" });
  expect(await deliver(run, one.pieces, { pin: "12" })).toMatchObject({
    errors: { pin: "Enter the four digits of the PIN" },
  });
  expect(await deliver(run, one.pieces, { pin: wrong })).toMatchObject({
    errors: { pin: "This PIN is wrong. 4 more can be tried." },
  });
  expect([await statusOf(one.id), await proofOf(one.id)]).toEqual(["in_transit", []]);
  expect(await deliver(run, one.pieces, { pin, note: "Ada, his wife" })).toMatchObject({ ok: true });
  const [proof] = await proofOf(one.id);
  expect(proof).toMatchObject({
    kind: "pin",
    pinState: "right",
    takenBy: "Ada, his wife",
    pieces: [1],
    flags: [],
  });
  expect(await exceptionsOf(one.id)).toEqual([]);
  expect(await deliver(run, two.pieces, { note: "Gate man", noPin: "His phone was off" })).toMatchObject({
    ok: true,
  });
  expect((await proofOf(two.id))[0]).toMatchObject({
    ...{
      kind: "name",
      pinState: null,
      note: "His phone was off",
      flags: ["no_pin"],
      byName: desk.person.fullName ?? desk.person.email,
    },
  });
  expect(await exceptionsOf(two.id)).toEqual(["proof_missing"]);
});

test("[PROOF-5] five wrong PINs end it, until there is another or it is said why", async () => {
  const { run, all } = await out(PRECIOUS);
  const [{ id, pieces }] = all as [(typeof all)[0]];
  const pin = await pinOf(services, id);
  for (let n = 0; n < 5; n++) await deliver(run, pieces, { pin: otherThan(pin) });
  expect(await deliver(run, pieces, { pin })).toMatchObject({ reason: "pin_used_up" });
  expect(await deliver(run, pieces, { noPin: "Too many were tried" })).toMatchObject({ ok: true });
});

test("[PROOF-5] a plain delivery needs nothing and leaves no proof; a name does; the rest of a run asks why once", async () => {
  const { run, all } = await out(
    PLAIN,
    { ...PLAIN, receiverPhone: "0803 222 0004", receiverAddress: "9 Opebi Road, Ikeja, Lagos" },
    PRECIOUS,
  );
  const [plain, named, precious] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
  expect(await deliver(run, named.pieces, { note: "Bola" })).toMatchObject({ ok: true });
  expect(await proofOf(named.id)).toMatchObject([{ kind: "name", takenBy: "Bola", flags: [] }]);
  const rest = (more: Record<string, string>) =>
    recordRestDelivered.receive(services, desk, { run, count: "2", ...more }, crypto.randomUUID());
  expect(await rest({})).toMatchObject({ reason: "pin_needed" });
  expect(await rest({ noPin: "The rider's book is lost" })).toMatchObject({ ok: true });
  expect(await proofOf(plain.id)).toEqual([]);
  expect(await exceptionsOf(plain.id)).toEqual([]);
  expect(await exceptionsOf(precious.id)).toEqual(["proof_missing"]);
});

test("[PROOF-5] 'All N here' takes one PIN for all of a phone", async () => {
  const { run, all } = await out(PRECIOUS, PRECIOUS, PRECIOUS);
  const stop = await recordAllHere.receive(
    services,
    desk,
    { run, stop: "1", pin: await pinOf(services, all[2]!.id), note: "Musa" },
    crypto.randomUUID(),
  );
  expect(stop).toMatchObject({ ok: true, pieces: 3 });
  const rows = (await Promise.all(all.map(({ id }) => proofOf(id)))).flat();
  expect(rows.map(({ pinState }) => pinState)).toEqual(["right", "right", "right"]);
  expect(new Set(rows.map(({ deedId }) => deedId)).size).toBe(1);
});

test("[TRIP-14] [PROOF-5] 'All N here' is one receiver's, and their wrong PIN is no try of the others", async () => {
  const TUNDE = { ...PRECIOUS, receiverName: "Tunde Ade", receiverPhone: "0803 222 0009" };
  const { run, all } = await out(PRECIOUS, PRECIOUS, TUNDE);
  const [ada, , tunde] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
  const here = (more: Record<string, string>) =>
    recordAllHere.receive(services, desk, { run, stop: "1", note: "Musa", ...more }, crypto.randomUUID());
  const pin = await pinOf(services, ada.id);
  expect(await here({ pin })).toMatchObject({ ok: false, reason: "several_receivers" });
  expect(await here({ noPin: "Lost" })).toMatchObject({ ok: false, reason: "several_receivers" });
  const wrong = otherThan(pin, await pinOf(services, all[1]!.id), await pinOf(services, tunde.id));
  expect(await here({ pin: wrong, booking: ada.id })).toMatchObject({ reason: "pin_wrong" });
  expect(await here({ pin: wrong, booking: tunde.id })).toMatchObject({
    errors: { pin: "This PIN is wrong. 4 more can be tried." },
  });
  expect(await here({ pin, booking: ada.id })).toMatchObject({ ok: true, pieces: 2 });
  expect(await statusOf(tunde.id)).toBe("in_transit");
  expect(await here({ pin, booking: crypto.randomUUID() })).toMatchObject({ ok: false });
  // Only one receiver still has pieces at the stop, so the form need not name a booking.
  expect(await here({ pin: await pinOf(services, tunde.id) })).toMatchObject({ ok: true, pieces: 1 });
});

test("[PROOF-5] an attempt that the office enters says when the receiver was called, on its own day", async () => {
  const { run, all } = await out(PLAIN);
  const [{ id, pieces }] = all as [(typeof all)[0]];
  const attempt = (calledAt: string) =>
    recordAttempted.receive(
      services,
      desk,
      { run, pieces, reason: "nobody_home", note: "", calledAt },
      crypto.randomUUID(),
    );
  expect(await attempt("25:00")).toMatchObject({ errors: { calledAt: "Enter a time, e.g. 14:08" } });
  expect(await attempt("23:59")).toMatchObject({ errors: { calledAt: "This time is in the future." } });
  expect(await proofOf(id)).toEqual([]);
  expect(await attempt("00:08")).toMatchObject({ ok: true });
  const [proof] = await proofOf(id);
  expect(proof).toMatchObject({ kind: "attempt", byName: desk.person.fullName ?? desk.person.email });
  expect(formatDateTime(proof!.calledAt!)).toContain("12:08 am");
  expect(lagosDay(proof!.calledAt!)).toBe(lagosDay(proof!.occurredAt));
});
