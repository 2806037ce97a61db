/** Proofs on a real database: comparing PINs, storing proofs, and their pictures. */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { SOME_ACT, actBy } from "../../../test/fixtures/acts.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { cameraPhoto, otherThan, outForDelivery, pinOf } from "../../../test/fixtures/proofs.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import {
  bookingEvents,
  bookings,
  exceptions,
  proofPictures,
  proofs,
  receiverLinks,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { ERASED_RECEIVER } from "../../domain/erased.ts";
import { linkOf } from "../receiver-link/receiver-link.server.ts";
import { readReceiver } from "../receiver-page/read-receiver.server.ts";
import { drawAnotherPin } from "../receiver-link/pins.server.ts";
import { checkPin } from "./check-pin.server.ts";
import { storeProofPicture } from "./proof-pictures.server.ts";
import { whoTookParcel } from "./read-proofs.server.ts";
import { recordProofs, type NewProof } from "./record-proof.server.ts";

const { opened, services, clock, db } = await fileServices();
const desk = await makeAdmin(opened, "moderator");
const { IKJ } = await makeHubs(opened, "IKJ");
const musa = await makeRider(opened, IKJ.id);
const out = (...parcels: Record<string, string>[]) =>
  outForDelivery(opened, desk, { hub: IKJ.id, rider: musa.id }, parcels);
const by = { byUserId: null, byName: "Musa Bello" };

const check = (bookingIds: string[], pin: string, runId: string | null = null) =>
  transact(db, (tx) => checkPin(tx, services, { runId, bookingIds, pin }));
const record = (bookingIds: string[], more: Partial<NewProof>) =>
  transact(db, (tx) =>
    recordProofs({ services, tx, act: actBy(tx, by.byName, clock.now()) }, [
      {
        deedId: randomUUID(),
        parts: bookingIds.map((bookingId) => ({ bookingId, pieces: [1], returning: false })),
        run: null,
        outcome: "delivered",
        occurredAt: clock.now(),
        ...more,
      },
    ]),
  );
const ids = (parcels: { booking: { id: string } }[]) => parcels.map(({ booking }) => booking.id);
const exceptionsOf = async (id: string) =>
  (await db.select().from(exceptions).where(eq(exceptions.bookingId, id))).map(({ kind }) => kind);
const proofsOf = (id: string) => db.select().from(proofs).where(eq(proofs.bookingId, id));
const wrongPins = async (id: string) =>
  (await db.select().from(receiverLinks).where(eq(receiverLinks.bookingId, id)))[0]!.wrongPins;

const PLACE = { receiverPhone: "0803 222 0001", receiverAddress: "5 Allen Avenue, Ikeja, Lagos" };
const NEIGHBOUR = { receiverPhone: "0803 222 0002", receiverAddress: "5 Allen Avenue, Ikeja, Lagos" };

test("[PROOF-2] the PIN of one parcel releases all for that phone at the stop, and no other's", async () => {
  const { run, parcels } = await out(PLACE, PLACE, NEIGHBOUR);
  const [one, two, other] = ids(parcels) as [string, string, string];
  const pin = await pinOf(services, one);
  const { answers } = await check([two, other], `${pin.slice(0, 2)} ${pin.slice(2)}`, run.id);
  expect([...answers]).toEqual([
    [two, "right"],
    [other, null],
  ]);
  expect([await wrongPins(two), await wrongPins(other)]).toEqual([0, 0]);
  // A wrong PIN counts as a try for the parcels of the same phone number, not for a neighbour's parcel.
  await check([one], otherThan(pin), run.id);
  expect([await wrongPins(one), await wrongPins(two), await wrongPins(other)]).toEqual([1, 1, 0]);
  // Outside a run a PIN is valid for its own parcel only.
  const alone = otherThan(await pinOf(services, two));
  expect((await check([two], alone)).answers.get(two)).toBe("wrong");
});

test("[PROOF-2] five wrong ones may be tried, also at once; another PIN begins anew", async () => {
  const { run, parcels } = await out(PLACE);
  const [id] = ids(parcels) as [string];
  const pin = await pinOf(services, id);
  const wrong = otherThan(pin);
  const first = await check([id], wrong, run.id);
  expect([first.answers.get(id), first.triesLeft]).toEqual(["wrong", 4]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => check([id], wrong, run.id)));
  expect(answers.filter(({ answers: all }) => all.get(id) === "wrong")).toHaveLength(4);
  expect((await check([id], pin, run.id)).answers.get(id)).toBe("used_up");
  await transact(db, (tx) => drawAnotherPin(services, tx, id));
  expect((await check([id], await pinOf(services, id), run.id)).answers.get(id)).toBe("right");
});

