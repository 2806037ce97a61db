/**
 * A whole shift without network: the browser is killed at random moments, its clock is turned, its storage is full.
 * Every deed that the rider saw accepted arrives once, on its own parcel, in order. Longer than 250 lines because the
 * shift and the checks of its end belong together.
 */
import { afterAll, expect, test, vi } from "vitest";
import { openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { note } from "../fixtures/long.ts";
import { riderBrowser, type RiderBrowser } from "../fixtures/rider-browser.ts";
import { riderDay, run, stopOf, parcel } from "../fixtures/rider-days.ts";
import {
  button,
  deliveredTo,
  notDelivered,
  proveByName,
  typeDigits,
  typeShiftPin,
} from "../fixtures/rider-page.ts";
import { riderServer, SHIFT_PIN, type RiderServer } from "../fixtures/rider-server.ts";
import { randomFrom } from "../fixtures/random.ts";

const STOPS = 80;
const KILLS = 20;
const HOURS = 12;
const MINUTE = 60_000;
/** A slow network: 100 kbit/s each way, and 800 ms until a response begins. */
const SLOW = { offline: false, latency: 800, downloadThroughput: 12_500, uploadThroughput: 12_500 };
const SEED = 20_261_126;

const product = await closedAfterAll(openProduct({ serviceWorker: true }));
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

const random = randomFrom(SEED);
const clocks = { later: 0, wrong: 0 };
const now = () => Date.now() + clocks.later;

/** A deed that the rider did and saw accepted. */
type Accepted = {
  code: string;
  kind: "delivered" | "attempted";
  at: number;
};

function shiftDay() {
  const stops = Array.from({ length: STOPS }, (_, n) =>
    stopOf(n + 1, [
      parcel(n + 1, {
        proof: { needs: n % 4 === 0 ? "pin" : n % 8 === 1 ? "signature" : "photo", flag: null },
        ...(n % 4 === 0 && { codKobo: 500_000 }),
      }),
    ]),
  );
  const day = riderDay(0, {
    runs: [run(stops.map((stop) => ({ ...stop, address: `${stop.stop} Long Road` })))],
  });
  const runs = day.runs.map((one) => ({ ...one, sealedAt: Date.now() - 60 * MINUTE }));
  return { ...day, runs, shiftEnds: Date.now() + 14 * 60 * MINUTE };
}

/** The number of the stop on the screen (0 when all stops are done), and the number of stops that are done. */
async function shown({ page }: RiderBrowser) {
  const place = await page.locator("main h1").innerText();
  const done = await page.locator("header.top p").first().innerText();
  return { stop: Number(/^\d+/.exec(place)?.[0] ?? 0), done: Number(/^\d+/.exec(done)![0]) };
}

async function openDay(phone: RiderBrowser): Promise<void> {
  const { page } = phone;
  await phone.open();
  await page
    .getByText(/of \d+ pieces? done|shift PIN, please/)
    .first()
    .waitFor();
  if (await page.getByText("shift PIN, please").isVisible()) await typeDigits(page, SHIFT_PIN);
  await page.locator(".place").waitFor();
}

/** Performs the rider's deed at a stop; the number of the stop decides which deed. */
async function act({ page }: RiderBrowser, stop: number): Promise<Accepted["kind"]> {
  if (stop % 7 === 3) {
    await notDelivered(page, "Nobody home");
    return "attempted";
  }
  if (stop % 4 === 1) {
    await button(page, "Delivered").click();
    await button(page, /cash taken/).click();
    await typeDigits(page, "1234");
    await page.getByText("kept and checked later").waitFor();
    await proveByName(page, `Receiver ${stop}`);
    await button(page, "Delivered").click();
    return "delivered";
  }
  await deliveredTo(page, `Gateman ${stop}`);
  return "delivered";
}

type Shift = { phone: RiderBrowser; server: RiderServer; accepted: Map<number, Accepted> };

/**
 * Works at one stop. With `killed`, the browser is killed at a random moment of this work. The screen after the restart
 * then shows whether the deed was saved.
 */
async function workStop({ phone, accepted }: Shift, killed: boolean): Promise<void> {
  const before = await shown(phone);
  const code = `OD${48_210_000 + before.stop}NG`;
  const at = now();
  const expected: Accepted["kind"] = before.stop % 7 === 3 ? "attempted" : "delivered";
  const done = act(phone, before.stop).then(() =>
    vi.waitFor(async () => expect((await shown(phone)).done).toBe(before.done + 1), { timeout: 15_000 }),
  );
  if (killed) {
    await Promise.race([done.catch(() => {}), new Promise((go) => setTimeout(go, random(1500)))]);
    await phone.kill();
    await done.catch(() => {});
    await phone.start();
    await openDay(phone);
    const after = await shown(phone);
    if (after.done === before.done) return;
  } else
    await done.catch(async (error: unknown) => {
      throw new Error(`stop ${before.stop}: ${await phone.page.locator("body").innerText()}`, {
        cause: error,
      });
    });
  accepted.set(before.stop, { code, kind: expected, at });
}

test("[PHONE-2] [PHONE-6] a shift without network: no deed is lost, doubled or on another parcel, whatever happens to phone, clock and storage", async () => {
  const server = riderServer(shiftDay());
  server.now = now;
  const { origin, close } = await server.listen(product.origin);
  const phone = await riderBrowser(origin, clocks);
  closing.push(close, () => phone.close());
  const shift: Shift = { phone, server, accepted: new Map() };
  await phone.open();
  await typeShiftPin(phone.page);

  server.network = "none";
  const killAt = new Set<number>();
  while (killAt.size < KILLS) killAt.add(random(STOPS));
  for (let step = 0; shift.accepted.size < STOPS && step < 3 * STOPS; step++) {
    await phone.turn({ later: Math.round((HOURS * 60 * MINUTE * step) / STOPS) });
    if (step === Math.floor(STOPS * 0.2)) await phone.turn({ wrong: -56 * 365 * 24 * 60 * MINUTE });
    if (step === Math.floor(STOPS * 0.4)) await phone.turn({ wrong: 3 * 60 * MINUTE });
    if (step === Math.floor(STOPS * 0.6)) await phone.turn({ wrong: -56 * 365 * 24 * 60 * MINUTE });
    if (step === Math.floor(STOPS * 0.7)) await phone.turn({ wrong: 0 });
    if (step === Math.floor(STOPS * 0.5)) await fillDisk(shift, origin);
    await workStop(shift, killAt.has(step));
  }

  // The network is slow for the whole upload.
  await phone.devtools.send("Network.emulateNetworkConditions", SLOW);
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  server.network = "good";
  await phone.page.evaluate(() => window.dispatchEvent(new Event("online")));
  await vi.waitFor(() => expect(server.deeds.size).toBeGreaterThanOrEqual(STOPS), { timeout: 90_000 });
  const deedSeconds = seconds();
  await phone.page.getByText("All sent").first().waitFor({ timeout: 60_000 });
  const wanted = picturesOf(server);
  await vi.waitFor(() => expect(server.pictures.size).toBe(wanted.length), {
    timeout: 900_000,
    interval: 500,
  });
  const pictureSeconds = seconds();

  expect([...server.pictures.keys()].toSorted()).toEqual(wanted.toSorted());
  const bytes = [...server.pictures.values()];
  expect(Math.max(...bytes)).toBeLessThanOrEqual(120_000);
  const megabytes = bytes.reduce((sum, one) => sum + one, 0) / 1e6;
  expect(megabytes).toBeLessThan(10);
  expectAll(shift);
  note("a rider's shift without network", {
    stops: STOPS,
    kills: KILLS,
    deeds: server.deeds.size,
    "seconds until the deeds were sent": deedSeconds,
    "seconds until the pictures were": pictureSeconds,
    pictures: bytes.length,
    megabytes: Math.round(megabytes * 10) / 10,
  });
}, 1_800_000);

/** The keys of the pictures that belong to the stored deeds. */
const picturesOf = ({ deeds }: RiderServer): string[] =>
  [...deeds.values()].flatMap(({ id, did }) =>
    did.kind === "delivered" ? did.proof.pictures.map(({ number }) => `${id}:${number}`) : [],
  );

/**
 * Checks that each deed that the rider saw accepted is stored once, for its own parcel, in the order of the taps, with
 * the time of its tap.
 */
function expectAll({ server, accepted }: Shift): void {
  const deeds = [...server.deeds.values()].toSorted((a, b) => a.seq - b.seq);
  expect(deeds.map(({ seq }) => seq)).toEqual(deeds.map((_, n) => n + 1));
  const codeOf = new Map(
    server.day.runs[0]!.stops.flatMap(({ parcels }) =>
      parcels.flatMap(({ code, pieces }) => pieces.map(({ piece }) => [piece, code])),
    ),
  );
  const done = deeds.map(({ id, did }) => ({
    id,
    kind: did.kind,
    code: "pieces" in did && Array.isArray(did.pieces) ? codeOf.get(did.pieces[0]!) : "",
  }));
  expect(done.map(({ kind, code }) => `${kind} ${code}`)).toEqual(
    [...accepted.values()].map(({ kind, code }) => `${kind} ${code}`),
  );
  const late = [...accepted.values()].flatMap(({ at }, n) => {
    const { id, clock, known } = deeds[n]!;
    const off = server.times.get(id)!.at - at;
    // The phone cannot know the true time of a deed if, since the server's last response, its clock was set and the
    // page was closed.
    return known?.boot === clock.boot && Math.abs(off) > MINUTE
      ? [`deed ${n + 1}: ${Math.round(off / 1000)} s`]
      : [];
  });
  expect(late).toEqual([]);
}

/**
 * Checks that on a full disk the screen says that a tap was not saved, and that the stop is still open after a restart.
 */
async function fillDisk({ phone }: Shift, origin: string): Promise<void> {
  const before = await shown(phone);
  // The browser measures the free space only every few seconds, but a restarted browser measures it at once.
  await phone.kill();
  await phone.start();
  const { page, devtools } = phone;
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  await openDay(phone);
  await notDelivered(page, "Refused");
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").innerText()).toMatch(/^NOT SAVED/);
  await phone.kill();
  await phone.start();
  await openDay(phone);
  expect(await shown(phone)).toEqual(before);
}
