/**
 * Taking back every kind of act, by rider, office and scan, also after later acts, on a real database. Longer than 250 lines
 * because every kind of act is taken back in one fixture.
 */
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { COLLECT_KOBO as KOBO, makeCashDesk } from "../../../test/fixtures/cash-desk.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { bookedAt, piecesOf, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { cashOf } from "../../money/cash-ledger/cash-account.server.ts";
import {
  acts,
  bookingEvents,
  bookings,
  exceptions,
  pieces,
  proofs,
  runPieces,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { NO_PROOF_GIVEN } from "../../road/deeds/no-proof.ts";
import type { Did } from "../../road/deeds/protocol.ts";
import { countPickup } from "../../road/entries/count-pickup.server.ts";
import { recordRestDelivered } from "../../road/entries/rest-of-run.server.ts";
import { recordAttempted, recordDelivered } from "../../road/entries/run-deeds.server.ts";
import { reconcileRun, runReturned } from "../../road/runs/send-and-close-run.server.ts";
import { undoEntry } from "../../road/entries/undo-entry.server.ts";
import { receiveScan } from "../../road/scan/receive-scan.server.ts";
import { scanParcel } from "../../road/scan/scan-parcel.server.ts";
import { undoReceive } from "../../road/scan/undo-receive.server.ts";
import { changeStatus, undoStatus } from "../bookings/change-status.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { isValidProof } from "../proof/read-proofs.server.ts";

const { opened, services, clock, db } = await fileServices();
const runDesk = await makeRunDesk(opened);
const { desk, IKJ, KAN, musa, outWithPhone, outFor, pickupOf } = runDesk;
const { outWithCash } = await makeCashDesk(opened, runDesk);
const MINUTE = 60_000;

type Subject = { bookingId: string; riderId: string };

/**
 * Reads everything that an act may change: the booking, its pieces, their places on runs, cash, open exceptions and
 * valid proofs.
 */
async function factsOf({ bookingId, riderId }: Subject) {
  const [booking] = await db
    .select({ status: bookings.status, deliveredAt: bookings.deliveredAt })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  const own = await piecesOf(opened, bookingId);
  const ids = own.map(({ id }) => id);
  return {
    booking,
    holders: own.map(({ holderKind, holderId, heldSince }) => [holderKind, holderId, heldSince]),
    places: await db
      .select({
        run: runPieces.runId,
        outcome: runPieces.outcome,
        loaded: sql`${runPieces.loadedAt} is not null`,
      })
      .from(runPieces)
      .where(inArray(runPieces.pieceId, ids))
      .orderBy(runPieces.id),
    cash: (await cashOf(db, { kind: "rider", id: riderId })).balanceKobo,
    open: await db.$count(exceptions, isNull(exceptions.closedAt)),
    proofs: await db.$count(proofs, and(eq(proofs.bookingId, bookingId), isValidProof)),
  };
}

const newestAct = async () =>
  (
    await db
      .select()
      .from(acts)
      .orderBy(sql`id desc`)
      .limit(1)
  )[0]!;

/**
 * Runs `does` and then `undo`. Afterwards all facts must be as before `does`, and the newest act must be the
 * undo.
 */
async function undoes(about: Subject, does: () => Promise<unknown>, undo: () => Promise<unknown>) {
  const before = await factsOf(about);
  await does();
  const changed = await factsOf(about);
  expect(changed).not.toEqual(before);
  clock.pass(MINUTE);
  await undo();
  expect(await factsOf(about)).toEqual(before);
  const undone = await newestAct();
  expect(undone).toMatchObject({ kind: "taken_back" });
  expect(undone.takesBack).not.toBeNull();
  expect(await recountRoad(opened)).toEqual([]);
  expect(await wrongCash(db)).toEqual([]);
}

type OnRoad = Awaited<ReturnType<typeof outWithCash>>;
const delivered = ({ ids, took }: OnRoad): Did => ({
  ...{ kind: "delivered", pieces: ids, refused: [], took: [took(KOBO)], note: "" },
  proof: { ...NO_PROOF_GIVEN, name: "Ada", landmark: "Blue gate" },
});
const attempted = ({ ids }: OnRoad): Did => ({
  ...{ kind: "attempted", pieces: ids, reason: "refused", note: "", proof: NO_PROOF_GIVEN },
});

test.each<[string, (one: OnRoad) => Did]>([
  ["a delivery with its cash and proof", delivered],
  ["an attempt with what it asks the desk", attempted],
  ["what was handed to a hub", ({ ids }) => ({ kind: "handed_to_hub", hub: IKJ.id, pieces: ids })],
  ["what was given to a rider", ({ ids }) => ({ kind: "handed_to_rider", rider: musa.id, pieces: ids })],
  ["an incident", () => ({ kind: "incident", incident: "accident", note: "" })],
  [
    "a question about a transfer",
    ({ bookingId }) => ({ kind: "transfer_asked", booking: bookingId, kobo: KOBO }),
  ],
  [
    "an unbooked parcel with its cash",
    () => ({
      ...{
        kind: "picked_up_unbooked",
        sticker: "ODS0000001",
        kg: null,
        pieces: 1,
        takenKobo: KOBO,
        note: "",
      },
      sender: { name: "Ada", phone: "08031234567" },
      receiver: { name: "Bola", phone: "08031234568", place: "Kano" },
    }),
  ],
])("[ACT-2] a rider takes back: %s", async (_, did) => {
  const one = await outWithCash();
  const { phone, run } = one;
  const about = { bookingId: one.bookingId, riderId: phone.riderId };
  // A hand-over that only one side reported moves no piece, so the rows of such hand-overs are counted separately.
  const oneSided = async () =>
    (
      await db.execute<{
        n: number;
      }>(sql`select count(*)::int as n from custody_entries c join pieces p on p.id = c.piece_id
      where p.booking_id = ${one.bookingId} and claim and reverses is null
        and not exists (select from custody_entries r where r.reverses = c.id)`)
    ).rows[0]!.n;
  const before = [await factsOf(about), await oneSided()];
  const deed = phone.does(did(one), run);
  expect((await phone.answers())[0]).toMatch(/^(taken|flagged)/);
  expect([await factsOf(about), await oneSided()]).not.toEqual(before);
  clock.pass(MINUTE);
  phone.does({ kind: "undo", of: deed.id }, run);
  expect((await phone.answers())[1]).toBe("taken");
  expect([await factsOf(about), await oneSided()]).toEqual(before);
  expect(await newestAct()).toMatchObject({ kind: "taken_back", source: "phone", deedId: phone.log[1]!.id });
  expect(await recountRoad(opened)).toEqual([]);
  expect(await wrongCash(db)).toEqual([]);
});

test("[ACT-2] a rider takes back a pickup, a failed pickup, and a correction of a delivery", async () => {
  const booking = await bookOne(opened);
  const { run, ids } = await pickupOf(booking);
  const phone = await Phone.of(opened, musa.id);
  const about = { bookingId: booking.id, riderId: musa.id };
  clock.pass(HOUR);
  const send = async () => expect((await phone.answers()).at(-1)).toMatch(/^taken/);
  const back = async () => {
    phone.does({ kind: "undo", of: phone.log.at(-1)!.id }, run);
    await send();
  };
  const picked: Did = { kind: "picked_up", pieces: ids, counted: [], kg: null, took: [], note: "" };
  const pickUp = async () => {
    phone.does(picked, run);
    await send();
  };
  await undoes(about, pickUp, back);
  const failed = async () => {
    phone.fails(run, ids);
    await send();
  };
  await undoes(about, failed, back);

  const one = await outWithCash();
  const subject = { bookingId: one.bookingId, riderId: one.phone.riderId };
  const first = one.phone.does(delivered(one), one.run);
  await one.phone.sends();
  const to = attempted(one) as Extract<Did, { kind: "attempted" }>;
  const corrected = one.phone.does({ kind: "corrected", of: first.id, to }, one.run);
  await one.phone.sends();
  expect(await factsOf(subject)).toMatchObject({ booking: { status: "failed" }, cash: 0 });
  one.phone.does({ kind: "undo", of: corrected.id }, one.run);
  expect((await one.phone.answers())[2]).toBe("taken");
  expect(await factsOf(subject)).toMatchObject({ booking: { status: "in_transit" }, cash: 0, proofs: 0 });
});

const eventOf = async (bookingId: string, kind: "delivered" | "attempted" | "picked_up") =>
  (
    await db
      .select({ id: bookingEvents.id })
      .from(bookingEvents)
      .where(and(eq(bookingEvents.bookingId, bookingId), eq(bookingEvents.kind, kind)))
      .orderBy(sql`id desc`)
  )[0]!.id;

test("[ACT-2] the office takes back a delivery with cash, an attempt, a pickup and a status", async () => {
  const one = await outWithCash();
  const { run, ids, bookingId } = one;
  const about = { bookingId, riderId: one.phone.riderId };
  const undo =
    (kind: "delivered" | "attempted" | "picked_up", of = run.id, id = bookingId) =>
    async () =>
      expect(
        await undoEntry(services, desk, { run: of, event: await eventOf(id, kind) }, key()),
      ).toMatchObject({
        ok: true,
        undone: 1,
      });
  const form = {
    run: run.id,
    note: "Ada",
    noPin: "Not asked",
    collected: "25,000",
    [`piece:${ids[0]}`]: "on",
  };
  const deliver = () => recordDelivered.receive(services, desk, form, key());
  await undoes(about, deliver, undo("delivered"));
  const attempt = { run: run.id, pieces: ids, reason: "refused" as const };
  await undoes(about, () => recordAttempted(services, desk, attempt, key()), undo("attempted"));

  const booking = await bookOne(opened);
  const pickup = await pickupOf(booking);
  clock.pass(HOUR);
  const count = { run: pickup.run.id, booking: booking.id, count: 1 };
  const picked = { bookingId: booking.id, riderId: musa.id };
  await undoes(
    picked,
    () => countPickup(services, desk, count, key()),
    undo("picked_up", pickup.run.id, booking.id),
  );

  for (const status of ["delivered", "failed"] as const) {
    const version = async () =>
      (await db.select().from(bookings).where(eq(bookings.id, bookingId)))[0]!.version;
    const reason = status === "failed" ? ("damaged" as const) : null;
    const set = async () =>
      changeStatus(
        services,
        desk,
        { id: bookingId, version: await version(), status, reason, note: "" },
        key(),
      );
    const back = async () =>
      expect(
        await undoStatus(services, desk, { id: bookingId, version: await version() }, key()),
      ).toMatchObject({
        ok: true,
      });
    await undoes(about, set, back);
  }
});

/** Makes a run that is out with two parcels, each at a stop of its own. */
async function outToTwo() {
  const all = [
    await bookedAt(opened, desk, IKJ.id, {
      receiverAddress: "1 Murtala Road, Kano",
      receiverPhone: "08030000001",
    }),
    await bookedAt(opened, desk, IKJ.id, {
      receiverAddress: "9 Bompai Road, Kano",
      receiverPhone: "08030000002",
    }),
  ];
  const run = await outFor(all.flatMap(({ pieceIds }) => pieceIds));
  clock.pass(HOUR);
  return { run, ids: all.map(({ booking }) => booking.id) };
}

test("[ACT-2] [TRIP-17] of two stops that were entered in one step each is taken back alone", async () => {
  const { run, ids } = await outToTwo();
  const rest = { run: run.id, count: 2, noPin: "Not asked" };
  expect(await recordRestDelivered(services, desk, rest, key())).toMatchObject({ ok: true, delivered: 2 });
  const statuses = () => Promise.all(ids.map(runDesk.statusOf));
  for (const [n, expected] of [
    ["in_transit", "delivered"],
    ["in_transit", "in_transit"],
  ].entries()) {
    const event = await eventOf(ids[n]!, "delivered");
    expect(await undoEntry(services, desk, { run: run.id, event }, key())).toMatchObject({
      ok: true,
      undone: 1,
    });
    expect(await statuses()).toEqual(expected);
  }
  expect(await recountRoad(opened)).toEqual([]);
});

const receive = async (code: string, hub: { id: string }) => {
  const done = await receiveScan(services, desk, { code, hub: hub.id, agedMs: 0 }, key());
  if (!done.ok) throw new Error(JSON.stringify(done));
  return (done.back as { entry: number }).entry;
};
const undoScan = (entry: number) => undoReceive(services, desk, { entry }, key());

test("[ACT-2] a scan is taken back: what was received, with what it asked the desk, and a status", async () => {
  const { all, run } = await outWithPhone(1);
  const { booking } = all[0]!;
  const about = { bookingId: booking.id, riderId: musa.id };
  let entry = 0;
  const scan = async () => {
    entry = await receive(booking.trackingCode, KAN);
  };
  await undoes(about, scan, async () => expect(await undoScan(entry)).toMatchObject({ ok: true }));
  expect(await newestAct()).toMatchObject({ source: "scan", runId: run.id });

  const set = { code: booking.trackingCode, status: "delivered" as const, reason: null, note: "", agedMs: 0 };
  const version = async () =>
    (await db.select().from(bookings).where(eq(bookings.id, booking.id)))[0]!.version;
  await undoes(
    about,
    () => scanParcel(services, desk, set, key()),
    async () =>
      expect(
        await undoStatus(services, desk, { id: booking.id, version: await version() }, key()),
      ).toMatchObject({
        ok: true,
      }),
  );
});

test("[ACT-2] a newer act about the same pieces forbids it, by name, until that act is taken back itself", async () => {
  const { run, all, ids } = await outWithPhone(1);
  const { booking } = all[0]!;
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason: "nobody_home" }, key());
  const event = await eventOf(booking.id, "attempted");
  clock.pass(MINUTE);
  const entry = await receive(booking.trackingCode, IKJ);
  const undo = () => undoEntry(services, desk, { run: run.id, event }, key());
  expect(await undo()).toMatchObject({
    reason: "not_undone",
    errors: { form: "Something newer is known of these parcels (Received at a hub). It was not undone." },
  });
  clock.pass(MINUTE);
  expect(await undoScan(entry)).toMatchObject({ ok: true });
  expect(await undo()).toMatchObject({ ok: true });
  expect(await undo()).toMatchObject({ reason: "not_undone" });
  expect(await runDesk.statusOf(booking.id)).toBe("in_transit");
  expect(await recountRoad(opened)).toEqual([]);
});

