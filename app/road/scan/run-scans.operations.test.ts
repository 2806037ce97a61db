/**
 * SCAN-9 to SCAN-11: returning, handing over and finding by scans, on a real database. Longer than 250 lines because all
 * tests use one road.
 */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { openOne } from "../../../test/fixtures/exceptions.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { makeRun, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, openRoadScans, scansBy } from "../../../test/fixtures/road-scans.ts";
import { bookCollect, makePayee } from "../../../test/fixtures/settlements.ts";
import { asGuest } from "../../access/actors.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { doorOf } from "../../money/payments/door.server.ts";
import { senderDecides } from "../../parcels/sender-decides/decide.server.ts";
import { bookingEvents, bookings, cashEntries, custodyEntries, pieces } from "../../platform/db/schema.ts";
import { recordAttempted, recordDelivered } from "../entries/run-deeds.server.ts";
import { reconcileRun, runReturned } from "../runs/send-and-close-run.server.ts";

const road = await openRoadScans();
const { opened, services, clock, db, desk, IKJ, musa, ada } = road;
const hubCash = ({ id }: { id: string }) =>
  db
    .select({
      kind: cashEntries.holderKind,
      id: cashEntries.holderId,
      kobo: cashEntries.kobo,
      part: cashEntries.part,
    })
    .from(cashEntries)
    .where(eq(cashEntries.bookingId, id));
const { scan, seen, assign, inHub, sendOut, delivery, pieceOf, placesOf, kindsOf } = road;

test("[SCAN-9] what was not delivered comes back to the hub of its run, with what is still missing; a piece of another run is refused", async () => {
  const [first, second, third, stranger] = await inHub(4);
  const run = await delivery();
  await sendOut(
    run,
    [first!, second!, third!].flatMap(({ pieceIds }) => pieceIds),
  );
  await recordDelivered(services, desk, { run: run.id, pieces: first!.pieceIds, note: "" }, key());
  const back = (code: string) => scan("return", code, { run: run.id });
  const answer = await back(second!.code);
  expect(answer).toMatchObject({
    ok: true,
    word: "Right",
    text: expect.stringContaining(`Back from ${run.name}.`) as string,
    count: { run: run.id, expected: 2, scanned: 1, missing: 1 },
  });
  expect(await pieceOf(second!)).toMatchObject({ holderKind: "hub", holderId: IKJ.id });
  expect((await placesOf(second!.pieceIds[0]!))[0]).toMatchObject({ outcome: "returned_to_hub" });
  expect(await back(second!.code)).toMatchObject({
    word: "Already here",
    tone: "same",
    count: { scanned: 1 },
  });
  const wrong = await back(stranger!.code);
  expect(wrong).toMatchObject({ ok: false, reason: "not_of_run" });
  expect(wrong.errors?.["form"]).toContain(`It is not of ${run.name}: it is in Ikeja (IKJ).`);
  const other = await delivery(ada);
  await assign(other, stranger!.pieceIds);
  expect((await back(stranger!.code)).errors?.["form"]).toContain(`it is on ${other.name}`);
  expect(await scan("return", third!.code, { run: other.id })).toMatchObject({ reason: "not_out" });
  clock.pass(60_000);
  expect(await back(first!.code)).toMatchObject({ word: "Already delivered", tone: "wrong" });
  expect(await back(third!.code)).toMatchObject({ count: { missing: 0 } });
  await runReturned(services, desk, await seen(run.id), key());
  expect(await reconcileRun(services, desk, await seen(run.id), key())).toMatchObject({
    ok: true,
    missing: 0,
  });
  expect(await back(third!.code)).toMatchObject({ ok: false, reason: "not_out" });
  expect(await recountRoad(opened)).toEqual([]);
});

test("[SCAN-9] [CHOICE-3] a refused parcel that comes back is put aside, not for delivery, until its sender decides", async () => {
  const [one] = await inHub(1);
  const run = await delivery();
  await sendOut(run, one!.pieceIds);
  clock.pass(1000);
  await recordAttempted(services, desk, { run: run.id, pieces: one!.pieceIds, reason: "refused" }, key());
  const back = () => scan("return", one!.code, { run: run.id });
  const first = await back();
  expect(first).toMatchObject({ ok: true, word: "Right" });
  expect(first).toHaveProperty(
    "text",
    `Back from ${run.name}. Put it aside: the sender has not said yet what to do.`,
  );
  const decided = { code: one!.code, decision: "try_again" as const };
  expect(await senderDecides(services, asGuest("127.0.0.1"), decided, key())).toEqual({ ok: true });
  expect(await back()).toMatchObject({ text: expect.stringContaining("For Kano (KAN)") as string });
});

