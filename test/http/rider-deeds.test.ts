/** The data that a rider's phone gets and sends, over HTTP. */
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { formatAdminDateTime } from "../../app/domain/dates.ts";
import { bookings, proofPictures, riderDevices } from "../../app/platform/db/schema.ts";
import { assignPieces } from "../../app/road/runs/assign-pieces.server.ts";
import { loadWhatIsPlanned, sealRun } from "../../app/road/runs/load-run.server.ts";
import { NO_PROOF_GIVEN } from "../../app/road/deeds/no-proof.ts";
import type { DeedsAnswer } from "../../app/road/deeds/protocol.ts";
import type { RiderDay } from "../../app/road/deeds/rider-day.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { whileFull } from "../fixtures/full-disk.ts";
import { Phone } from "../fixtures/phone.ts";
import { pinOf } from "../fixtures/proofs.ts";
import { bookedAt, makeHubs, makeRider, makeRun, runNow, seenRun, sendRunOut } from "../fixtures/road.ts";
import { askJson, asJson, onShift, shift } from "../fixtures/rider-phone.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services, clock } = app;
const { db } = services;
const boss = await app.admin("super_admin");
const desk = await makeAdmin(app, "moderator");
const { IKJ } = await makeHubs(app, "IKJ");
const key = () => crypto.randomUUID();
let names = 0;

/** Makes a rider who is out with this many parcels, and the rider's phone on its shift. */
async function out(n: number) {
  const rider = await makeRider(app, IKJ.id, `Rider ${names++}`);
  const run = await makeRun(app, desk, { kind: "delivery", hub: IKJ.id, rider: rider.id });
  const all = [];
  for (let done = 0; done < n; done++) all.push(await bookedAt(app, desk, IKJ.id, { mayLookInside: "yes" }));
  const pieces = all.flatMap(({ pieceIds }) => pieceIds);
  await sendRunOut(app, desk, run.id, pieces);
  const visitor = await onShift(app, boss, rider.id);
  const [device] = await db.select().from(riderDevices).where(eq(riderDevices.riderId, rider.id));
  return { rider, run: await runNow(app, run.id), all, pieces, visitor, device: device!.id };
}

const sends = async (visitor: Visitor, phone: Phone) =>
  asJson<DeedsAnswer>(
    await askJson(visitor, "/rider/deeds", { protocol: 1, phone: phone.report(), deeds: phone.log }),
  );

test("[DEED-3] the phone is given the sealed run on its way, and no PIN; other runs and riders are not in it", async () => {
  const { run, all, visitor, rider } = await out(2);
  const other = await out(1);
  await makeRun(app, desk, { kind: "delivery", hub: IKJ.id, rider: rider.id });
  const { text } = await visitor.ask("/rider/run.json");
  const day = JSON.parse(text) as RiderDay;
  expect(day.runs.map(({ id, version, state }) => [id, version, state])).toEqual([
    [run.id, run.version, "out"],
  ]);
  const parcels = day.runs[0]!.stops.flatMap((stop) => stop.parcels);
  expect(parcels.map(({ code }) => code).toSorted()).toEqual(
    all.map(({ booking }) => booking.trackingCode).toSorted(),
  );
  expect(parcels[0]).toMatchObject({ returning: false, deliveryKobo: 0, codKobo: 0, transfer: null });
  expect(day).toMatchObject({
    protocol: 1,
    rider: { name: rider.name },
    hub: { code: "IKJ" },
    balanceKobo: 0,
  });
  expect(text).not.toContain(other.all[0]!.booking.trackingCode);
  for (const { booking } of all) expect(text).not.toContain(`"${await pinOf(services, booking.id)}"`);
});

