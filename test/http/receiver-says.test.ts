/**
 * CHOICE-3 to CHOICE-5: the question to the receiver after an attempt, the sender's decision, and the note to a rider
 * on the way, over HTTP.
 */
import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailedPath } from "../../app/parcels/bookings/who-opens-own-booking.server.ts";
import { linkOf, type LinkKind } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { attemptAnswers, exceptions, runPieces } from "../../app/platform/db/schema.ts";
import { unassignPieces } from "../../app/road/runs/assign-pieces.server.ts";
import { loadWhatIsPlanned } from "../../app/road/runs/load-run.server.ts";
import { recordAttempted } from "../../app/road/entries/run-deeds.server.ts";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { receiveAt, runNow } from "../fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../fixtures/run-desk.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services, clock } = app;
const { db } = services;
const { desk, IKJ, assign, delivery, outWith, many, sendOut } = await makeRunDesk(app);
const pathOf = async (kind: LinkKind, code: string) =>
  (await linkOf(services, kind, code)).slice(services.origin.length);
const visitor = app.visitor();

/** Makes a parcel that is out with a rider. */
async function out() {
  const { run, all, ids } = await outWith(1);
  const { id, trackingCode: code } = all[0]!.booking;
  return {
    run: run.id,
    ids,
    id,
    code,
    own: await pathOf("receiver", code),
    staffs: await pathOf("staff", code),
  };
}

test("[CHOICE-1] of a parcel that is loaded and still in the hub the page does not say that the rider has it", async () => {
  const [one] = await many(1);
  const run = await delivery();
  await assign(run.id, one!.pieceIds);
  const seen = { run: run.id, version: (await runNow(app, run.id)).version };
  expect(await loadWhatIsPlanned(services, desk, seen, key())).toMatchObject({ ok: true });
  const own = await pathOf("receiver", one!.booking.trackingCode);
  const page = (await visitor.ask(own)).text;
  expect(page).toContain("Your parcel is loaded for delivery. The day, the place");
  const refused = await visitor.send(own, { intent: "choose-day", day: "2026-12-01" });
  expect([refused.status, refused.text.includes("Your parcel is loaded for delivery already")]).toEqual([
    409,
    true,
  ]);
  for (const text of [page, refused.text]) expect(text).not.toContain("The rider has your parcel");
});

test("[RECEIVER-2] a piece that was taken off the run before it left is no stop", async () => {
  const [one, other] = await many(2);
  const run = await delivery();
  await assign(run.id, [...one!.pieceIds, ...other!.pieceIds]);
  await db.update(runPieces).set({ stop: 2 }).where(inArray(runPieces.pieceId, other!.pieceIds));
  const seen = async () => ({ run: run.id, version: (await runNow(app, run.id)).version });
  await loadWhatIsPlanned(services, desk, await seen(), key());
  await unassignPieces(services, desk, { ...(await seen()), pieces: other!.pieceIds }, key());
  await sendOut(run.id);
  const page = (await visitor.ask(await pathOf("receiver", one!.booking.trackingCode))).text;
  expect(page).toContain("Musa brings it today: stop 1 of 1.");
});

test("[CHOICE-4] on the way the page says what can no longer be changed, and takes a note to the rider", async () => {
  const { own, staffs } = await out();
  const page = (await visitor.ask(own)).text;
  expect(page).toContain("Musa brings it today: stop 1 of 1.");
  expect(page).toContain("Office hours: Mon-Fri");
  expect(page).not.toContain("Bello");
  expect(page).toContain("can no longer be changed here");
  expect(page).toContain("call our office");
  expect(page).not.toContain('value="choose-day"');
  expect((await visitor.send(own, { intent: "choose-day", day: "2026-12-01" })).status).toBe(409);
  expect((await visitor.send(staffs, { intent: "note-to-rider", words: "Call me" })).status).toBe(404);
  expect((await visitor.send(own, { intent: "note-to-rider", words: "" })).status).toBe(400);
  expect((await visitor.send(own, { intent: "note-to-rider", words: "Call me" })).status).toBe(302);
  expect((await visitor.ask(own)).text).toContain("Call me");
});

test("[CHOICE-5] after an attempt the page asks whether it is right; the answer is given once", async () => {
  const { run, ids, id, code, own } = await out();
  clock.pass(HOUR);
  await recordAttempted(services, desk, { run, pieces: ids, reason: "nobody_home" }, key());
  const page = (await visitor.ask(own)).text;
  expect(page).toContain("nobody was home");
  expect(page).toContain("Is that right?");
  const event = /name="event" value="(\d+)"/.exec(page)![1]!;
  const answer = { intent: "answer", event, answer: "nobody_came", words: "I was at the gate" };
  expect((await visitor.send(own, { ...answer, answer: "perhaps" })).status).toBe(400);
  expect((await visitor.send(own, answer)).status).toBe(302);
  expect((await visitor.send(own, answer)).status).toBe(409);
  const after = (await visitor.ask(own)).text;
  expect(after).toContain("You said: No, nobody came.");
  expect(after).not.toContain('value="answer"');
  expect(await db.select().from(attemptAnswers).where(eq(attemptAnswers.bookingId, id))).toHaveLength(1);
  const staff = await app.admin("dispatcher");
  const booking = (await staff.ask(`/admin/bookings/${code}`)).text;
  expect(booking).toContain("Attempt denied by the receiver");
  expect(booking).toContain("I was at the gate");
  expect((await app.visitor().ask(`/track?code=${code}`)).text).not.toContain("at the gate");
});

