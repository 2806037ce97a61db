/**
 * CHOICE-3, CHOICE-5: the decisions about a parcel that its receiver does not want, and about an attempt that the
 * receiver denies, on a real database.
 */
import { and, desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { receiveAt } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { asGuest } from "../../access/actors.server.ts";
import { ERASED_RECEIVER } from "../../domain/erased.ts";
import { findExceptions } from "../../care/exceptions/find-exceptions.server.ts";
import {
  attemptAnswers,
  bookingEvents,
  bookings,
  exceptions,
  pieces,
  receiverChoices,
} from "../../platform/db/schema.ts";
import { readRecord } from "../../road/devices/rider-record.server.ts";
import { assignPieces } from "../../road/runs/assign-pieces.server.ts";
import { recordAttempted } from "../../road/entries/run-deeds.server.ts";
import { answerAttempt } from "../receiver-choices/attempt-question.server.ts";
import {
  announceRefusal,
  giveLandmark,
  namePerson,
  takeBackChoice,
} from "../receiver-choices/choose.server.ts";
import { attemptQuestion } from "../receiver-link/link-state.server.ts";
import { choicesOf } from "../receiver-choices/read-choices.server.ts";
import { senderDecides } from "./decide.server.ts";
import { questionOf, sendersQuestion } from "./read-question.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, musa, delivery, many, outWith, kindsOf } = await makeRunDesk(opened);
const guest = asGuest("127.0.0.1");
beforeEach(() => clock.pass(1000));

const openOf = (bookingId: string) =>
  db
    .select()
    .from(exceptions)
    .where(eq(exceptions.bookingId, bookingId))
    .orderBy(desc(exceptions.openedAt))
    .then((rows) => rows.filter(({ closedAt }) => !closedAt).map(({ kind }) => kind));
const one = async () => {
  const [{ booking, pieceIds }] = (await many(1)) as [Awaited<ReturnType<typeof many>>[number]];
  return { id: booking.id, code: booking.trackingCode, pieceIds };
};
const refuseIt = (code: string, words = "Wrong colour") =>
  announceRefusal(services, guest, { code, words }, key());
const decide = (code: string, decision: "try_again" | "hold" | "return") =>
  senderDecides(services, guest, { code, decision }, key());

test("[CHOICE-3] a parcel that is not wanted goes on no run, its sender decides once, and it goes on", async () => {
  const { id, code, pieceIds } = await one();
  expect(await decide(code, "hold")).toMatchObject({ reason: "nothing_asked" });
  expect(await refuseIt(code)).toEqual({ ok: true });
  expect(await questionOf(db, id)).toMatchObject({ why: "unwanted", words: "Wrong colour" });
  const run = await delivery();
  const assign = () => assignPieces(services, desk, { run: run.id, pieces: pieceIds }, key());
  expect(await assign()).toMatchObject({ ok: false });
  expect(await decide(code, "try_again")).toEqual({ ok: true });
  expect(await decide(code, "return")).toMatchObject({ reason: "nothing_asked" });
  expect((await kindsOf(id)).at(-1)).toBe("rescheduled");
  expect(await choicesOf(db, [id])).toEqual([]);
  expect(await assign()).toMatchObject({ assigned: 1 });
});

test("[CHOICE-3] a return that the sender decides makes the parcel go back", async () => {
  const { id, code } = await one();
  await refuseIt(code);
  expect(await decide(code, "return")).toEqual({ ok: true });
  const [piece] = await db.select().from(pieces).where(eq(pieces.bookingId, id));
  expect(piece!.returning).toBe(true);
  expect((await kindsOf(id)).at(-1)).toBe("return_started");
  // The return has begun, so the receiver cannot choose any more.
  expect(await refuseIt(code)).toMatchObject({ reason: "over" });
});

test("[CHOICE-3] after 48 hours without an answer the desk asks, once; what the receiver takes back is asked no more", async () => {
  const { id, code } = await one();
  await refuseIt(code);
  clock.pass(47 * HOUR);
  await findExceptions(services);
  expect(await openOf(id)).toEqual([]);
  clock.pass(2 * HOUR);
  await findExceptions(services);
  await findExceptions(services);
  // The parcel has now been in the hub for more than two days, so there is a second exception: 'lies_too_long'
  // (EXC-10).
  expect(await openOf(id)).toEqual(["lies_too_long", "refused_ahead"]);
  expect(await takeBackChoice(services, guest, { code, slot: "plan" }, key())).toEqual({ ok: true });
  expect(await openOf(id)).toEqual(["lies_too_long"]);
  const other = await one();
  await refuseIt(other.code);
  clock.pass(49 * HOUR);
  await findExceptions(services);
  expect(await decide(other.code, "hold")).toEqual({ ok: true });
  expect(await openOf(other.id)).toEqual(["lies_too_long"]);
});

/** Books a parcel, and sends it out with a rider who does not deliver it. */
async function attempted(reason: "nobody_home" | "refused" | "weather" = "nobody_home") {
  const { run, all, ids } = await outWith(1);
  const { booking } = all[0]!;
  clock.pass(1000);
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason }, key());
  return { id: booking.id, code: booking.trackingCode, ids };
}

