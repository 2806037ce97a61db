/**
 * DEED-12: nothing changes, whatever deed a rider's phone sends about another person's piece. Tests all kinds of deeds,
 * pieces and phones. Longer than 250 lines: the cases share one attacker and one table of pieces.
 */
import { eq, ne, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { asGuest } from "../../access/actors.server.ts";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { bookedAt, makeRider, makeRun, piecesOf } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { changedTables, snapshot } from "../../../test/fixtures/snapshot.ts";
import { cancelBooking } from "../../parcels/bookings/cancel-booking.server.ts";
import {
  cashOnDelivery,
  exceptions,
  payees,
  pieces,
  riderDeeds,
  riderDevices,
  toldPieces,
} from "../../platform/db/schema.ts";
import { recordDelivered } from "../entries/run-deeds.server.ts";
import { rollUpParcelChanges } from "../parcel-reports/roll-up-parcels.server.ts";
import { runOut } from "../runs/send-and-close-run.server.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";
import type { Did, MoneyOfDeed } from "./protocol.ts";

const { opened, services, clock, db } = await fileServices();
const road = await makeRunDesk(opened);
const { desk, IKJ, musa, seen, assign, outWith, outFor } = road;
const OTHER_SENDER = { senderPhone: "08033334444" };
const KOBO = 2_000_000;

type Foreign = { code: string; piece: string; booking: string };
async function foreign(made: { id: string; trackingCode: string }): Promise<Foreign> {
  const [piece] = await piecesOf(opened, made.id);
  return { code: made.trackingCode, piece: piece!.id, booking: made.id };
}

const [payee] = await db
  .insert(payees)
  .values({ name: "Ada" } as never)
  .returning({ id: payees.id });

/**
 * Makes pieces that are not the attacker's, one for each place or state of such a piece. Each piece has cash to
 * collect, so that a deed could record money. The last piece does not exist.
 */
async function foreignPieces(): Promise<Record<string, Foreign>> {
  const inHub = await bookedAt(opened, desk, IKJ.id, OTHER_SENDER);
  const onRun = await bookedAt(opened, desk, IKJ.id, OTHER_SENDER);
  const delivered = await bookedAt(opened, desk, IKJ.id, OTHER_SENDER);
  const run = await outFor([...onRun.pieceIds, ...delivered.pieceIds]);
  const done = { run: run.id, pieces: delivered.pieceIds, noPin: "Not asked" };
  expect(await recordDelivered(services, desk, done, key())).toMatchObject({ ok: true });
  const cancelled = await bookOne(opened, OTHER_SENDER);
  const code = cancelled.trackingCode;
  expect(await cancelBooking(services, asGuest("127.0.0.1"), { code }, key())).toMatchObject({ ok: true });
  const all = {
    "in a hub": await foreign(inHub.booking),
    "on another run, with its rider": await foreign(onRun.booking),
    delivered: await foreign(delivered.booking),
    "with a sender": await foreign(await bookOne(opened, OTHER_SENDER)),
    cancelled: await foreign(cancelled),
  };
  for (const { booking } of Object.values(all))
    await db.insert(cashOnDelivery).values({
      ...{ bookingId: booking, payeeId: payee!.id, amountKobo: KOBO },
      ...{ codFeePerMille: 20, codFeeMinimumKobo: 10_000 },
    });
  return {
    ...all,
    unknown: { code: "OD99999999NG", piece: crypto.randomUUID(), booking: crypto.randomUUID() },
  };
}

/** Returns every kind of deed about another person's piece and its booking. */
function deedsAbout({ code, piece, booking }: Foreign, giver: string): Did[] {
  const took: MoneyOfDeed[] = [
    { booking, shown: { deliveryKobo: 0, codKobo: KOBO }, takenKobo: KOBO, method: "cash", agreedBy: null },
    {
      booking,
      shown: { deliveryKobo: 0, codKobo: KOBO },
      takenKobo: KOBO,
      method: "transfer",
      agreedBy: "Ada",
    },
  ];
  const counted = [{ booking, pieces: 7 }];
  const proof = {
    ...NO_PROOF_GIVEN,
    pin: "1234",
    name: "Ada",
    pictures: [{ number: 1, kind: "photo" as const }],
  };
  const said = { note: "said", proof };
  const refused = [{ piece, reason: "refused" as const, note: "" }];
  const delivered = { kind: "delivered" as const, pieces: [code], refused, took, ...said };
  return [
    { kind: "received_from_rider", rider: giver, pieces: [code, piece] },
    delivered,
    { ...delivered, pieces: [piece], refused: [] },
    { kind: "attempted", pieces: [code], reason: "refused", ...said },
    {
      kind: "picked_up",
      pieces: [code],
      counted,
      stickers: [{ piece: code, sticker: "ONA-3K7M" }],
      kg: 2,
      took,
      note: "",
    },
    { kind: "handed_to_hub", hub: IKJ.id, pieces: [piece] },
    { kind: "handed_to_rider", rider: giver, pieces: [piece] },
    { kind: "transfer_asked", booking, kobo: KOBO },
    { kind: "corrected", of: crypto.randomUUID(), to: { ...delivered, pieces: [piece] } },
  ];
}

/**
 * MAY_CHANGE: the tables that these deeds may change. They contain the stored deeds, the pieces that the deeds report,
 * and the phone's counts. OF_JOBS: tables that jobs may change at any time.
 */
const MAY_CHANGE = ["rider_deeds", "told_pieces", "rider_devices"];
const OF_JOBS = [
  "parcel_changes",
  "parcel_hub_days",
  "parcel_lane_totals",
  "parcel_runs",
  "rate_limits",
  // Mails about the bookings that the test makes. Some of these mails wait for ten seconds.
  "mails",
];
/**
 * Returns the exceptions that deeds opened. The exceptions of EXC-9 are left out, because an automatic check may open
 * them at any time.
 */
const asked = () =>
  db.select().from(exceptions).where(ne(exceptions.openedByName, "Automatic check")).orderBy(exceptions.id);
const noted = [...MAY_CHANGE, ...OF_JOBS, "exceptions"];
/**
 * Returns the content of the tables. First adds the waiting changes to the stored counts, so that the job that does
 * this every 15 seconds changes nothing before the next snapshot.
 */
async function settledSnapshot(but: readonly string[]) {
  await rollUpParcelChanges(db);
  return snapshot(db, but);
}

const PHONES = ["live", "expired", "revoked"] as const;
/** Makes a phone without a shift. The phone is enrolled, or its enrolment ended after the phone's deeds. */
async function attackerWith(phoneIs: (typeof PHONES)[number]) {
  const rider = await makeRider(opened, IKJ.id, `Attacker ${phoneIs}`);
  const { run } = await outWith(1, rider.id);
  const pickup = await makeRun(opened, desk, { kind: "pickup", hub: IKJ.id, rider: rider.id });
  await assign(
    pickup.id,
    (await piecesOf(opened, (await bookOne(opened)).id)).map(({ id }) => id),
  );
  expect(await runOut(services, desk, await seen(pickup.id), key())).toMatchObject({ ok: true });
  const phone = await Phone.of(opened, rider.id);
  return { rider, run, pickup, phone, end: () => end(phone, phoneIs) };
}
async function end(phone: Phone, phoneIs: (typeof PHONES)[number]) {
  const now = clock.now();
  if (phoneIs === "live") return;
  const how = phoneIs === "expired" ? { expiresAt: now } : { revokedAt: now, revokedBy: "office" as const };
  await db.update(riderDevices).set(how).where(eq(riderDevices.id, phone.id));
}

test.each(PHONES)(
  "[DEED-12] [DEED-13] no deed of a phone that is %s changes anything about a piece that is not the rider's, and the answer does not say if it exists",
  async (phoneIs) => {
    const all = await foreignPieces();
    const { run, pickup, phone, end: endPhone } = await attackerWith(phoneIs);
    clock.pass(HOUR);
    const deeds = new Map(
      Object.entries(all).map(([what, piece]) => [
        what,
        deedsAbout(piece, musa.id).flatMap((did) =>
          (did.kind === "picked_up" ? [pickup, null] : [run]).map((named) => phone.does(did, named)),
        ),
      ]),
    );
    clock.pass(HOUR);
    await endPhone();
    clock.pass(HOUR);
    const answers = new Map<string, string[]>();
    for (const [what, own] of deeds) {
      // In these cases the rider who is named as the giver has the piece. So the PIN is compared, and `receiver_links`
      // counts a wrong PIN.
      const but = what.startsWith("on another run") ? [...noted, "receiver_links"] : noted;
      const [before, askedBefore] = [await settledSnapshot(but), await asked()];
      const heard: string[] = [];
      // A phone could try to combine deeds of one request, or of several requests, so both are tested.
      for (const sent of phoneIs === "live" ? own.map((deed) => [deed]) : [own])
        heard.push(...(await phone.answers(sent)));
      expect(await phone.answers(own)).toEqual(own.map(() => "seen"));
      expect(changedTables(before, await settledSnapshot(but)), what).toEqual([]);
      expect(await asked(), what).toEqual(askedBefore);
      answers.set(what, heard);
    }
    expect(await db.$count(riderDeeds, eq(riderDeeds.deviceId, phone.id))).toBe(phone.log.length);
    const [first, ...others] = [...answers];
    for (const [what, heard] of others) expect(heard, what).toEqual(first![1]);
    expect(first![1].every((one) => one.startsWith("flagged") && one.includes("not_yours"))).toBe(true);
  },
);

test("[DEED-12] money, counts, stickers, a run and an incident of others beside an own piece change nothing of theirs", async () => {
  const all = await foreignPieces();
  const other = await outWith(1, (await makeRider(opened, IKJ.id, "Sani Ali")).id);
  const { run, phone } = await attackerWith("live");
  const [own] = await db
    .select({ id: pieces.id })
    .from(pieces)
    .where(sql`${pieces.id} in (select piece_id from run_pieces where run_id = ${run.id})`);
  clock.pass(HOUR);
  const took = Object.values(all).flatMap(({ booking }): MoneyOfDeed[] => [
    { booking, shown: { deliveryKobo: 0, codKobo: KOBO }, takenKobo: KOBO, method: "cash", agreedBy: null },
  ]);
  const counted = Object.values(all).map(({ booking }) => ({ booking, pieces: 9 }));
  const name = { kind: "attempted" as const, pieces: [own!.id], reason: "nobody_home" as const, note: "" };
  phone.does(
    { kind: "delivered", pieces: [own!.id], refused: [], took, proof: NO_PROOF_GIVEN, note: "" },
    run,
  );
  phone.does({ kind: "picked_up", pieces: [own!.id], counted, kg: null, took, note: "" }, run);
  phone.does({ ...name, proof: NO_PROOF_GIVEN }, other.run);
  phone.does({ kind: "incident", incident: "weather", note: "" }, other.run);
  phone.does({ kind: "incident", incident: "weather", note: "" }, { id: crypto.randomUUID(), version: 1 });
  const others = sql.join(
    [...Object.values(all).map(({ booking }) => booking), other.all[0]!.booking.id].map(
      (id) => sql`${id}::uuid`,
    ),
    sql`, `,
  );
  const theirs = async () =>
    (
      await db.execute(sql`select
        (select count(*) from booking_events where booking_id in (${others})) as events,
        (select count(*) from cash_entries) as cash, (select count(*) from payments) as payments,
        (select count(*) from settlement_entries) as owed,
        (select count(*) from exceptions where booking_id in (${others}) or run_id = ${other.run.id}) as asked`)
    ).rows;
  const before = await theirs();
  const answers = await phone.answers();
  expect(await theirs()).toEqual(before);
  expect(answers[3]).toBe("flagged not_yours");
  expect(answers[4]).toBe(answers[3]);
});

test("[DEED-12] nobody undoes, corrects or blocks the deed of another rider", async () => {
  const { run, ids } = await outWith(1);
  const victim = await Phone.of(opened, musa.id);
  clock.pass(HOUR);
  const deed = victim.fails(run, ids);
  await victim.sends();
  const { phone } = await attackerWith("live");
  phone.does({ kind: "undo", of: deed.id });
  const to = {
    kind: "attempted" as const,
    pieces: ids,
    reason: "refused" as const,
    note: "",
    proof: NO_PROOF_GIVEN,
  };
  phone.does({ kind: "corrected", of: deed.id, to });
  phone.does({ kind: "undo", of: crypto.randomUUID() });
  const before = await settledSnapshot(noted);
  const [undo, , unknown] = await phone.answers();
  expect(undo).toBe(unknown);
  expect(changedTables(before, await settledSnapshot(noted))).toEqual([]);
  victim.does({ kind: "undo", of: deed.id }, run);
  expect(await victim.answers()).toEqual(["seen", "taken"]);
});

test("[DEED-15] of 10,000 foreign codes in a request 20 are looked up, and none more than 100 times an hour", async () => {
  const { phone } = await attackerWith("live");
  const real = await foreign((await bookedAt(opened, desk, IKJ.id)).booking);
  for (let deed = 0; deed < 20; deed++)
    phone.does({
      ...{ kind: "handed_to_rider", rider: musa.id },
      pieces: Array.from({ length: 500 }, (_, n) => `OD${String(10_000_000 + deed * 500 + n)}NG`),
    });
  const answers = await phone.answers();
  expect(new Set(answers)).toEqual(new Set(["flagged not_yours"]));
  const codes = async () =>
    (await db.select().from(riderDevices).where(eq(riderDevices.id, phone.id)))[0]!.foreignCodes;
  expect(await codes()).toBe(20);
  for (let request = 0; request < 6; request++)
    await phone.answers([{ ...phone.log[0]!, id: crypto.randomUUID(), seq: 100 + request }]);
  expect(await codes()).toBe(100);
  // The limit is reached: other people's pieces are looked up again only after the hour.
  const told = () => db.$count(toldPieces, eq(toldPieces.pieceId, real.piece));
  phone.does({ kind: "attempted", pieces: [real.code], reason: "other", note: "", proof: NO_PROOF_GIVEN });
  const before = await told();
  expect(await phone.answers(phone.log.slice(-1))).toEqual(["flagged not_yours"]);
  expect(await told()).toBe(before);
  clock.pass(2 * HOUR);
  phone.does({ kind: "attempted", pieces: [real.code], reason: "other", note: "", proof: NO_PROOF_GIVEN });
  await phone.answers(phone.log.slice(-1));
  expect(await told()).toBe(before + 1);
});
