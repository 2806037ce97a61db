/**
 * A shift with pictures against the whole product. Parcels are delivered without network, with signatures and with
 * photos of noise. The browser is killed at random moments, also while the viewfinder is open. Then the deeds are sent
 * over a slow network. Each deed that the phone confirmed to the rider is in the office once, with its own picture.
 * test/resilience/RESULTS.md has the figures.
 */
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, expect, test, vi } from "vitest";
import { bookings, pieces, proofPictures, proofs, riderDeeds } from "../../app/platform/db/schema.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { hydrated, LAPTOP, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { note } from "../fixtures/long.ts";
import { outForDelivery } from "../fixtures/proofs.ts";
import { randomFrom } from "../fixtures/random.ts";
import { riderBrowser, type RiderBrowser } from "../fixtures/rider-browser.ts";
import {
  button,
  codeAtStop,
  deliveredTo,
  doneText,
  notDelivered,
  sign,
  typeDigits,
  workerActive,
} from "../fixtures/rider-page.ts";
import { makeHubs, makeRider, recountRoad } from "../fixtures/road.ts";

const STOPS = 80;
const KILLS = 10;
/**
 * The size in pixels of the camera's picture. It shows noise, which compresses so badly that the phone must make the
 * photo smaller.
 */
const NOISE = { width: 1280, height: 960 };
/** A slow network: 100 kbit/s each way, and 800 ms until a response begins. */
const SLOW = { offline: false, latency: 800, downloadThroughput: 12_500, uploadThroughput: 12_500 };
const PIN = "271828";
const SEED = 20_261_127;

const camera = join(tmpdir(), `ona-camera-${process.pid}.mjpeg`);
const product = await closedAfterAll(openProduct({ serviceWorker: true }));
const { db } = product.services;
let phone: RiderBrowser | null = null;
afterAll(async () => {
  await phone?.close();
  await rm(camera, { force: true });
});

type Kind = "photo" | "signature" | "attempt";
/** The kind of work at a stop. Of 80 stops, 60 end with a photo, 10 with a signature and 10 with a failed attempt. */
const kindOf = (stop: number): Kind => (stop % 8 === 3 ? "signature" : stop % 8 === 2 ? "attempt" : "photo");

async function enrol({ page }: RiderBrowser, riderId: string): Promise<void> {
  const office = await product.admin({ size: LAPTOP });
  await office.goto(`/admin/riders/${riderId}`);
  await hydrated(office);
  await office.getByRole("button", { name: "Add phone" }).click();
  const number = await office.getByText(/^\d{4} \d{4}$/).innerText();
  await office.context().close();
  await page.goto(`${product.origin}/rider/enrol`);
  await page.getByLabel("Number").fill(number);
  await page.getByRole("button", { name: "Make this my phone" }).click();
  for (const words of ["Choose six digits", "The same six digits again"]) {
    await page.getByText(words).waitFor();
    await typeDigits(page, PIN);
  }
  await page.locator(".place").waitFor();
  await workerActive(page);
}

/** Opens the rider's page, with a script that counts the bytes of each request's body by path. */
async function open({ page }: RiderBrowser): Promise<void> {
  await page.addInitScript(() => {
    const sent: Record<string, number> = {};
    Object.assign(globalThis, { sent });
    const own = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const body = init?.body;
      const path = typeof input === "string" ? input.split("?")[0]! : "";
      const bytes =
        typeof body === "string" ? body.length : body instanceof ArrayBuffer ? body.byteLength : 0;
      sent[path] = (sent[path] ?? 0) + bytes;
      return own(input, init);
    };
  });
  await page.goto(`${product.origin}/rider`);
  await page.locator(".place, .keys").first().waitFor();
  if (await page.locator(".keys").isVisible()) await typeDigits(page, PIN);
  await page.locator(".place").waitFor();
}

async function act({ page }: RiderBrowser, kind: Kind, name: string): Promise<void> {
  if (kind === "attempt") return notDelivered(page, "Nobody home");
  if (kind === "photo") return deliveredTo(page, name);
  await button(page, "Delivered").click();
  await page.getByLabel("Who took it?").fill(name);
  await page.getByText("No picture possible").click();
  await button(page, "Let them sign").click();
  await sign(page);
  return button(page, "Delivered").click();
}

const countDone = async ({ page }: RiderBrowser) => Number(/^\d+/.exec(await doneText(page))![0]);

/**
 * Works at one stop. `kill` says when the browser is killed: never, while the viewfinder is open, or after so many
 * milliseconds. Returns true if the screen then shows the deed as done.
 */
async function work(on: RiderBrowser, stop: number, kill: "no" | "viewfinder" | number): Promise<boolean> {
  const before = await countDone(on);
  if (kill === "viewfinder") {
    await button(on.page, "Delivered").click();
    await on.page.locator("button:enabled", { hasText: "Take the picture" }).waitFor();
  } else {
    const done = act(on, kindOf(stop), `Receiver ${stop}`).then(() =>
      vi.waitFor(async () => expect(await countDone(on)).toBe(before + 1), { timeout: 20_000 }),
    );
    if (kill === "no") return done.then(() => true);
    await Promise.race([done.catch(() => {}), new Promise((go) => setTimeout(go, kill))]);
    await on.kill();
    await done.catch(() => {});
  }
  if (kill === "viewfinder") await on.kill();
  await on.start();
  await open(on);
  return (await countDone(on)) > before;
}

