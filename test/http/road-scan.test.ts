/**
 * The scan page of a company with hubs, over HTTP: without JavaScript, as the page's script sends scans, and hundreds
 * of pieces one after the other.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, custodyEntries, hubs } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { clerkOf } from "../fixtures/staff.ts";
import { times } from "../fixtures/long.ts";
import { bookedAt, makeHubs, makeRider, makeRun, piecesOf, recountRoad } from "../fixtures/road.ts";
import type { ScanResponse } from "../../app/road/scan/scan.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const clerk = await app.admin("moderator");
const before = (await clerk.ask("/admin/scan")).text;
const { IKJ, KAN, ABJ } = await makeHubs(app, "IKJ", "KAN", "ABJ");
const desk = await makeAdmin(app, "moderator");

const send = (visitor: Visitor, fields: Record<string, string>, path = "/admin/scan") =>
  visitor.send(path, fields);
const ownerOf = async (visitor: Visitor) =>
  /data-owner="([^"]+)"/.exec((await visitor.ask("/admin/scan")).text)?.[1] ?? "";
/** Sends a scan as the page's script does; returns the response as JSON. */
const asScript = async (visitor: Visitor) => {
  const headers = { "Ona-Owner": await ownerOf(visitor) };
  return async (fields: Record<string, string>) => {
    const form = { idempotencyKey: crypto.randomUUID(), agedMs: "0", ...fields };
    const { status, text } = await visitor.ask("/admin/scan/one", { form, headers });
    return { status, ...(JSON.parse(text) as ScanResponse) };
  };
};

test("[SCAN-6] the page has its modes once there is a hub, and without one it is the page of statuses", async () => {
  expect(before).toContain("Set every scanned parcel to");
  expect(before).not.toContain("Receive here");
  const page = await clerk.ask("/admin/scan");
  for (const mode of ["Receive here", "Load on run", "Hand over", "Return", "Find", "Set status"])
    expect(page.text).toContain(mode);
  for (const { name, code } of [IKJ, KAN, ABJ]) expect(page.text).toContain(`${name} (${code})`);
  const status = await clerk.ask("/admin/scan?mode=status");
  expect(status.text).toContain("Set every scanned parcel to");
});

test("[SCAN-6] [SCAN-7] without JavaScript a mode is a link, one code is received at a time, and the hub stays chosen; it is undone", async () => {
  const { trackingCode: code } = await bookOne(app);
  const page = await clerk.ask("/admin/scan?mode=receive");
  expect(page.text).toContain('href="/admin/scan?mode=load"');
  const chosen = await clerk.ask(`/admin/scan?mode=receive&hub=${IKJ.id}`);
  expect(chosen.text).toContain(`href="/admin/scan?mode=load&amp;hub=${IKJ.id}"`);
  const answer = await send(clerk, { mode: "receive", code, hub: IKJ.id });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain("Right");
  expect(answer.text).toContain("For Kano (KAN): linehaul.");
  expect(answer.text).toContain(`<option value="${IKJ.id}" selected="">`);
  const entry = /type="hidden" name="entry" value="(\d+)"/.exec(answer.text)?.[1] ?? "";
  expect((await send(clerk, { intent: "undo_receive", entry })).text).toContain("It is where it was before.");
});

test("[SCAN-6] a mode, a hub and a run that are missing or made up are refused at their field, and nothing is written", async () => {
  const { trackingCode: code } = await bookOne(app);
  const entries = await db.$count(custodyEntries);
  for (const [fields, says] of [
    [{ mode: "receive", code }, "Choose the hub where you are."],
    [{ mode: "receive", code, hub: crypto.randomUUID() }, "Choose the hub where you are."],
    [{ mode: "receive", code, hub: "IKJ" }, "Choose the hub where you are."],
    [{ mode: "load", code, hub: IKJ.id }, "Choose the run."],
    [{ mode: "return", code, run: "x" }, "Choose the run."],
    [{ mode: "load", code, run: crypto.randomUUID() }, "There is no such run."],
    [{ mode: "fly", code }, "Choose what the scan does"],
    [{ mode: "find", code: "" }, "Scan or type a code"],
  ] as const) {
    const answer = await send(clerk, fields);
    expect([answer.status >= 400, answer.status < 500, answer.text.includes(says)], says).toEqual([
      true,
      true,
      true,
    ]);
  }
  expect(await db.$count(custodyEntries)).toBe(entries);
});