test("[CHOICE-5] what the rider recorded of the receiver is said to the receiver, not about them", async () => {
  for (const [reason, said] of [
    ["refused", "you did not accept it"],
    ["could_not_pay", "you could not pay"],
    ["another_day", "you asked for another day"],
  ] as const) {
    const { run, ids, own, code } = await out();
    clock.pass(HOUR);
    await recordAttempted(services, desk, { run, pieces: ids, reason }, key());
    const page = (await visitor.ask(own)).text.replaceAll("<!-- -->", "");
    expect(page).toMatch(new RegExp(`The rider says, [^<]+: ${said}\\.`));
    expect(page.match(/The rider says/g)).toHaveLength(1);
    expect(page).not.toMatch(/The receiver (?:did|could|asked|says|looked)/);
    expect((await visitor.ask(`/track?code=${code}`)).text).toMatch(/The receiver (?:did|could|asked)/);
  }
});

test("[CHOICE-1] after a refusal, at the door or on the page, a person and a landmark of before stand no more, until another day is chosen", async () => {
  const chosen = async (own: string) => (await visitor.ask(own)).text.split('id="do"')[0]!;
  const [one] = await many(1);
  const ahead = await pathOf("receiver", one!.booking.trackingCode);
  const run = await delivery();
  const door = await many(1);
  await assign(run.id, door[0]!.pieceIds);
  const atDoor = await pathOf("receiver", door[0]!.booking.trackingCode);
  for (const own of [ahead, atDoor])
    expect((await visitor.send(own, { intent: "give-landmark", words: "Blue gate" })).status).toBe(302);
  clock.pass(HOUR);
  expect((await visitor.send(ahead, { intent: "announce-refusal", words: "" })).status).toBe(302);
  await sendOut(run.id);
  clock.pass(HOUR);
  await recordAttempted(services, desk, { run: run.id, pieces: door[0]!.pieceIds, reason: "refused" }, key());
  for (const own of [ahead, atDoor]) {
    expect(await chosen(own)).not.toContain("Blue gate");
    expect((await visitor.ask(own)).text).toMatch(/What was chosen before[^]*Blue gate/);
  }
  clock.pass(HOUR);
  const [, day] = /value="(\d{4}-\d\d-\d\d)"/.exec((await visitor.ask(atDoor)).text)!;
  expect((await visitor.send(atDoor, { intent: "choose-day", day: day! })).status).toBe(302);
  expect((await visitor.send(ahead, { intent: "take-back", slot: "plan" })).status).toBe(302);
  for (const own of [ahead, atDoor]) expect(await chosen(own)).toContain("Blue gate");
});

test("[TRIP-21] [CHOICE-2] a failed parcel whose receiver chose a day is put on a run of that day, and the button names no other", async () => {
  const { run, ids, own } = await out();
  clock.pass(HOUR);
  await recordAttempted(services, desk, { run, pieces: ids, reason: "nobody_home" }, key());
  const days = [...(await visitor.ask(own)).text.matchAll(/value="(\d{4}-\d\d-\d\d)"/g)];
  const day = days.at(-1)![1]!;
  expect((await visitor.send(own, { intent: "choose-day", day })).status).toBe(302);
  await receiveAt(app, desk, IKJ.id, ids);
  const staff = await app.admin("dispatcher", "again@ona.test");
  const { text } = await staff.ask("/admin/runs/reattempts");
  expect(text).toContain(`<option value="new ${day}" selected="">`);
  expect(text).toMatch(/<button type="submit"[^>]*>Put on this run</);
});

test("[CHOICE-3] the sender of a parcel that is not wanted decides by the mailed link, and nobody else", async () => {
  const [one] = await many(1);
  const { id, trackingCode: code } = one!.booking;
  const own = await pathOf("receiver", code);
  expect((await visitor.send(own, { intent: "announce-refusal", words: "Wrong colour" })).status).toBe(302);
  const path = mailedPath(services, code);
  const page = (await visitor.ask(path)).text;
  for (const said of ["What shall we do?", "Wrong colour", "Try again", "Return it to me"])
    expect(page).toContain(said);
  expect((await visitor.send(`/bookings/${code}`, { intent: "decide", decision: "hold" })).status).not.toBe(
    302,
  );
  expect((await visitor.send(path, { intent: "decide", decision: "burn" })).status).toBe(400);
  expect((await visitor.send(path, { intent: "decide", decision: "hold" })).status).toBe(302);
  const again = await visitor.send(path, { intent: "decide", decision: "return" });
  expect([again.status, again.text.includes("decided already")]).toEqual([409, true]);
  expect((await visitor.ask(path)).text).not.toContain("What shall we do?");
  expect(await db.select().from(exceptions).where(eq(exceptions.bookingId, id))).toEqual([]);
});
