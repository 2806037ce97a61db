/**
 * CHOICE-5, RECEIVER-1: the receiver is asked about a failed attempt, in whichever way it was recorded. The answer can
 * also come through the link for staff.
 */
import { desc, eq } from "drizzle-orm";
import { failureReason } from "../../domain/failure-reasons.ts";
import { beforeEach, expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { receiveAt, runNow } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { asGuest } from "../../access/actors.server.ts";
import { bookingEvents, bookings, exceptions } from "../../platform/db/schema.ts";
import { recordAttempted } from "../../road/entries/run-deeds.server.ts";
import { scanParcel } from "../../road/scan/scan-parcel.server.ts";
import { changeSelected, changeStatus, undoStatus } from "../bookings/change-status.server.ts";
import { sendersLink } from "../bookings/receiver-chats.server.ts";
import { attemptQuestion } from "../receiver-link/link-state.server.ts";
import { answerAttempt } from "./attempt-question.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, musa, many, outWith } = await makeRunDesk(opened);
const guest = asGuest("127.0.0.1");
beforeEach(() => clock.pass(HOUR));

async function one() {
  const [{ booking }] = (await many(1)) as [Awaited<ReturnType<typeof many>>[number]];
  return rowOf(booking.id);
}
async function rowOf(id: string) {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
  return row!;
}
async function out() {
  const { run, all, ids } = await outWith(1);
  clock.pass(HOUR);
  return { id: all[0]!.booking.id, run, ids };
}
type Reason = "nobody_home" | "refused" | "phone_not_answered" | "address_not_found" | "weather";

/** The ways in which a failed attempt is recorded. Each function records one attempt and returns the booking's id. */
const WAYS: Record<string, (reason: Reason) => Promise<string>> = {
  "the rider's phone": async (reason) => {
    const { id, run, ids } = await out();
    const phone = await Phone.of(opened, musa.id);
    phone.fails(await runNow(opened, run.id), ids, reason);
    await phone.sends();
    return id;
  },
  "an entry of the office": async (reason) => {
    const { id, run, ids } = await out();
    await recordAttempted(services, desk, { run: run.id, pieces: ids, reason }, key());
    return id;
  },
  "a status at the desk": async (reason) => {
    const { id, version } = await one();
    clock.pass(1000);
    await changeStatus(services, desk, { id, version, status: "failed", reason, note: "" }, key());
    return id;
  },
  "a scan": async (reason) => {
    const { id, trackingCode: code } = await one();
    clock.pass(1000);
    await scanParcel(services, desk, { code, status: "failed", reason, note: "", agedMs: 0 }, key());
    return id;
  },
  "many at once": async (reason) => {
    const rows = [await one(), await one()];
    clock.pass(1000);
    await changeSelected(services, desk, { rows, to: "failed", reason, note: "" }, key());
    return rows[1]!.id;
  },
};

test.each(Object.entries(WAYS))("[CHOICE-5] %s asks, by the reason alone", async (_, fails) => {
  for (const reason of ["refused", "address_not_found"] as const) {
    const id = await fails(reason);
    expect(await attemptQuestion(db, id)).toMatchObject({ reason, answer: null });
    const shown = await sendersLink(services, { ...(await rowOf(id)), late: false });
    expect(shown?.link).toContain("/r/");
    expect(shown?.asked).toMatchObject({ why: failureReason(reason).publicText, link: shown!.link });
    expect(decodeURIComponent(shown!.chat!)).toContain(`Is that right? Answer here: ${shown!.link}`);
  }
  const weather = await fails("weather");
  expect(await attemptQuestion(db, weather)).toBeNull();
  const shown = await sendersLink(services, { ...(await rowOf(weather)), late: false });
  expect(shown).toMatchObject({ asked: null });
  expect(decodeURIComponent(shown!.chat!)).toContain("They could not deliver it. Follow it here: ");
});

test("[CHOICE-5] an undone status asks nothing; the parcel's way back to the hub leaves the question open", async () => {
  const byHand = await WAYS["a status at the desk"]!("nobody_home");
  const { version } = await rowOf(byHand);
  await undoStatus(services, desk, { id: byHand, version }, key());
  expect(await attemptQuestion(db, byHand)).toBeNull();
  const { id, run, ids } = await out();
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason: "nobody_home" }, key());
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, ids);
  expect((await rowOf(id)).status).toBe("in_transit");
  expect((await sendersLink(services, { ...(await rowOf(id)), late: false }))?.asked).not.toBeNull();
});

const answer = (code: string, event: number, more: Partial<Parameters<typeof answerAttempt>[2]> = {}) =>
  answerAttempt(
    services,
    guest,
    { answerCode: code, through: "staff", event, answer: "nobody_came", words: "They were in", ...more },
    key(),
  );

test("[CHOICE-5] behind the office's link it is answered once, and the history says so", async () => {
  for (const way of ["an entry of the office", "a status at the desk"]) {
    const id = await WAYS[way]!("nobody_home");
    const { trackingCode: code } = await rowOf(id);
    const { eventId } = (await attemptQuestion(db, id))!;
    const all = await Promise.all([
      answer(code, eventId),
      answer(code, eventId, { answer: "right" }),
      answer(code, eventId, { through: "receiver" }),
    ]);
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    const [event] = await db
      .select()
      .from(bookingEvents)
      .where(eq(bookingEvents.bookingId, id))
      .orderBy(desc(bookingEvents.id))
      .limit(1);
    if (!all[2].ok) expect(event!.note).toMatch(/^Answered through the office's link/);
    expect((await sendersLink(services, { ...(await rowOf(id)), late: false }))?.asked).toBeNull();
    const denied = all[0].ok || all[2].ok;
    const open = await db.select().from(exceptions).where(eq(exceptions.bookingId, id));
    expect(open.some(({ kind }) => kind === "attempt_denied")).toBe(denied);
  }
});