test("[SCAN-7] [SCAN-8] [SCAN-11] each bad scan is a clear word, and what is ours is not lost", async () => {
  const script = await asScript(clerk);
  const { booking, pieceIds } = await bookedAt(app, desk, IKJ.id);
  const { trackingCode: code } = booking;
  app.clock.pass(60_000);
  const receive = (at: { id: string }, what = code, more = {}) =>
    script({ mode: "receive", code: what, hub: at.id, ...more });
  expect(await receive(IKJ, "GIG1234567890")).toMatchObject({
    ok: false,
    status: 404,
    word: "Unknown",
    known: false,
  });
  expect(await receive(IKJ, "OD00000000NG")).toMatchObject({ ok: false, word: "Unknown" });
  expect(await receive(IKJ)).toMatchObject({ ok: true, word: "Already here", tone: "same" });
  expect(await receive(ABJ)).toMatchObject({ ok: true, word: "Wrong hub", tone: "wrong", known: true });
  app.clock.pass(60_000);
  await receive(IKJ);
  app.clock.pass(60_000);
  const early = await bookOne(app);
  expect((await receive(IKJ, early.trackingCode, { agedMs: "7200000" })).text).toContain(
    "when it was booked",
  );
  await script({ mode: "status", code, status: "delivered" });
  app.clock.pass(60_000);
  expect(await receive(IKJ)).toMatchObject({ ok: true, word: "Already delivered" });
  const rider = await makeRider(app, IKJ.id);
  const [one, two] = [
    await makeRun(app, desk, { kind: "delivery", hub: IKJ.id, rider: rider.id }),
    await makeRun(app, desk, { kind: "delivery", hub: IKJ.id, rider: rider.id }),
  ];
  expect(await script({ mode: "load", code, run: one.id })).toMatchObject({ ok: true, word: "Added" });
  expect(await script({ mode: "load", code, run: two.id })).toMatchObject({
    ok: false,
    status: 409,
    word: "Wrong run",
    tone: "wrong",
    text: `It is on ${one.name}. Put it aside for ${one.name}, or ask the desk to move it.`,
  });
  expect(await script({ mode: "find", code })).toMatchObject({ ok: true, word: "In Ikeja" });
  await db.update(hubs).set({ active: false }).where(eq(hubs.id, ABJ.id));
  await expect.poll(async () => (await receive(ABJ, early.trackingCode)).word).toBe("Hub closed");
  expect((await receive(ABJ, early.trackingCode)).text).toMatch(
    /^Abuja \(ABJ\) is closed .* Choose an open hub/,
  );
  expect((await clerk.ask("/admin/scan")).text).not.toContain("Abuja (ABJ)");
  await db.update(hubs).set({ active: true }).where(eq(hubs.id, ABJ.id));
  expect((await piecesOf(app, booking.id)).map(({ id }) => id)).toEqual(pieceIds);
  expect(await recountRoad(app)).toEqual([]);
});

test("[SCAN-10] at the counter, without JavaScript, the page asks who takes the parcel before it is handed out", async () => {
  const { booking } = await bookedAt(app, desk, IKJ.id);
  app.clock.pass(60_000);
  const fields = { mode: "hand_over", code: booking.trackingCode, hub: IKJ.id, to: "receiver" };
  const asked = await send(clerk, fields);
  expect(asked.text).toContain("Who takes it?");
  expect(asked.text).toContain(`It is for ${booking.receiverName}`);
  const hidden = Object.fromEntries(
    [...asked.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
  expect(hidden).toMatchObject(fields);
  const done = await send(clerk, { ...fields, person: "Ngozi" });
  expect(done.text).toContain("Delivered at the counter.");
  expect((await piecesOf(app, booking.id))[0]).toMatchObject({ holderKind: "receiver" });
});

test("[SCAN-6] roles: support finds and does nothing else, a cashier loads, a clerk works at the own hub", async () => {
  const { booking } = await bookedAt(app, desk, IKJ.id);
  const { trackingCode: code } = booking;
  const run = await makeRun(app, desk, { kind: "delivery", hub: IKJ.id });
  const support = await app.admin("support");
  const find = await asScript(support);
  expect(await find({ mode: "find", code })).toMatchObject({ ok: true });
  const others: Record<string, string>[] = [
    { mode: "receive", code, hub: IKJ.id },
    { mode: "load", code, run: run.id },
    { mode: "hand_over", code, hub: IKJ.id },
    { mode: "return", code, run: run.id },
    { mode: "status", code, status: "in_transit" },
  ];
  for (const fields of others) expect(await find(fields)).toMatchObject({ status: 403, ok: false });
  expect((await support.ask("/admin/scan?mode=receive")).text).toContain("You can view but not change.");
  const cashier = await asScript(await app.admin("cashier"));
  expect(await cashier({ mode: "load", code, run: run.id })).toMatchObject({ ok: true });
  expect(await cashier({ mode: "receive", code, hub: IKJ.id })).toMatchObject({ status: 403 });

  const kano = await clerkOf(app, KAN.id, "kano@ona.test");
  const page = (await kano.ask("/admin/scan")).text;
  expect(page).toContain(`<option value="${KAN.id}" selected="">`);
  expect(page).not.toContain("Ikeja (IKJ)");
  const own = await asScript(kano);
  expect(await own({ mode: "receive", code, hub: IKJ.id })).toMatchObject({
    status: 403,
    word: "Not your hub",
  });
  expect(await own({ mode: "receive", code, hub: KAN.id })).toMatchObject({ ok: true });
});

test("[SCAN-6] [SCAN-7] two clerks receive many pieces one after another, each answered for itself, and each counted once", async () => {
  const codes: string[] = [];
  // Each of the eight bookings has this many pieces, so a long run scans 400 pieces.
  const each = times(15, 50);
  for (let n = 0; n < 8; n++) {
    const { id, trackingCode } = await bookOne(app);
    await db.update(bookings).set({ pieces: each }).where(eq(bookings.id, id));
    for (let piece = 1; piece <= each; piece++) codes.push(`${trackingCode}-${piece}`);
  }
  const held = await db.$count(custodyEntries);
  const words: string[] = [];
  /** Sends the scans of one device: each one only after the previous one is answered, as the queue of the page does. */
  const device = async (visitor: Visitor, own: string[]) => {
    const script = await asScript(visitor);
    for (const code of own) {
      const answer = await script({ mode: "receive", code, hub: IKJ.id });
      expect(answer.code).toBe(code);
      words.push(answer.word);
    }
  };
  const other = await app.admin("dispatcher");
  // Each device scans every second piece, so that both work on the pieces of one booking at once.
  await Promise.all([
    device(
      clerk,
      codes.filter((_, n) => n % 2 === 0),
    ),
    device(
      other,
      codes.filter((_, n) => n % 2 === 1),
    ),
  ]);
  expect(words).toHaveLength(8 * each);
  expect(new Set(words)).toEqual(new Set(["Right"]));
  expect(await db.$count(custodyEntries)).toBe(held + codes.length);
  expect(await recountRoad(app)).toEqual([]);
}, 120_000);