test("[ACT-2] a closed run forbids it, for a phone, too", async () => {
  const { run, all, ids, phone } = await outWithPhone(1);
  const { booking } = all[0]!;
  const proof = { ...NO_PROOF_GIVEN, name: "Ada" };
  const first = phone.does({ kind: "delivered", pieces: ids, refused: [], took: [], note: "", proof }, run);
  await phone.sends();
  await runReturned(services, desk, await runDesk.seen(run.id), key());
  clock.pass(MINUTE);
  expect(await reconcileRun(services, desk, await runDesk.seen(run.id), key())).toMatchObject({ ok: true });
  phone.does({ kind: "undo", of: first.id }, run);
  expect((await phone.answers())[1]).toBe("flagged newer_by_staff");
  expect(await runDesk.statusOf(booking.id)).toBe("delivered");
});

test("[ACT-2] a rider's own later deeds do not forbid it, those of staff do", async () => {
  const one = await outWithCash();
  const { phone, run, ids } = one;
  const first = phone.does(attempted(one), run);
  clock.pass(MINUTE);
  phone.does(delivered(one), run);
  phone.does({ kind: "undo", of: first.id }, run);
  expect((await phone.answers())[2]).toBe("taken");
  expect(await runDesk.statusOf(one.bookingId)).toBe("delivered");
  const [piece] = await db.select().from(pieces).where(inArray(pieces.id, ids));
  expect(piece!.holderKind).toBe("receiver");

  const other = await outWithCash();
  const handed = other.phone.does({ kind: "handed_to_hub", hub: IKJ.id, pieces: other.ids }, other.run);
  await other.phone.sends();
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, other.bookingId));
  await receive(booking!.trackingCode, IKJ);
  other.phone.does({ kind: "undo", of: handed.id }, other.run);
  expect((await other.phone.answers())[1]).toBe("flagged newer_by_staff");
  expect(await runDesk.holderOf(other.bookingId)).toBe("hub");
});

