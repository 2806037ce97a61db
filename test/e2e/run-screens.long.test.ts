/** The screens of runs, with parcels and a run in each state, at every size and in both colour schemes. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hubs } from "../../app/platform/db/schema.ts";
import { assignPieces } from "../../app/road/runs/assign-pieces.server.ts";
import { loadWhatIsPlanned, sealRun } from "../../app/road/runs/load-run.server.ts";
import { recordAttempted, recordDelivered } from "../../app/road/entries/run-deeds.server.ts";
import { reconcileRun, runOut, runReturned } from "../../app/road/runs/send-and-close-run.server.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { expectAccessible, hydrated, LAPTOP, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import {
  bookedAt,
  loadEach,
  makeHubs,
  makePartner,
  makeRider,
  makeRun,
  piecesOf,
  receiveAt,
  runNow,
} from "../fixtures/road.ts";
import { screen } from "../fixtures/screen.ts";
import { findFaults } from "../fixtures/screen-faults.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { makeSuperAdmin } from "../fixtures/staff.ts";

const LONG = "Oluwaseunfunmilayo Abdulrahmanabubakarsiddiqui at Onitsha Main Market Road";
const product = await closedAfterAll(openProduct());
const { services, clock } = product;
const { db } = services;
const boss = await makeSuperAdmin(product);
const { IKJ, KAN } = await makeHubs(product, "IKJ", "KAN");
await db.update(hubs).set({ name: LONG }).where(eq(hubs.id, KAN.id));
const rider = await makeRider(product, IKJ.id, LONG);
const bus = await makePartner(product, LONG);
const key = () => crypto.randomUUID();
const HERE = {
  receiverName: LONG,
  receiverAddress: "5 Ogunlana Drive, Surulere, Lagos",
  receiverState: "Lagos",
};
const place = (n: number) => ({
  receiverPhone: `0803765432${n}`,
  receiverAddress: `${n} Bode Thomas Street, Surulere, Lagos`,
});
const seen = async (run: string) => ({ run, version: (await runNow(product, run)).version });

type Made = { id: string; pieces: string[] };
async function delivery(many: number): Promise<Made> {
  const { id } = await makeRun(product, boss, { kind: "delivery", hub: IKJ.id, rider: rider.id });
  const pieces: string[] = [];
  for (let n = 0; n < many; n++)
    pieces.push(
      ...(await bookedAt(product, boss, IKJ.id, { ...HERE, ...place(n), pieces: n === 1 ? "2" : "1" }))
        .pieceIds,
    );
  if (many > 0) await assignPieces(services, boss, { run: id, pieces }, key());
  return { id, pieces };
}
async function sealed(many: number): Promise<Made> {
  const made = await delivery(many);
  await loadWhatIsPlanned(services, boss, await seen(made.id), key());
  await sealRun(services, boss, await seen(made.id), key());
  return made;
}
async function out(many: number): Promise<Made> {
  const made = await sealed(many);
  await runOut(services, boss, await seen(made.id), key());
  const [first, second] = made.pieces;
  await recordDelivered(services, boss, { run: made.id, pieces: [first!], note: "Her brother" }, key());
  await recordAttempted(services, boss, { run: made.id, pieces: [second!], reason: "nobody_home" }, key());
  return made;
}

const empty = await delivery(0);
const planned = await delivery(3);
const loading = await delivery(3);
await loadEach(product, boss, loading.id, loading.pieces.slice(0, 2));
const loaded = await sealed(2);
const onTheWay = await out(4);
const returned = await out(3);
await runReturned(services, boss, await seen(returned.id), key());
const closed = await out(2);
await receiveAt(product, boss, IKJ.id, [closed.pieces[1]!]);
await runReturned(services, boss, await seen(closed.id), key());
await reconcileRun(services, boss, { ...(await seen(closed.id)), note: LONG, person: LONG }, key());
const haul = await makeRun(product, boss, {
  ...{ kind: "linehaul", hub: IKJ.id, toHub: KAN.id, partner: bus.id, driverPhone: "08031234567" },
});
const toKano = await bookedAt(product, boss, IKJ.id);
await assignPieces(services, boss, { run: haul.id, pieces: toKano.pieceIds }, key());
await bookedAt(product, boss, IKJ.id);
const pickup = await makeRun(product, boss, { kind: "pickup", hub: IKJ.id, rider: rider.id });
const waiting = await bookOne(product, { pieces: "3", senderName: LONG });
await assignPieces(
  services,
  boss,
  { run: pickup.id, pieces: (await piecesOf(product, waiting.id)).map(({ id }) => id) },
  key(),
);
await runOut(services, boss, await seen(pickup.id), key());
await bookOne(product, { senderName: LONG });
await bookedAt(product, boss, IKJ.id, {
  receiverAddress: "4 Damboa Road, Maiduguri",
  receiverState: "Borno",
});
for (const n of [1, 2]) await bookedAt(product, boss, IKJ.id, { ...HERE, ...place(n) });

const board = `/admin/runs?hub=${IKJ.id}`;
const run = (id: string, more = {}) => screen("super_admin", `/admin/runs/${id}`, more);
const SCREENS = [
  screen("super_admin", board),
  screen("super_admin", `${board}&open=delivery/Surulere, Lagos`),
  screen("super_admin", `${board}&new=1`),
  screen("super_admin", board, { form: { intent: "assign" }, status: 400 }),
  screen("super_admin", `${board}&new=1`, {
    form: { intent: "plan", kind: "linehaul", hub: IKJ.id, partner: bus.id },
    status: 400,
  }),
  // All of these screens are the page of a run. `npm test` opens only the first one.
  ...[onTheWay, empty, planned, loading, loaded, returned, closed, haul, pickup].map(({ id }) => run(id)),
  run(`${onTheWay.id}?confirm=rest`),
  run(loading.id, { form: { intent: "load", code: "GIG1" }, status: 400 }),
  run(loading.id, { form: { intent: "seal", version: "3", note: LONG }, status: 409 }),
  run(onTheWay.id, {
    form: { intent: "attempted", stop: "3", [`piece:${onTheWay.pieces[3]}`]: "on" },
    status: 400,
  }),
  run(pickup.id, { form: { intent: "picked_up", booking: waiting.id, count: "2" }, status: 409 }),
  ...["", "?paper=roll"].map((paper) => run(`${onTheWay.id}/manifest${paper}`)),
  screen("super_admin", "/admin/runs/reattempts"),
  screen("super_admin", "/admin/runs/reattempts", { form: { hub: IKJ.id, run: "" }, status: 400 }),
];

test("[WEB-5] [STAFF-27] the screens of runs", { timeout: 400_000 }, async () => {
  clock.pass(1000);
  const page = await product.person({ cookie: await sessionCookie(product, boss.person.id, "staff") });
  expect(await findFaults(page, SCREENS)).toEqual([]);
});

test("[TRIP-16] a stop changes its place by keyboard, and keeps the focus", { timeout: 60_000 }, async () => {
  const page = await product.person({
    size: LAPTOP,
    cookie: await sessionCookie(product, boss.person.id, "staff"),
  });
  await page.goto(`/admin/runs/${planned.id}`);
  await hydrated(page);
  const stops = page.locator("li[data-stop]");
  const order = () => stops.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["stop"]));
  const before = await order();
  await stops.nth(0).getByRole("checkbox").first().focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect.poll(order).toEqual([before[1], before[0], before[2]]);
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-stop]")?.dataset["stop"]);
  await expect.poll(focused).toBe(before[0]);
  await page.keyboard.press("Shift+ArrowDown");
  await expect.poll(order).toEqual([before[1], before[2], before[0]]);
  await expectAccessible(page);
});

const POINTS_PER_MM = 72 / 25.4;

test("[TRIP-20] a manifest prints on whole pages of its paper", { timeout: 60_000 }, async () => {
  const page = await product.person({
    size: LAPTOP,
    cookie: await sessionCookie(product, boss.person.id, "staff"),
  });
  const pages = async (paper: string) => {
    await page.goto(`/admin/runs/${onTheWay.id}/manifest?paper=${paper}`);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    return [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...box]) =>
      box.map((points) => Math.round(Number(points) / POINTS_PER_MM)),
    );
  };
  expect(await pages("a4")).toEqual([[210, 297]]);
  const roll = await pages("roll");
  expect(roll).toHaveLength(1);
  expect(roll[0]![0]).toBe(80);
});
