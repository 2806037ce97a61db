/** SCAN-7: receiving pieces at a hub by scans, on a real database. */
import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { actBy } from "../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { bookedAt, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, openRoadScans, scansBy } from "../../../test/fixtures/road-scans.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { statusChangedMail } from "../../parcels/bookings/booking-mails.server.tsx";
import { bookings, exceptions, hubMembers, hubs, runPieces } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { recordAttempted } from "../entries/run-deeds.server.ts";

const road = await openRoadScans();
const { opened, services, clock, db, desk, IKJ, KAN, ABJ, musa } = road;
const { scan, receive, assign, sendOut, delivery, linehaul, pieceOf, exceptionsOf } = road;

test("[SCAN-7] what a sender brings, what a run brings to its hub, and what comes back are right, and say where they go next", async () => {
  const brought = await bookOne(opened);
  expect(await receive(brought.trackingCode, IKJ)).toMatchObject({
    ok: true,
    word: "Right",
    text: "For Kano (KAN): linehaul.",
    tone: "yes",
  });
  expect(await pieceOf(brought)).toMatchObject({ holderKind: "hub", holderId: IKJ.id });
  const run = await linehaul(IKJ, KAN);
  await sendOut(run, [(await pieceOf(brought)).id]);
  expect(await receive(brought.trackingCode, KAN)).toMatchObject({
    word: "Right",
    text: "For delivery from here: Kano.",
    tone: "yes",
  });
  const [place] = await db.select().from(runPieces).where(eq(runPieces.runId, run.id));
  expect(place).toMatchObject({ outcome: "arrived" });

  const round = await delivery(musa, KAN);
  const ids = [(await pieceOf(brought)).id];
  await sendOut(round, ids);
  await recordAttempted(services, desk, { run: round.id, pieces: ids, reason: "nobody_home" }, key());
  clock.pass(HOUR);
  expect(await receive(brought.trackingCode, KAN)).toMatchObject({
    word: "Right",
    text: `Back from ${round.name}. For delivery from here: Kano.`,
  });
  expect(await receive(brought.trackingCode, KAN)).toMatchObject({
    word: "Already here",
    text: "Nothing changed. For delivery from here: Kano.",
    tone: "same",
    back: null,
  });
  expect(await exceptionsOf(brought)).toEqual([]);
  expect(await recountRoad(opened)).toEqual([]);
});

test("[STATUS-5] [MAIL-4] the first arrival of a parcel that no rider picked up is mailed once, a later one is not", async () => {
  const mailsOf = async (id: string) => {
    const { rows } = await db.execute<{ event: number }>(
      sql`select (data ->> 'eventId')::int as event from pgboss.job
        where name = 'mail' and data ->> 'bookingId' = ${id} and data ->> 'eventId' is not null`,
    );
    return rows;
  };
  const brought = await bookOne(opened);
  await receive(brought.trackingCode, IKJ);
  const [mail, ...more] = await mailsOf(brought.id);
  expect(more).toEqual([]);
  const { subject } = (await statusChangedMail(services, { bookingId: brought.id, eventId: mail!.event }))!;
  expect(subject).toBe(`Received at our office: ${brought.trackingCode}`);
  clock.pass(HOUR);
  await receive(brought.trackingCode, KAN);
  expect(await mailsOf(brought.id)).toHaveLength(1);

  const picked = await bookOne(opened);
  const pickup = ({ id: bookingId }: { id: string }) =>
    transact(db, (tx) =>
      addEvents({ services, tx, act: actBy(tx, "Ada", clock.now()) }, [{ bookingId, kind: "picked_up" }]),
    );
  await pickup(picked);
  expect(await mailsOf(picked.id)).toHaveLength(1);
  clock.pass(HOUR);
  await receive(picked.trackingCode, IKJ);
  expect(await mailsOf(picked.id)).toHaveLength(1);

  // A pickup that is heard of after the arrival is no news.
  await pickup(brought);
  expect(await mailsOf(brought.id)).toHaveLength(1);
});

test("[SCAN-7] what a run takes to another hub is at the wrong one: the right one is said, it is taken, and the desk is asked", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id);
  const run = await linehaul(IKJ, KAN);
  await sendOut(run, pieceIds);
  expect(await receive(booking.trackingCode, ABJ)).toMatchObject({
    ok: true,
    word: "Wrong hub",
    text: `${run.name} takes it to Kano (KAN). Taken all the same: the desk decides.`,
    tone: "wrong",
  });
  expect(await pieceOf(booking)).toMatchObject({ holderKind: "hub", holderId: ABJ.id });
  expect(await exceptionsOf(booking)).toEqual(["extra"]);
});