test("[ACT-2] an act from before acts were recorded is not taken back: it is corrected", async () => {
  const { run, all } = await outWithPhone(1);
  const { booking } = all[0]!;
  // In this fixture, new acts have the kind 'earlier', like acts that are older than the table of acts.
  await transact(db, (tx) =>
    addEvents(acting({ services, tx, actor: desk, at: clock.now() }), [
      { bookingId: booking.id, piece: null, kind: "attempted", occurredAt: clock.now(), runId: run.id },
    ]),
  );
  const event = await eventOf(booking.id, "attempted");
  expect(await undoEntry(services, desk, { run: run.id, event }, key())).toMatchObject({
    reason: "correct_instead",
    errors: { form: expect.stringContaining("Correct it instead") },
  });
  expect(await runDesk.statusOf(booking.id)).toBe("failed");
  expect(
    await db.$count(acts, and(eq(acts.kind, "taken_back"), ne(acts.source, "phone"), isNull(acts.takesBack))),
  ).toBe(0);
});

test("[ACT-2] two people who take one act back at once take it back once", async () => {
  const { run, all, ids } = await outWithPhone(1);
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason: "nobody_home" }, key());
  const event = await eventOf(all[0]!.booking.id, "attempted");
  const done = await Promise.all([1, 2].map(() => undoEntry(services, desk, { run: run.id, event }, key())));
  expect(done.map(({ ok }) => ok).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
  expect(await runDesk.kindsOf(all[0]!.booking.id)).toContain("undone");
});