test("[PHONE-12] the phone asks for a scan before 'Delivered' where the company says so", async () => {
  const { visitor } = await out(1);
  const scanFirst = async () => asJson<RiderDay>(await visitor.ask("/rider/run.json")).scanFirst;
  expect(await scanFirst()).toBe(false);
  const version = /name="version" value="(\d+)"/.exec((await boss.ask("/admin/company")).text)?.[1] ?? "";
  const road = {
    unpaidMayLoad: "yes",
    attempts: "3",
    proofRule: "photo",
    floatLimitKobo: "",
    pinValueKobo: "",
    scanFirst: "yes",
  };
  const form = { ...road, intent: "road", version, idempotencyKey: key() };
  const saved = await boss.ask("/admin/company", { form });
  expect(saved.toast, saved.text.match(/role="alert"[^]*?<\/p>/)?.[0]).toMatchObject({ tone: "good" });
  expect(await scanFirst()).toBe(true);
});

test("[DEVICE-9] the rider's page has their record, and each flagged deed with why; the list says when the phone last sent", async () => {
  const { run, all, pieces, visitor, device, rider } = await out(2);
  clock.pass(60_000);
  const phone = Phone.at(app, device, rider.id);
  phone.delivers(run, [pieces[0]!]);
  phone.fails(run, [pieces[1]!]);
  await sends(visitor, phone);
  const { text } = await boss.ask(`/admin/riders/${rider.id}`);
  expect(text.replaceAll("<!-- -->", "")).toMatch(
    /Delivered<\/dt><dd[^>]*>1<[^]*Not delivered<\/dt><dd[^>]*>1</,
  );
  expect(text).toContain("One deed to look at");
  expect(text).toContain("proof missing");
  expect(text).toContain(all[0]!.booking.trackingCode);
  expect((await boss.ask("/admin/riders")).text).toMatch(/Phone last sent[^]*just now/);
});

test("[TRIP-11] an incident that the rider reports stands on the run's page: kind, words, time and who; also without a parcel, and not once it is taken back", async () => {
  const { run, pieces, visitor, device, rider } = await out(1);
  const phone = Phone.at(app, device, rider.id);
  const shown = async () => {
    const { text } = await boss.ask(`/admin/runs/${run.id}`);
    const list = /aria-label="Incidents".*?<\/ul>/s.exec(text.replaceAll("<!-- -->", ""))?.[0] ?? "";
    return [...list.matchAll(/<li.*?<\/li>/gs)].map(([item]) => item.replaceAll(/<[^>]*>/g, "|"));
  };
  expect(await shown()).toEqual([]);
  const flood = phone.does(
    { kind: "incident", incident: "weather", note: "Ikorodu Road is under water" },
    run,
  );
  await sends(visitor, phone);
  clock.pass(60_000);
  phone.delivers(run, pieces);
  phone.does({ kind: "incident", incident: "accident", note: "" }, run);
  await sends(visitor, phone);
  const [accident, weather] = await shown();
  const by = (at: number) => new RegExp(`${formatAdminDateTime(new Date(at))} · ${rider.name}`);
  expect(accident).toMatch(by(phone.log.at(-1)!.clock.at));
  expect(accident).toContain("Accident");
  expect(weather).toMatch(by(flood.clock.at));
  expect(weather).toContain("Ikorodu Road is under water");
  phone.does({ kind: "undo", of: flood.id }, run);
  await sends(visitor, phone);
  expect(await shown()).toEqual([accident]);
});

