/**
 * DEVICE-8: papers (such as a licence) that the office photographs. RIDER-2: the rider's page shows the stops that are
 * left.
 */
import { desc, eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { activityLogs, riderPapers } from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { MOST_PAPERS } from "../../app/road/devices/papers.server.ts";
import type { RiderDay } from "../../app/road/deeds/rider-day.ts";
import { endRunPlaces } from "../../app/parcels/custody/move-pieces.server.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { cameraPhoto, outForDelivery } from "../fixtures/proofs.ts";
import { NOT_STORED_NOW } from "../../app/platform/files/file-store.ts";
import { whileFull } from "../fixtures/full-disk.ts";
import { makeHubs, makeRider } from "../fixtures/road.ts";
import { asJson, enrolled, onShift, PIN, shift } from "../fixtures/rider-phone.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db, files } = app.services;
const dispatcher = await app.admin("dispatcher");
const { IKJ } = await makeHubs(app, "IKJ");
const photo = await cameraPhoto(2000, 1000);
const pageOf = (rider: { id: string }) => `/admin/riders/${rider.id}`;

function upload(who: Visitor, rider: { id: string }, kind = "licence", bytes: Uint8Array | null = photo) {
  const body = new FormData();
  for (const [field, value] of Object.entries({ intent: "paper", kind, idempotencyKey: crypto.randomUUID() }))
    body.set(field, value);
  if (bytes) body.set("picture", new File([new Uint8Array(bytes)], "IMG_1.jpg"));
  return who.ask(pageOf(rider), { body });
}
const papersOn = async (phone: Visitor) => asJson<RiderDay>(await phone.ask("/rider/run.json")).papers;
const lastLog = async () =>
  (await db.select().from(activityLogs).orderBy(desc(activityLogs.id)).limit(1))[0]!;

test("[DEVICE-8] a paper is made anew, is on the list of the phone, and is served to that rider's shift alone", async () => {
  const [musa, sani] = [await makeRider(app, IKJ.id, "Musa"), await makeRider(app, IKJ.id, "Sani")];
  const [his, other] = [await enrolled(app, dispatcher, musa.id), await onShift(app, dispatcher, sani.id)];
  expect((await upload(dispatcher, musa)).toast).toMatchObject({ title: "Paper added" });
  expect(await lastLog()).toMatchObject({
    action: "rider_paper",
    description: "Musa: Rider's licence added",
    entityId: musa.id,
  });
  const [row] = await db.select().from(riderPapers).where(eq(riderPapers.riderId, musa.id));
  const path = `/rider/papers/${row!.id}`;
  expect((await dispatcher.ask(pageOf(musa))).text).toContain(`value="${row!.id}"`);
  const stored = (await files.get(row!.fileKey))!;
  const { format, width, exif } = await sharp(stored).metadata();
  expect([format, exif]).toEqual(["webp", undefined]);
  expect(width).toBeLessThanOrEqual(1280);
  // These four may not read the paper: the rider's phone before its shift, another rider's phone, an office session,
  // and a guest.
  for (const who of [his, other, dispatcher, app.visitor()])
    expect((await who.ask(path)).status).toBeGreaterThanOrEqual(400);
  expect((await app.visitor().ask(`/pictures/${row!.fileKey}`)).status).toBe(404);
  await shift(his, { do: "choose", pin: PIN });
  expect(await papersOn(his)).toMatchObject([{ kind: "licence", name: "Rider's licence", url: path }]);
  expect(await papersOn(other)).toEqual([]);
  const served = await his.ask(path);
  expect([served.status, served.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  await shift(his, { do: "end" });
  expect((await his.ask(path)).status).toBeGreaterThanOrEqual(400);
});

test("[DEVICE-8] the office removes a paper, its file too, also of a rider who has left; none is added then", async () => {
  const rider = await makeRider(app, IKJ.id, "Bala");
  const sani = await makeRider(app, IKJ.id, "Not Bala");
  await upload(dispatcher, rider, "insurance");
  const [row] = await db.select().from(riderPapers).where(eq(riderPapers.riderId, rider.id));
  await dispatcher.ask(pageOf(rider), { form: { intent: "leave", version: "1" } });
  const removal = { form: { intent: "remove-paper", paper: row!.id } };
  expect((await dispatcher.ask(pageOf(sani), removal)).status).toBe(409);
  expect((await upload(dispatcher, rider)).status).toBe(409);
  expect((await dispatcher.ask(pageOf(rider), removal)).toast).toMatchObject({ title: "Paper removed" });
  expect(await lastLog()).toMatchObject({ action: "rider_paper", description: "Bala: Insurance removed" });
  expect(await db.$count(riderPapers, eq(riderPapers.riderId, rider.id))).toBe(0);
  await vi.waitFor(async () => expect(await files.get(row!.fileKey)).toBeNull(), 10_000);
  const again = await dispatcher.ask(pageOf(rider), removal);
  expect([again.status, again.text]).toEqual([409, expect.stringContaining("was removed already")]);
});

test("[DEVICE-8] what is no picture, of no kind or one too many is refused, and so are others of the team", async () => {
  const rider = await makeRider(app, IKJ.id, "Ade");
  for (const [answer, says] of [
    [await upload(dispatcher, rider, "licence", null), "Choose a photo of the paper."],
    [await upload(dispatcher, rider, "licence", Buffer.from("%PDF-1.7")), "Choose a photo: JPEG"],
    [await upload(dispatcher, rider, "passport"), "Choose which paper it is"],
  ] as const)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(says)]);
  for (const role of ["hub_clerk", "cashier", "support", "moderator"] as const) {
    const who = await app.admin(role);
    expect((await upload(who, rider)).status).toBe(403);
    const form = { intent: "remove-paper", paper: crypto.randomUUID() };
    expect((await who.ask(pageOf(rider), { form })).status).toBe(403);
  }
  const paper = { riderId: rider.id, kind: "other" as const, addedAt: app.clock.now(), addedByName: "Ada" };
  await db
    .insert(riderPapers)
    .values(Array.from({ length: MOST_PAPERS }, (_, n) => ({ ...paper, fileKey: `paper-${n}.webp` })));
  const more = await upload(dispatcher, rider);
  expect([more.status, more.text]).toEqual([409, expect.stringContaining("at most 12 papers")]);
});

test("[RIDER-2] the rider's page says how many stops of a run are left, and which", async () => {
  const rider = await makeRider(app, IKJ.id, "Chidi");
  const desk = await makeAdmin(app, "moderator");
  const { parcels } = await outForDelivery(app, desk, { hub: IKJ.id, rider: rider.id }, [
    { receiverPhone: "0803 555 0101", receiverAddress: "1 Bode Thomas, Surulere" },
    { receiverPhone: "0803 555 0102", receiverAddress: "2 Awolowo Road, Ikoyi" },
  ]);
  const shown = async () => (await dispatcher.ask(pageOf(rider))).text.replaceAll("<!-- -->", "");
  const finish = (ids: string[]) => transact(db, (tx) => endRunPlaces(tx, ids, "delivered", app.clock.now()));
  expect(await shown()).toContain("2 of 2 stops left:");
  await finish(parcels[0]!.pieceIds);
  expect(await shown()).toContain("1 of 2 stops left:");
  await finish(parcels[1]!.pieceIds);
  expect(await shown()).toContain("No stop left of 2.");
});

test("[DEVICE-8] [RUN-8] without room for files a paper is a clear refusal, and is added once there is room again", async () => {
  const rider = await makeRider(app, IKJ.id, "Bello");
  const full = await whileFull(files, () => upload(dispatcher, rider, "insurance"));
  expect([full.status, full.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(full.text).toContain(NOT_STORED_NOW);
  expect(full.text).toMatch(/<option value="insurance" selected/);
  expect(await db.$count(riderPapers, eq(riderPapers.riderId, rider.id))).toBe(0);
  expect((await upload(dispatcher, rider, "insurance")).toast).toMatchObject({ title: "Paper added" });
});