test("[PROOF-2] a PIN of another secret is none: nothing is wrong, and nothing is counted", async () => {
  const { parcels } = await out(PLACE);
  const [id] = ids(parcels) as [string];
  const elsewhere = { secret: "another secret of enough length", randomInt: () => 1234 };
  await transact(db, (tx) => drawAnotherPin(elsewhere, tx, id));
  expect((await check([id], "1234")).answers.get(id)).toBe("none");
  expect(await wrongPins(id)).toBe(0);
});

test("[PROOF-3] what is given is written once, without the PIN; a wrong one and a missing proof open an exception", async () => {
  const { run, parcels } = await out(PLACE, { ...NEIGHBOUR, declaredValue: "200000" });
  const [plain, precious] = ids(parcels) as [string, string];
  const at = { id: run.id, hubId: run.hubId };
  const pin = await pinOf(services, precious);
  const deedId = randomUUID();
  const position = { latitude: 6.6, longitude: 3.35, accuracy: 12 };
  const given = { deedId, run: at, takenBy: "Gate man", pin: otherThan(pin), position } as const;
  expect(await record([precious], given)).toMatchObject([{ opened: 1 }]);
  expect(await record([precious], given)).toMatchObject([{ opened: 0 }]);
  const [row, ...more] = await proofsOf(precious);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    kind: "pin",
    pinState: "wrong",
    takenBy: "Gate man",
    flags: ["wrong_pin"],
    ...position,
  });
  expect(JSON.stringify(row)).not.toContain(given.pin);
  expect(await exceptionsOf(precious)).toEqual(["wrong_pin"]);
  await record([precious], { run: at, pin });
  expect((await proofsOf(precious)).map(({ pinState }) => pinState)).toEqual(["wrong", "right"]);
  // The sender who takes a parcel back has no PIN, so no PIN is checked.
  const tried = await wrongPins(precious);
  const back = [{ bookingId: precious, pieces: [1], returning: true }];
  await record([], { parts: back, run: at, takenBy: "Ada", pictures: ["photo"], pin: given.pin });
  expect((await proofsOf(precious)).at(-1)).toMatchObject({ kind: "photo", pinState: null, flags: [] });
  expect(await wrongPins(precious)).toBe(tried);
  await record([plain], { run: at, takenBy: "Ada", pictures: ["photo"] });
  expect(await exceptionsOf(plain)).toEqual([]);
  await record([plain], { run: at, takenBy: "Ada" });
  expect(await exceptionsOf(plain)).toEqual(["proof_missing"]);
  const called = new Date(clock.now().getTime() - 60_000);
  await record([plain], { run: at, outcome: "attempted", pictures: ["photo"], calledAt: called });
  expect((await proofsOf(plain)).at(-1)).toMatchObject({ kind: "attempt", calledAt: called, flags: [] });
});