test("[SCAN-9] [SCAN-10] a rider hands a piece over to the rider of another run: the ledger and both runs say so, and it does not come back by the first", async () => {
  const [one, two] = await inHub(2);
  const run = await delivery();
  const other = await delivery(ada);
  await sendOut(run, one!.pieceIds);
  await sendOut(other, two!.pieceIds);
  const hand = (code: string, to: { id: string }, more = {}) =>
    scan("hand_over", code, { run: to.id, ...more });
  expect(await hand(one!.code, other)).toMatchObject({ ok: true, word: "Handed over", tone: "yes" });
  expect(await pieceOf(one!)).toMatchObject({ holderKind: "rider", holderId: ada.id });
  const places = await placesOf(one!.pieceIds[0]!);
  expect(places.map(({ runId, outcome, loadedBy }) => [runId, outcome, loadedBy])).toEqual([
    [run.id, "moved", "list"],
    [other.id, null, "scan"],
  ]);
  expect(await scan("return", one!.code, { run: run.id })).toMatchObject({ reason: "not_of_run" });
  expect(await hand(one!.code, other)).toMatchObject({ word: "Already there", tone: "same" });
  // This scan is sent late. It gave the piece to Musa half an hour ago, before Ada got it. So the present holder stays
  // Ada.
  expect(await hand(one!.code, run, { agedMs: HOUR / 2 })).toMatchObject({ word: "Kept", tone: "same" });
  expect(await pieceOf(one!)).toMatchObject({ holderId: ada.id });
  expect((await placesOf(one!.pieceIds[0]!)).at(-1)).toMatchObject({ runId: other.id, endedAt: null });
  await runReturned(services, desk, await seen(run.id), key());
  expect(await hand(two!.code, run)).toMatchObject({ ok: false, reason: "run_over" });
  expect(await recountRoad(opened)).toEqual([]);
});

test("[SCAN-10] [TRIP-4] on a pickup run a piece that is handed over has the stop of its sender's place", async () => {
  const run = await makeRun(opened, desk, { kind: "pickup", hub: IKJ.id, rider: musa.id });
  const sender = { senderPhone: "08031112222", senderAddress: "3 Broad Street, Lagos" };
  const receivers = [
    { ...sender, receiverPhone: "08032223333", receiverAddress: "1 Ahmadu Bello Way, Kaduna" },
    { ...sender, receiverPhone: "08034445555", receiverAddress: "9 Aba Road, Port Harcourt" },
  ];
  const stops = [];
  for (const people of receivers) {
    const { id, trackingCode: code } = await bookOne(opened, people);
    expect(await scan("hand_over", code, { run: run.id })).toMatchObject({ word: "Handed over" });
    stops.push((await placesOf((await pieceOf({ id })).id))[0]!.stop);
  }
  expect(stops).toEqual([1, 1]);
});

test("[SCAN-10] from the hub to a run that is out a piece leaves with it; what is planned there is loaded, and a run without a rider takes nothing", async () => {
  const [late, first] = await inHub(2);
  const run = await delivery();
  await sendOut(run, first!.pieceIds);
  expect(await scan("hand_over", late!.code, { run: run.id, to: "run" })).toMatchObject({
    word: "Handed over",
  });
  expect(await pieceOf(late!)).toMatchObject({ holderKind: "rider", holderId: musa.id });
  expect((await kindsOf(late!)).at(-1)).toBe("out_for_delivery");
  const [planned] = await inHub(1);
  const next = await delivery(ada);
  await assign(next, planned!.pieceIds);
  expect(await scan("hand_over", planned!.code, { run: next.id })).toMatchObject({ reason: "load_it" });
  const nobody = await makeRun(opened, desk, { kind: "delivery", hub: IKJ.id });
  expect(await scan("hand_over", planned!.code, { run: nobody.id })).toMatchObject({ reason: "no_holder" });
});

test("[SCAN-10] at the counter it is asked who takes the parcel, and first what is to be paid; then it is delivered there", async () => {
  await publishSamples(opened);
  const one = await bookCollect(opened, await makePayee(opened), 25_000, "pending");
  await scan("receive", one.code, { hub: IKJ.id });
  clock.pass(60_000);
  const at = (more = {}) => scan("hand_over", one.code, { hub: IKJ.id, to: "receiver", ...more });
  expect(await at()).toMatchObject({
    ok: true,
    word: "Collect ₦25,000",
    ask: { to: "receiver", collect: "₦25,000" },
  });
  expect(await pieceOf(one)).toMatchObject({ holderKind: "hub" });
  const done = await at({ person: "Ngozi, the sister", taken: "₦25,000" });
  expect(done).toMatchObject({ ok: true, word: "Handed over", tone: "yes", ask: null });
  expect(done.text).toContain("₦25,000 is recorded as cash of Ikeja (IKJ).");
  expect(await hubCash(one)).toEqual([{ kind: "hub", id: IKJ.id, kobo: 2_500_000, part: "goods" }]);
  expect(await pieceOf(one)).toMatchObject({ holderKind: "receiver" });
  const [event] = await db
    .select()
    .from(bookingEvents)
    .where(and(eq(bookingEvents.bookingId, one.id), eq(bookingEvents.kind, "delivered")));
  expect(event).toMatchObject({ hubId: IKJ.id, note: "Ngozi, the sister" });
  const [row] = await db.select().from(bookings).where(eq(bookings.id, one.id));
  expect(row).toMatchObject({ status: "delivered" });
  expect(await at()).toMatchObject({ word: "Already delivered", tone: "same" });
  const again = await at({ person: "Somebody else", taken: "₦25,000" });
  expect(again).toMatchObject({ word: "Already delivered" });
  expect(await hubCash(one)).toHaveLength(1);
  const [entry] = await db
    .select()
    .from(custodyEntries)
    .where(and(eq(custodyEntries.pieceId, (await pieceOf(one)).id), eq(custodyEntries.toKind, "receiver")));
  expect(entry).toMatchObject({ method: "scan" });
});