test("[CHOICE-3] while a rider has the refused parcel nothing is decided; once the hub has it, its sender decides", async () => {
  const { id, code, ids } = await attempted("refused");
  expect(await questionOf(db, id)).toMatchObject({ why: "refused" });
  expect(await sendersQuestion(services, code)).toMatchObject({ withRider: true });
  for (const decision of ["try_again", "hold", "return"] as const)
    expect(await decide(code, decision)).toMatchObject({ reason: "on_the_road" });
  expect((await kindsOf(id)).at(-1)).toBe("attempted");
  await receiveAt(opened, desk, IKJ.id, ids);
  expect(await sendersQuestion(services, code)).toMatchObject({ withRider: false });
  expect(await decide(code, "try_again")).toEqual({ ok: true });
});

const answer = (code: string, event: number, said: "right" | "nobody_came", words = "") =>
  answerAttempt(
    services,
    guest,
    { answerCode: code, through: "receiver", event, answer: said, words },
    key(),
  );

test("[CHOICE-5] an attempt is confirmed or denied once; a denial is an exception, in the rider's record, and stops a return", async () => {
  const before = await readRecord(db, musa.id, clock.now());
  const { id, code } = await attempted("refused");
  const question = (await attemptQuestion(db, id))!;
  expect(question).toMatchObject({ reason: "refused", answer: null });
  expect(await answer(code, question.eventId + 1, "right")).toMatchObject({ reason: "no_question" });
  const both = await Promise.all([
    answer(code, question.eventId, "nobody_came", "I was at the gate"),
    answer(code, question.eventId, "right"),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const denied = both[0].ok;
  expect((await openOf(id)).toSorted()).toEqual(denied ? ["attempt_denied", "refused"] : ["refused"]);
  const record = await readRecord(db, musa.id, clock.now());
  expect([record.attempted, record.denied]).toEqual([before.attempted + 1, before.denied + Number(denied)]);
});

test("[CHOICE-5] while the receiver denies it, the sender cannot make it go back; once the desk looked, they can", async () => {
  const { id, code, ids } = await attempted("refused");
  await receiveAt(opened, desk, IKJ.id, ids);
  const { eventId } = (await attemptQuestion(db, id))!;
  expect(await answer(code, eventId, "nobody_came")).toEqual({ ok: true });
  expect(await questionOf(db, id)).toMatchObject({ why: "refused" });
  expect(await decide(code, "return")).toMatchObject({ reason: "denied" });
  await db
    .update(exceptions)
    .set({ closedAt: clock.now(), closeReason: "solved", closedByName: "Ada" })
    .where(and(eq(exceptions.bookingId, id), eq(exceptions.kind, "attempt_denied")));
  expect(await decide(code, "return")).toEqual({ ok: true });
});

test("[CHOICE-5] other reasons are not asked about, and nothing is asked after the next step", async () => {
  const weather = await attempted("weather");
  expect(await attemptQuestion(db, weather.id)).toBeNull();
  const { id, code, ids } = await attempted();
  const { eventId } = (await attemptQuestion(db, id))!;
  clock.pass(1000);
  await receiveAt(opened, desk, IKJ.id, ids);
  expect(await attemptQuestion(db, id)).not.toBeNull();
  await db.insert(bookingEvents).values({
    actId: SOME_ACT,
    ...{ bookingId: id, kind: "out_for_delivery", toStatus: "in_transit" },
    ...{ occurredAt: new Date(clock.now().getTime() + 1000) },
  });
  expect(await attemptQuestion(db, id)).toBeNull();
  expect(await answer(code, eventId, "right")).toMatchObject({ reason: "no_question" });
});

test("[CHOICE-6] words, names and phones go with the receiver", async () => {
  const { id, code } = await attempted();
  const { eventId } = (await attemptQuestion(db, id))!;
  await answer(code, eventId, "nobody_came", "Zainab was here");
  const person = { taker: "gateman" as const, takerName: "Zainab", takerPhone: "0803 123 4567" };
  await namePerson(services, guest, { code, ...person }, key());
  await giveLandmark(services, guest, { code, words: "Zainab's gate" }, key());
  await refuseIt(code, "Zainab says no");
  const traces = async () =>
    JSON.stringify([
      await db.select().from(receiverChoices).where(eq(receiverChoices.bookingId, id)),
      await db.select().from(attemptAnswers).where(eq(attemptAnswers.bookingId, id)),
      await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id)),
      await db.select().from(exceptions).where(eq(exceptions.bookingId, id)),
    ]);
  expect((await traces()).split("Zainab").length).toBeGreaterThan(7);
  await db.update(bookings).set(ERASED_RECEIVER).where(eq(bookings.id, id));
  expect(await traces()).not.toMatch(/Zainab|8031234567/);
  const rows = await db.select().from(receiverChoices).where(eq(receiverChoices.bookingId, id));
  expect(rows.map(({ kind }) => kind)).toEqual(["person", "landmark", "refuse"]);
});