test("[DEVICE-5] after its shift a phone sends deeds and pictures, and is given nothing", async () => {
  const { run, all, pieces, visitor, device, rider } = await out(1);
  await shift(visitor, { do: "end" });
  for (const path of ["/rider/run.json", `/rider/papers/${crypto.randomUUID()}`]) {
    const answer = await visitor.ask(path);
    expect([answer.status, asJson<{ why: string }>(answer).why], path).toEqual([401, "shift"]);
  }
  const asked = await askJson(visitor, "/rider/pin", {
    run: run.id,
    bookings: [all[0]!.booking.id],
    pin: "1234",
  });
  expect(asked.status).toBe(401);
  const phone = Phone.at(app, device, rider.id);
  phone.delivers(run, pieces, {
    proof: { ...NO_PROOF_GIVEN, name: "Ada", pictures: [{ number: 1, kind: "photo" }] },
  });
  expect((await sends(visitor, phone)).answers).toMatchObject([{ answer: "taken" }]);
  const [row] = await db.select().from(bookings).where(eq(bookings.id, all[0]!.booking.id));
  expect(row!.status).toBe("delivered");
  // The office revokes the phone. The server still accepts the deeds that were done before, but sends the phone no
  // data.
  await db
    .update(riderDevices)
    .set({ revokedAt: clock.now(), revokedBy: "office" })
    .where(eq(riderDevices.id, device));
  expect(asJson(await visitor.ask("/rider/run.json"))).toMatchObject({ why: "revoked", by: "office" });
  expect(await sends(visitor, phone)).toMatchObject({ phone: "revoked", answers: [{ answer: "seen" }] });
  clock.pass(8 * 24 * 3_600_000);
  expect((await askJson(visitor, "/rider/deeds", {})).status).toBe(401);
  expect((await askJson(app.visitor(), "/rider/deeds", {})).status).toBe(401);
});

test("[DEED-9] [RUN-8] a picture comes after its deed, once, is made anew, and binds to no other rider's deed", async () => {
  const bossNow = await app.admin("super_admin", "boss2@ona.test");
  const { run, pieces, visitor, device, rider } = await outAgain(bossNow);
  const phone = Phone.at(app, device, rider.id);
  const deed = phone.delivers(run, pieces, {
    proof: { ...NO_PROOF_GIVEN, name: "Ada", pictures: [{ number: 1, kind: "photo" }] },
  });
  const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#474" } })
    .withExif({ IFD0: { Copyright: "someone" } })
    .jpeg()
    .toBuffer();
  const send = async (who: Visitor, query: string, body: Uint8Array = jpeg) => {
    const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { Cookie: cookie, Origin: services.origin, "Content-Type": "image/jpeg" };
    return app.fetch(
      new Request(`${services.origin}/rider/pictures?${query}`, {
        method: "POST",
        body: new Uint8Array(body),
        headers,
      }),
      {},
    );
  };
  const post = async (...sent: Parameters<typeof send>) =>
    ((await (await send(...sent)).json()) as { answer: string }).answer;
  const named = `deed=${deed.id}&number=1&kind=photo`;
  expect(await post(visitor, named)).toBe("wait");
  await sends(visitor, phone);
  // While the disk is full, the server asks the phone to send the picture later. The picture then counts neither as
  // stored nor as a repeat.
  const full = await whileFull(services.files, () => send(visitor, named));
  expect([full.status, full.headers.get("Retry-After")]).toEqual([503, "60"]);
  expect([await post(visitor, named), await post(visitor, named)]).toEqual(["taken", "seen"]);
  expect(await post(visitor, `deed=${deed.id}&number=2&kind=photo`, Buffer.from("no picture"))).toBe(
    "refused",
  );
  const stranger = await outAgain(bossNow);
  expect(await post(stranger.visitor, `deed=${deed.id}&number=3&kind=photo`)).toBe("refused");
  const [stored] = await db.select().from(proofPictures).where(eq(proofPictures.deedId, deed.id));
  const bytes = await services.files.get(stored!.key!);
  const { format, exif } = await sharp(bytes!).metadata();
  expect([format, exif]).toEqual(["webp", undefined]);
});

async function outAgain(who: Visitor) {
  const rider = await makeRider(app, IKJ.id, `Rider ${names++}`);
  const made = await makeRun(app, desk, { kind: "delivery", hub: IKJ.id, rider: rider.id });
  const { pieceIds: pieces } = await bookedAt(app, desk, IKJ.id);
  await assignPieces(services, desk, { run: made.id, pieces }, key());
  await loadWhatIsPlanned(services, desk, await seenRun(app, made.id), key());
  await sealRun(services, desk, await seenRun(app, made.id), key());
  const visitor = await onShift(app, who, rider.id);
  const [device] = await db.select().from(riderDevices).where(eq(riderDevices.riderId, rider.id));
  return { rider, run: await runNow(app, made.id), pieces, visitor, device: device!.id };
}