test("[SCAN-10] [CASH-2] the delivery that the receiver pays at the counter is paid, and is cash of the hub", async () => {
  const one = await bookOne(opened, { paysDelivery: "receiver" });
  await scan("receive", one.trackingCode, { hub: IKJ.id });
  clock.pass(60_000);
  const at = (more = {}) => scan("hand_over", one.trackingCode, { hub: IKJ.id, to: "receiver", ...more });
  const { ask } = await at();
  const { priceKobo } = (await doorOf(db, { id: one.id }))!;
  expect(ask).toMatchObject({ collect: formatNaira(priceKobo!) });
  await at({ person: "Ngozi", taken: ask!.collect! });
  expect(await doorOf(db, { id: one.id })).toMatchObject({ paidKobo: priceKobo, door: { totalKobo: 0 } });
  expect(await hubCash(one)).toEqual([{ kind: "hub", id: IKJ.id, kobo: priceKobo, part: "delivery" }]);
});

test("[SCAN-10] a page that does not say what was taken records nothing: the answer says what to record", async () => {
  const one = await bookCollect(opened, await makePayee(opened), 25_000, "pending");
  await scan("receive", one.code, { hub: IKJ.id });
  clock.pass(60_000);
  const done = await scan("hand_over", one.code, { hub: IKJ.id, to: "receiver", person: "Ngozi" });
  expect(done).toMatchObject({ word: "Handed over", tone: "same" });
  expect(done.text).toContain("₦25,000 is to be recorded: give it to the desk.");
  expect(await hubCash(one)).toEqual([]);
});

test("[SCAN-10] back to the sender at the counter, and what goes back goes to nobody else", async () => {
  const [one, returning] = await inHub(2);
  expect(await scan("hand_over", one!.code, { hub: IKJ.id, to: "sender", person: "Bola" })).toMatchObject({
    word: "Handed over",
    text: "Returned to the sender at the counter.",
  });
  expect(await pieceOf(one!)).toMatchObject({ holderKind: "sender" });
  expect((await kindsOf(one!)).at(-1)).toBe("returned");
  await db.update(pieces).set({ returning: true }).where(eq(pieces.id, returning!.pieceIds[0]!));
  expect(await scan("hand_over", returning!.code, { hub: IKJ.id, to: "receiver" })).toMatchObject({
    ask: { to: "sender", name: returning!.senderName, collect: "₦6,450" },
  });
  await scan("hand_over", returning!.code, { hub: IKJ.id, to: "receiver", person: "Bola" });
  expect(await pieceOf(returning!)).toMatchObject({ holderKind: "sender" });
  expect(await recountRoad(opened)).toEqual([]);
});

test("[SCAN-11] finding says who holds it since when, its run, where it goes and what is open, and changes nothing", async () => {
  const [one] = await inHub(1);
  const support = scansBy(opened, await makeAdmin(opened, "support"));
  const before = await db.$count(custodyEntries);
  expect(await support("find", one!.code)).toMatchObject({
    ok: true,
    word: "In Ikeja",
    tone: "yes",
    back: null,
  });
  const run = await delivery();
  await sendOut(run, one!.pieceIds);
  const moved = await db.$count(custodyEntries);
  const found = await support("find", one!.code);
  expect(found.word).toBe("With a rider");
  expect(found.text).toMatch(/^With Musa Bello since .+\. On .+, stop 1\. To Kano: Kano \(KAN\)\.$/);
  expect(found.text).toContain(`On ${run.name}`);
  await openOne(opened, { kind: "missing", bookingId: one!.id, pieceId: one!.pieceIds[0]! });
  expect(await support("find", one!.code)).toMatchObject({
    tone: "wrong",
    text: expect.stringMatching(/ Open: missing piece\.$/) as string,
  });
  const three = await bookOne(opened);
  await db.update(bookings).set({ pieces: 2 }).where(eq(bookings.id, three.id));
  await scan("receive", `${three.trackingCode}-1`, { hub: IKJ.id });
  expect(await support("find", three.trackingCode)).toMatchObject({
    word: "2 pieces",
    text: `${three.trackingCode}-1 in Ikeja (IKJ), ${three.trackingCode}-2 with the sender.`,
  });
  expect(await support("find", "OD00000000NG")).toMatchObject({ ok: false, reason: "unknown_piece" });
  expect(await db.$count(custodyEntries)).toBe(moved + 1);
  expect(moved).toBe(before + 1);
});