test("[PROOF-3] a proof is added and never changed; what names people goes with them", async () => {
  const { parcels } = await out(PLACE);
  const [id] = ids(parcels) as [string];
  await record([id], { takenBy: "Ada", pictures: ["photo"] });
  const change = (set: object) => db.update(proofs).set(set).where(eq(proofs.bookingId, id));
  for (const set of [
    { takenBy: "Somebody" },
    { kind: "pin" },
    { occurredAt: new Date(0) },
    { latitude: 1, longitude: 1 },
    { takenBy: null },
  ])
    await expect(change(set)).rejects.toThrow();
  await expect(db.execute(sql`truncate ${proofs}`)).rejects.toThrow();
  await db.update(bookings).set(ERASED_RECEIVER).where(eq(bookings.id, id));
  expect((await proofsOf(id))[0]).toMatchObject({ takenBy: null, kind: "photo" });
});

test("[PROOF-4] a picture comes after its deed, is made anew, small and without position, and is stored once", async () => {
  const { parcels } = await out(PLACE);
  const [id] = ids(parcels) as [string];
  const picture = { deedId: randomUUID(), number: 1, kind: "photo" } as const;
  const photo = await cameraPhoto();
  const store = (bytes: Uint8Array = photo, of: typeof picture = picture) =>
    storeProofPicture(services, of, bytes, "phone");
  expect(await store()).toMatchObject({ ok: false, reason: "unknown_deed" });
  await record([id], { deedId: picture.deedId, takenBy: "Ada", pictures: ["photo"] });
  expect(await store(Buffer.from("no picture"))).toMatchObject({ ok: false, reason: "bad_picture" });
  expect(await store(photo, { ...picture, number: 4 } as never)).toMatchObject({ reason: "bad_picture" });
  const [code] = await db.select({ code: bookings.trackingCode }).from(bookings).where(eq(bookings.id, id));
  expect(await store()).toEqual({ ok: true, seen: false, codes: [code!.code] });
  expect(await store()).toMatchObject({ ok: true, seen: true });
  const [row] = await db.select().from(proofPictures).where(eq(proofPictures.deedId, picture.deedId));
  const bytes = (await services.files.get(row!.key!))!;
  expect(bytes.length).toBeLessThanOrEqual(120 * 1024);
  const { width, height, exif, format } = await sharp(bytes).metadata();
  expect([Math.max(width, height) <= 1280, exif, format]).toEqual([true, undefined, "webp"]);
});

test("[PROOF-4] a signature on nothing is black on white", async () => {
  const { parcels } = await out(PLACE);
  const deedId = randomUUID();
  await record(ids(parcels), { deedId, takenBy: "Ada", pictures: ["signature"] });
  const glass = sharp({
    create: { width: 400, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  });
  const drawn = await glass.png().toBuffer();
  expect(
    await storeProofPicture(services, { deedId, number: 1, kind: "signature" }, drawn, "phone"),
  ).toMatchObject({ ok: true });
  const [row] = await db.select().from(proofPictures).where(eq(proofPictures.deedId, deedId));
  const { dominant } = await sharp(Buffer.from((await services.files.get(row!.key!))!)).stats();
  expect(dominant.r).toBeGreaterThan(240);
});

test("[RECEIVER-2] the receiver's page names who took a parcel for them, never who took it back at the sender's", async () => {
  const { parcels } = await out(PLACE);
  const { id, trackingCode: code } = parcels[0]!.booking;
  const takenOn = async () => {
    const token = (await linkOf(services, "receiver", code)).split("/").at(-1)!;
    const session = { ip: "127.0.0.1", sessionHash: null, person: null, staff: null };
    const found = await readReceiver(services, session, token, null);
    return found.ok ? (found.view.taken?.name ?? null) : found.reason;
  };
  await record([id], { takenBy: "Gate man" });
  expect(await takenOn()).toBe("Gate man");
  clock.pass(1000);
  await record([], { parts: [{ bookingId: id, pieces: [1], returning: true }], takenBy: "Ada Obi" });
  await db.insert(bookingEvents).values({
    actId: SOME_ACT,
    bookingId: id,
    kind: "returned",
    toStatus: "failed",
    occurredAt: clock.now(),
  });
  expect(await takenOn()).toBe("Gate man");
  expect(await whoTookParcel(db, id, { returns: true })).toMatchObject({ name: "Ada Obi" });
});