async function pointCameraAtNoise(): Promise<void> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 50 };
  const frame = sharp({ create: { ...NOISE, channels: 3, background: "#888", noise } });
  await writeFile(camera, await frame.jpeg({ quality: 90 }).toBuffer());
}

/** The stops at which the browser is killed: at any moment, or while the viewfinder is open. */
function drawKills() {
  const random = randomFrom(SEED);
  const kills = new Map<number, "viewfinder" | number>();
  while (kills.size < KILLS) {
    const stop = 1 + random(STOPS);
    if (kindOf(stop) === "photo") kills.set(stop, kills.size % 2 === 0 ? "viewfinder" : random(2_500));
  }
  return kills;
}

/**
 * Gives the phone its network back and waits until the server has stored deeds and pictures. Returns how long that
 * took, and the sent bytes by path.
 */
async function sendAll(own: RiderBrowser, riderId: string, pictures: number) {
  await own.devtools.send("Network.enable");
  await own.devtools.send("Network.emulateNetworkConditions", SLOW);
  product.network = "up";
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  await own.page.evaluate(() => window.dispatchEvent(new Event("online")));
  const stored = () => db.select().from(riderDeeds).where(eq(riderDeeds.riderId, riderId));
  const soon = { timeout: 120_000, interval: 200 };
  await vi.waitFor(async () => expect(await stored()).toHaveLength(STOPS), soon);
  const deedSeconds = seconds();
  await vi.waitFor(async () => expect(await db.select().from(proofPictures)).toHaveLength(pictures), {
    timeout: 1_200_000,
    interval: 500,
  });
  const pictureSeconds = seconds();
  const sent = await own.page.evaluate(
    () => (globalThis as unknown as { sent: Record<string, number> }).sent,
  );
  return { deedSeconds, pictureSeconds, sent };
}

/**
 * Checks that each proof is stored once, in the order of the taps, for its own parcel, with the right kind and picture.
 */
async function expectStoredOnce(accepted: Map<string, Kind>): Promise<void> {
  const rows = await db
    .select({ code: bookings.trackingCode, kind: proofs.kind, seq: riderDeeds.seq, deed: riderDeeds.deedId })
    .from(proofs)
    .innerJoin(bookings, eq(bookings.id, proofs.bookingId))
    .innerJoin(riderDeeds, eq(riderDeeds.deedId, proofs.deedId))
    .orderBy(riderDeeds.seq);
  expect(rows.map(({ code, kind }) => [code, kind])).toEqual([...accepted]);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, n) => n + 1));
  const kept = await db.select().from(proofPictures);
  const byDeed = new Map(kept.map(({ deedId, kind }) => [deedId, kind]));
  expect(rows.map(({ deed }) => byDeed.get(deed) ?? "attempt")).toEqual([...accepted.values()]);
}

test("[PHONE-2] [PHONE-5] [PHONE-6] [DEED-9] a shift with pictures, without network and killed, is whole in the office, with each picture on its own parcel", async () => {
  await pointCameraAtNoise();
  const { IKJ } = await makeHubs(product, "IKJ");
  const desk = await makeAdmin(product, "moderator");
  const musa = await makeRider(product, IKJ.id);
  const places = Array.from({ length: STOPS }, (_, n) => ({
    receiverPhone: `0803765${String(1_000 + n)}`,
    receiverAddress: `${n + 1} Bode Thomas Street, Surulere, Lagos`,
  }));
  const { parcels } = await outForDelivery(product, desk, { hub: IKJ.id, rider: musa.id }, places);
  const flags = [`--use-file-for-fake-video-capture=${camera}`];
  const own = await riderBrowser(product.origin, { later: 0, wrong: 0 }, flags);
  phone = own;
  await enrol(own, musa.id);
  await own.quit();
  await own.start();
  product.network = "down";
  await open(own);

  const kills = drawKills();
  const accepted = new Map<string, Kind>();
  for (let stop = 1; stop <= STOPS; stop++) {
    const code = await codeAtStop(own.page);
    let counted = await work(own, stop, kills.get(stop) ?? "no");
    if (!counted) counted = await work(own, stop, "no");
    expect(counted).toBe(true);
    accepted.set(code, kindOf(stop));
  }

  const kinds = [...accepted.values()];
  const pictures = kinds.filter((kind) => kind !== "attempt").length;
  const { deedSeconds, pictureSeconds, sent } = await sendAll(own, musa.id, pictures);
  await expectStoredOnce(accepted);
  const ids = parcels.map(({ booking }) => booking.id);
  const held = await db.select().from(pieces).where(inArray(pieces.bookingId, ids));
  expect(held.filter(({ holderKind }) => holderKind === "receiver")).toHaveLength(pictures);
  expect(await recountRoad(product)).toEqual([]);
  const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
  const forPictures = sent["/rider/pictures"] ?? 0;
  const forRest = Object.values(sent).reduce((sum, bytes) => sum + bytes, 0) - forPictures;
  expect(forPictures).toBeLessThanOrEqual(10e6);
  expect(forRest).toBeLessThanOrEqual(1e6);
  expect(deedSeconds).toBeLessThanOrEqual(60);
  expect(pictureSeconds).toBeLessThanOrEqual(15 * 60);
  note("a rider's shift with pictures, sent at 100 kbit/s", {
    stops: STOPS,
    kills: KILLS,
    pictures,
    "seconds until the deeds were sent": deedSeconds,
    "seconds until the pictures were": pictureSeconds,
    "megabytes of pictures": megabytes(forPictures),
    "kilobytes of everything else": Math.round(forRest / 1000),
  });
}, 3_600_000);
