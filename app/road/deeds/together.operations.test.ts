/** DEED-5: deliveries of one request that are written together, on a real database. */
import { eq, gt, inArray, sql } from "drizzle-orm";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { withCommits } from "../../../test/fixtures/commits.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { bookedAt, piecesOf, recountRoad, sendRunOut } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookingEvents, custodyEntries, exceptions, riderDeeds } from "../../platform/db/schema.ts";
import { recordDelivered } from "../entries/run-deeds.server.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";
import { PROTOCOL } from "./protocol.ts";
import { receiveDeeds } from "./take-deeds.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, musa, many, delivery, assign, sendOut, outWithPhone, statusOf, kindsOf } =
  await makeRunDesk(opened);
const PROOF = { ...NO_PROOF_GIVEN, name: "Ada Obi", pictures: [{ number: 1, kind: "photo" as const }] };

test("[DEED-5] a delivery that cannot be done takes no other of its request with it", async () => {
  const { run, all, ids, phone } = await outWithPhone(3);
  for (const id of ids) phone.delivers(run, [id], { proof: PROOF });
  const bookingIds = all.map(({ booking }) => booking.id);
  await db.execute(sql`create function break_proof() returns trigger language plpgsql as $$ begin
    if new.booking_id = ${sql.raw(`'${bookingIds[1]!}'`)} then raise 'a fault of the test'; end if; return new; end $$`);
  await db.execute(
    sql`create trigger break_proof before insert on proofs for each row execute function break_proof()`,
  );
  expect(await phone.answers()).toEqual(["taken", "flagged not_understood", "taken"]);
  await db.execute(sql`drop trigger break_proof on proofs`);
  expect(await Promise.all(bookingIds.map(statusOf))).toEqual(["delivered", "in_transit", "delivered"]);
  const asked = await db.select().from(exceptions).where(eq(exceptions.openedByName, "Musa Bello"));
  expect(asked.map(({ kind }) => kind)).toEqual(["deed_unclear"]);
  expect(await phone.answers()).toEqual(["seen", "seen", "seen"]);
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-10] each delivery of a request has a moment of its own, and is undone alone", async () => {
  const { run, all, ids, phone } = await outWithPhone(3);
  const [, two] = ids.map((id) => phone.delivers(run, [id], { proof: PROOF }));
  const published = vi.spyOn(services.live, "publish");
  expect(await phone.answers()).toEqual(["taken", "taken", "taken"]);
  expect(published.mock.calls.flat()).toContain(`run:${run.id}`);
  expect(await db.$count(riderDeeds, gt(riderDeeds.occurredAt, riderDeeds.receivedAt))).toBe(0);
  const bookingIds = all.map(({ booking }) => booking.id);
  const times = (rows: { at: Date }[]) => rows.slice(-3).map(({ at }) => at.getTime());
  const stored = await db
    .select({ at: riderDeeds.receivedAt })
    .from(riderDeeds)
    .where(eq(riderDeeds.riderId, musa.id))
    .orderBy(riderDeeds.id);
  const events = await db
    .select({ at: bookingEvents.receivedAt })
    .from(bookingEvents)
    .where(inArray(bookingEvents.bookingId, bookingIds))
    .orderBy(bookingEvents.id);
  const handed = await db
    .select({ at: custodyEntries.receivedAt })
    .from(custodyEntries)
    .where(inArray(custodyEntries.pieceId, ids))
    .orderBy(custodyEntries.id);
  expect(new Set(times(stored)).size).toBe(3);
  expect(times(events)).toEqual(times(stored));
  expect(times(handed)).toEqual(times(stored));
  phone.does({ kind: "undo", of: two!.id });
  expect(await phone.answers(phone.log.slice(-1))).toEqual(["taken"]);
  expect(await Promise.all(bookingIds.map(statusOf))).toEqual(["delivered", "in_transit", "delivered"]);
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-5] deliveries of one booking, and one that its undo overtook, are taken in their turn", async () => {
  const { run, all, ids, phone } = await outWithPhone(2);
  const first = phone.delivers(run, [ids[0]!], { proof: PROOF });
  phone.delivers(run, [ids[0]!], { proof: PROOF });
  const other = phone.delivers(run, [ids[1]!], { proof: PROOF });
  phone.does({ kind: "undo", of: other.id });
  expect(await phone.answers()).toEqual(["taken", "taken", "taken", "taken"]);
  const bookingIds = all.map(({ booking }) => booking.id);
  expect(await Promise.all(bookingIds.map(statusOf))).toEqual(["delivered", "in_transit"]);
  expect(await phone.answers([first, other])).toEqual(["seen", "seen"]);
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-5] [DEED-6] two pieces of a booking at one moment are two deeds, and what is refused is an attempt beside other deliveries, too", async () => {
  const booked = (pieces: string) => bookedAt(opened, desk, IKJ.id, { pieces });
  const [two, other, split] = [await booked("2"), await booked("1"), await booked("2")];
  const run = await delivery();
  await assign(
    run.id,
    [two, other, split].flatMap(({ pieceIds }) => pieceIds),
  );
  await sendOut(run.id);
  clock.pass(HOUR);
  const phone = await Phone.of(opened, musa.id);
  const [first] = two.pieceIds.map((id) => phone.delivers(run, [id], { proof: PROOF }));
  phone.delivers(run, other.pieceIds, { proof: PROOF });
  const refused = [{ piece: split.pieceIds[1]!, reason: "damaged" as const, note: "Wet" }];
  phone.delivers(run, split.pieceIds.slice(0, 1), { proof: PROOF, refused });
  clock.pass(5 * 60_000);
  expect(await phone.answers()).toEqual(["taken", "taken", "taken", "taken"]);
  const holders = async ({ booking }: typeof two) =>
    (await piecesOf(opened, booking.id)).map(({ holderKind }) => holderKind);
  expect(await holders(split)).toEqual(["receiver", "rider"]);
  expect(await kindsOf(split.booking.id)).toContain("attempted");
  phone.does({ kind: "undo", of: first!.id });
  expect(await phone.answers(phone.log.slice(-1))).toEqual(["taken"]);
  expect(await holders(two)).toEqual(["rider", "receiver"]);
  expect((await kindsOf(two.booking.id)).filter((kind) => kind === "delivered")).toHaveLength(2);
  expect(await recountRoad(opened)).toEqual([]);
});

