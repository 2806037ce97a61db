/**
 * REPORT-7: the stored numbers of parcels equal a recount of the events after 300 random simultaneous deeds, or 8,000
 * in a long test run.
 */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { actBy, acting, toldBy } from "../../../test/fixtures/acts.ts";
import { bookMany, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { LONG, note, times } from "../../../test/fixtures/long.ts";
import { allEvents, recountParcels, storedParcels } from "../../../test/fixtures/parcel-recount.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookingState } from "../../domain/booking-state.ts";
import { BOOKING_STATUSES, DELIVERED } from "../../domain/delivery-status.ts";
import { ROAD_KINDS } from "../../domain/event-kinds.ts";
import { CLOSE_REASONS } from "../../domain/exception-kinds.ts";
import { FAILURE_REASONS, STAFF_REASONS } from "../../domain/failure-reasons.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { changeStatus, undoStatus } from "../../parcels/bookings/change-status.server.ts";
import { bookings, exceptions, hubs, partners, runs } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { rollUpParcelChanges } from "./roll-up-parcels.server.ts";

const { opened, services, db } = await fileServices();
const { now } = services;
const clerk = await makeAdmin(opened, "moderator");

const HOUR = 3_600_000;
const AT_ONCE = 10;
const STATES = ["Lagos", "Kano", "Rivers"];
const HUBS = ["IKJ", "KAN"].map((code) => ({
  name: code,
  code,
  phone: "+2348006622335",
  address: "1 Market Road",
  state: "Lagos" as const,
}));
const hubIds = (await db.insert(hubs).values(HUBS).returning()).map(({ id }) => id);
await db.insert(partners).values({ company: "Peace Mass", phone: "+2348006622335" });
const runIds = (
  await db
    .insert(runs)
    .values(
      hubIds.map((hubId, n) => ({
        formKey: crypto.randomUUID(),
        name: `IKJ-D-${n}`,
        kind: "delivery" as const,
        day: "2026-11-21",
        hubId,
      })),
    )
    .returning()
).map(({ id }) => id);

/** The kinds of the random deeds. Most of them change the numbers. */
const KINDS = [...ROAD_KINDS, ...(["delivered", "attempted", "attempted", "arrived_at_hub"] as const)];

/** The ids of two phones, which report about half of the deeds. Several deeds may have the same sequence number. */
const PHONES = [crypto.randomUUID(), crypto.randomUUID()];

type Random = (below: number) => number;
const oneOf = <T>(random: Random, all: readonly T[]): T => all[random(all.length)]!;
const orNone = <T>(random: Random, all: readonly T[]): T | null => (random(3) ? oneOf(random, all) : null);
/** Returns a random time, mostly in the last three days, because the parcels are due on these days. */
const before = (random: Random) => new Date(now().getTime() - random(random(5) ? 72 : 60 * 24) * HOUR);

const deeds = (random: Random, ids: readonly string[]) =>
  transact(db, (tx) =>
    addEvents(
      acting({ services, tx, actor: clerk, at: now() }),
      Array.from({ length: 1 + random(4) }, () => {
        const kind = oneOf(random, KINDS);
        return {
          bookingId: oneOf(random, ids),
          piece: random(3) ? null : 1 + random(3),
          kind,
          occurredAt: before(random),
          hubId: orNone(random, hubIds),
          runId: orNone(random, runIds),
          reason: kind === "attempted" ? orNone(random, FAILURE_REASONS) : null,
          ...(random(2) && {
            act: toldBy(tx, { id: oneOf(random, PHONES), number: random(4) }, now()),
          }),
        };
      }),
    ),
  );

const versionOf = async (id: string) =>
  (await db.select({ version: bookings.version }).from(bookings).where(eq(bookings.id, id)))[0]!.version;

/** Sets a status by hand, and undoes about every second change. */
async function byHand(random: Random, id: string): Promise<string> {
  const why = { note: "x", reason: oneOf(random, STAFF_REASONS) };
  const set = { id, version: await versionOf(id), status: oneOf(random, BOOKING_STATUSES), ...why };
  const done = await changeStatus(services, clerk, set, crypto.randomUUID());
  if (!done.ok || random(2)) return done.ok ? "by hand" : "refused";
  const back = await undoStatus(services, clerk, { id, version: done.version }, crypto.randomUUID());
  return back.ok ? "undone" : "not undone";
}

const miss = (random: Random, ids: readonly string[]) =>
  transact(db, (tx) => {
    const found = Array.from({ length: 1 + random(2) }, () => ({
      kind: oneOf(random, ["missing", "missing", "extra"] as const),
      bookingId: oneOf(random, ids),
      hubId: orNone(random, hubIds),
      runId: orNone(random, runIds),
    }));
    return openExceptions(tx, found, actBy(tx, "Ada", before(random)));
  });

/** Closes the oldest open exception, reopens a closed one with another reason, or deletes one. */
const decide = (random: Random) => {
  const reason = oneOf(random, CLOSE_REASONS);
  const one = sql`(select id from exceptions where (closed_at is null) = ${random(2) === 0} order by opened_at limit 1 for update skip locked)`;
  return random(6) === 0
    ? db.delete(exceptions).where(sql`id = ${one}`)
    : db
        .update(exceptions)
        .set({ closeReason: reason, closedAt: now(), closedByName: "Ada" })
        .where(sql`id = ${one}`);
};

const correct = (random: Random, id: string) =>
  db
    .update(bookings)
    .set(
      oneOf(random, [
        { receiverState: oneOf(random, STATES) },
        { estimatedDelivery: before(random) },
        { pieces: 1 + random(3) },
        { pieces: 1 + random(3), receiverState: oneOf(random, STATES), estimatedDelivery: before(random) },
      ]),
    )
    .where(eq(bookings.id, id));

/** The number of delivered pieces, derived from the events of all bookings. */
async function deliveredPieces(): Promise<number> {
  const events = Map.groupBy(await allEvents(db), ({ bookingId }) => bookingId);
  const all = await db.select({ id: bookings.id, pieces: bookings.pieces }).from(bookings);
  const states = all.map(({ id, pieces }) => bookingState(pieces, events.get(id) ?? []));
  return states.reduce((sum, state) => sum + state.deliveredPieces, 0);
}

const sorted = (counted: ReadonlyMap<string, number>) =>
  Object.fromEntries([...counted].toSorted(([a], [b]) => (a < b ? -1 : 1)));

async function expectRecount() {
  const [is, should] = [await storedParcels(db), await recountParcels(db)];
  expect(sorted(is)).toEqual(sorted(should));
}

test(
  "[REPORT-7] kept numbers of parcels equal a recount after random deeds, late ones, statuses by hand, undos, corrections and missing pieces at once",
  { timeout: LONG ? 900_000 : 60_000 },
  async () => {
    const ids = await bookMany(opened, times(40, 200));
    const done: Record<string, number> = {};
    const write = async (random: Random): Promise<string> => {
      const what = random(14);
      if (what < 6) return deeds(random, ids).then(() => "deeds");
      if (what < 9) return byHand(random, oneOf(random, ids));
      if (what < 11) return correct(random, oneOf(random, ids)).then(() => "correction");
      if (what === 11) return miss(random, ids).then((n) => (n > 0 ? "missing" : "known"));
      if (what === 12) return decide(random).then(() => "decision");
      return (await rollUpParcelChanges(db)) > 0 ? "roll-up" : "empty roll-up";
    };
    const each = times(300, 8000) / AT_ONCE;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, writer) => {
        const random = randomFrom(writer + 1);
        for (let n = 0; n < each; n++) {
          const what = await write(random);
          done[what] = (done[what] ?? 0) + 1;
        }
      }),
    );
    for (const what of ["deeds", "by hand", "undone", "correction", "missing", "decision", "roll-up"])
      expect(done[what], what).toBeGreaterThan(0);
    await expectRecount();
    await rollUpParcelChanges(db);
    expect((await db.execute(sql`select from parcel_changes`)).rowCount).toBe(0);
    await expectRecount();
    const stored = [...(await storedParcels(db))];
    const delivered = stored.filter(([key]) => key.startsWith("hub ") && key.endsWith(` ${DELIVERED}`));
    expect(delivered.reduce((sum, [, n]) => sum + n, 0)).toBe(await deliveredPieces());
    note("Kept numbers of parcels against a recount", {
      "random writes, 10 side by side": each * AT_ONCE,
    });
  },
);