test("[SCAN-7] what is on no run to here is not expected, or at the wrong hub where another one delivers it; only what belongs to a run elsewhere is an extra", async () => {
  const forHere = await bookedAt(opened, desk, IKJ.id);
  const forElsewhere = await bookedAt(opened, desk, IKJ.id);
  clock.pass(HOUR);
  expect(await receive(forHere.booking.trackingCode, KAN)).toMatchObject({
    word: "Not expected",
    text: "It was on no run to here. Taken all the same. For delivery from here: Kano.",
    tone: "wrong",
  });
  expect(await receive(forElsewhere.booking.trackingCode, ABJ)).toMatchObject({
    word: "Wrong hub",
    text: "It was on no run to here. Taken all the same. For Kano (KAN): linehaul.",
  });
  for (const { booking } of [forHere, forElsewhere]) expect(await exceptionsOf(booking)).toEqual([]);

  const planned = await bookedAt(opened, desk, IKJ.id);
  clock.pass(HOUR);
  const run = await linehaul(IKJ, KAN);
  await assign(run, planned.pieceIds);
  expect(await receive(planned.booking.trackingCode, ABJ)).toMatchObject({
    word: "Not expected",
    text: `It is planned on ${run.name} of Ikeja (IKJ). Taken all the same: the desk decides.`,
  });
  expect(await exceptionsOf(planned.booking)).toEqual(["extra"]);
});

test("[SCAN-7] a piece that was missing at the seal and is found in the hub is no longer looked for", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id);
  const at = { kind: "missing", pieceId: pieceIds[0]!, bookingId: booking.id, hubId: IKJ.id } as const;
  await transact(db, (tx) => openExceptions(tx, [at], actBy(tx, "Bola", clock.now())));
  clock.pass(HOUR);
  expect(await receive(booking.trackingCode, IKJ)).toMatchObject({
    word: "Found",
    tone: "yes",
    text: "It was looked for: that is closed. For Kano (KAN): linehaul.",
  });
  const [asked] = await db.select().from(exceptions).where(eq(exceptions.bookingId, booking.id));
  expect(asked).toMatchObject({ kind: "missing", closeReason: "found" });
  expect(await receive(booking.trackingCode, IKJ)).toMatchObject({ word: "Already here" });
});

test("[SCAN-7] a code of another company, an unknown one and one of several pieces are unknown; each piece says how many are missing", async () => {
  expect(await receive("GIG1234567890", IKJ)).toMatchObject({ ok: false, reason: "not_ours" });
  expect(await receive("OD00000000NG", IKJ)).toMatchObject({ ok: false, reason: "unknown_piece" });
  const booking = await bookOne(opened);
  await db.update(bookings).set({ pieces: 3 }).where(eq(bookings.id, booking.id));
  const { trackingCode: code } = booking;
  expect(await receive(code, IKJ)).toMatchObject({ ok: false, reason: "which_piece" });
  expect(await receive(`${code}-4`, IKJ)).toMatchObject({ ok: false, reason: "unknown_piece" });
  expect((await receive(`${code}-2`, IKJ)).text).toBe(
    "For Kano (KAN): linehaul. Piece 2 of 3, 2 still missing.",
  );
  expect((await receive(`${code}-1`, IKJ)).text).toContain("Piece 1 of 3, 1 still missing.");
  expect(await receive(`${code}-3`, IKJ)).toMatchObject({ code: `${code}-3`, word: "Right" });
  expect((await receive(`${code}-3`, IKJ)).text).toContain("Piece 3 of 3, all here.");
});

test("[SCAN-7] a parcel that was delivered is taken, and two deeds disagree; one of which no hub follows waits for the desk", async () => {
  const { booking } = await bookedAt(opened, desk, IKJ.id);
  await scan("status", booking.trackingCode, { status: "delivered" });
  clock.pass(HOUR);
  expect(await receive(booking.trackingCode, IKJ)).toMatchObject({
    ok: true,
    word: "Already delivered",
    tone: "wrong",
  });
  expect(await exceptionsOf(booking)).toEqual(["deeds_disagree"]);
  expect(await pieceOf(booking)).toMatchObject({ holderKind: "hub" });

  const nowhere = await bookOne(opened, {
    receiverAddress: "5 Ahmadu Bello Way, Maiduguri",
    receiverState: "Borno",
  });
  expect(await receive(nowhere.trackingCode, IKJ)).toMatchObject({
    word: "Ask the desk",
    text: expect.stringContaining("Put it aside: the desk chooses.") as string,
  });
  expect(await exceptionsOf(nowhere)).toEqual(["no_destination"]);
});

test("[SCAN-7] a clerk receives at the own hub alone, support and cashiers nowhere, and nobody at a hub that is closed", async () => {
  const { trackingCode: code } = await bookOne(opened);
  const clerk = await makeAdmin(opened, "hub_clerk");
  await db.insert(hubMembers).values({ memberId: clerk.memberId, hubId: IKJ.id });
  expect(await scansBy(opened, clerk)("receive", code, { hub: KAN.id })).toMatchObject({
    reason: "other_hub",
  });
  for (const role of ["support", "cashier"] as const) {
    const other = scansBy(opened, await makeAdmin(opened, role));
    expect(await other("receive", code, { hub: IKJ.id })).toMatchObject({ ok: false, code: "forbidden" });
  }
  expect(await scansBy(opened, clerk)("receive", code, { hub: IKJ.id })).toMatchObject({ ok: true });
  await db.update(hubs).set({ active: false }).where(eq(hubs.id, ABJ.id));
  const closed = await vi.waitFor(async () => {
    const refused = await receive(code, ABJ);
    expect(refused).toMatchObject({ ok: false, reason: "hub_closed" });
    return refused;
  });
  expect(closed.errors?.["form"]).toBe(
    "Abuja (ABJ) is closed and receives nothing. Choose an open hub, or ask a super admin to open it.",
  );
  await db.update(hubs).set({ active: true }).where(eq(hubs.id, ABJ.id));
});