test("[DEED-5] text that the database cannot store takes no deed with it", async () => {
  const { run, ids, phone } = await outWithPhone(3);
  // The note is cut in the middle of the emoji.
  phone.delivers(run, [ids[0]!], { proof: PROOF, note: `${"a".repeat(199)}😀` });
  phone.delivers(run, [ids[1]!], { proof: { ...PROOF, name: "Ada\0 Obi" } });
  const strange = { ...phone.delivers(run, [ids[2]!]), did: { kind: "delivered", pieces: "\0\ud83d" } };
  expect(await phone.answers([...phone.log.slice(0, 2), strange])).toEqual([
    "taken",
    "taken",
    "flagged not_understood",
  ]);
  const [kept] = await db.select().from(riderDeeds).where(eq(riderDeeds.deedId, strange.id));
  expect(kept!.body).toMatchObject({ did: { pieces: "\ufffd" } });
});

test("[DEED-5] [TRIP-7] [TRIP-9] while the pool is used up nothing of the road asks for a second connection", async () => {
  // Mails are sent after the commit with other services, so these spies count only the calls of the request itself.
  const own = { ...services, company: vi.fn(services.company), daysRules: vi.fn(services.daysRules) };
  const all = await many(3);
  const ids = all.flatMap(({ pieceIds }) => pieceIds);
  const run = await delivery();
  await assign(run.id, ids);
  await sendRunOut({ services: own }, desk, run.id);
  clock.pass(HOUR);
  const phone = await Phone.of({ services: own, clock }, musa.id);
  phone.delivers(run, [ids[0]!], { proof: PROOF });
  phone.fails(run, [ids[1]!]);
  expect(await phone.answers()).toEqual(["taken", "taken"]);
  const entry = { run: run.id, pieces: [ids[2]!], when: "", note: "Ada Obi", pin: "", noPin: "" };
  expect(await recordDelivered(own, desk, entry, key())).toMatchObject({ ok: true });
  expect(own.company.mock.calls.length).toBeGreaterThan(3);
  expect(own.company.mock.calls.filter(([from]) => from === undefined)).toEqual([]);
  expect(own.daysRules.mock.calls.length).toBeGreaterThan(0);
  expect(own.daysRules.mock.calls.filter(([, from]) => from === undefined)).toEqual([]);
});

test("[DEED-5] a request that always meets a deadlock is tried four times in all, and stores nothing", async () => {
  const { run, all, ids, phone } = await outWithPhone(2);
  for (const id of ids) phone.delivers(run, [id]);
  let tried = 0;
  const deadlocked = withCommits(db, () => {
    tried++;
    throw Object.assign(new pg.DatabaseError("deadlock detected", 0, "error"), { code: "40P01" });
  });
  const sent = { protocol: PROTOCOL, phone: phone.report(), deeds: phone.log };
  const device = await phone.device();
  await expect(receiveDeeds({ ...services, db: deadlocked }, device, sent)).rejects.toThrow();
  expect(tried).toBe(4);
  expect(await Promise.all(all.map(({ booking }) => statusOf(booking.id)))).toEqual([
    "in_transit",
    "in_transit",
  ]);
  expect(await phone.answers()).toEqual(["flagged proof_missing", "flagged proof_missing"]);
});
