/** TRIP-16: pieces that left a run and joined it again, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { bookedAt, receiveAt, recountRoad, runNow } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { pieceCode } from "../../domain/piece-code.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { piecesOnRunsOf } from "../../parcels/receiver-choices/standing.server.ts";
import { bookingCharges, bookingEvents, bookings } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { readStops } from "../deeds/read-stops.server.ts";
import { handToRun } from "../scan/hand-over-scan.server.ts";
import { returnCount } from "../scan/run-count.server.ts";
import { undoReceive } from "../scan/undo-receive.server.ts";
import { readPiecesOfRun } from "./page/read-run.server.ts";
import { recordRestDelivered } from "../entries/rest-of-run.server.ts";
import { recordAttempted, recordDelivered } from "../entries/run-deeds.server.ts";
import { fateOf, stopsIn } from "./page/run-page.ts";
import { deedOf } from "./pieces-of-run.server.ts";
import { readRunsOfDay } from "./runs-of-day.server.ts";
import { undoEntry } from "../entries/undo-entry.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, outFor, statusOf } = await makeRunDesk(opened);

async function handOver({ trackingCode, pieces }: typeof bookings.$inferSelect, run: string) {
  clock.pass(1000);
  const code = pieceCode(trackingCode, 1, pieces);
  expect(await handToRun(services, desk, { code, run }, key())).toMatchObject({ word: "Handed over" });
  clock.pass(1000);
}
/** Receives the pieces at the hub. Returns the id of the first piece's row in the custody ledger. */
async function receive(pieces: string[]): Promise<number> {
  clock.pass(1000);
  const { received } = await receiveAt(opened, desk, IKJ.id, pieces);
  return received[0]!.entry!;
}
function fails(run: string, pieces: string[]) {
  clock.pass(HOUR);
  return recordAttempted(services, desk, { run, pieces, reason: "nobody_home" }, key());
}

/**
 * Makes a run that is out with the first of a booking's two pieces. This piece was already out once, came back to the
 * hub, and was put on the same run again. The second piece is in the hub.
 */
async function firstOfTwo() {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id, { pieces: "2" });
  const ids = pieceIds.slice(0, 1);
  const { id: run } = await outFor(ids);
  clock.pass(HOUR);
  await receive(ids);
  await handOver(booking, run);
  const entries = async (of: "delivered" | "attempted") =>
    (
      await db
        .select({ kind: bookingEvents.kind, piece: bookingEvents.piece })
        .from(bookingEvents)
        .where(eq(bookingEvents.bookingId, booking.id))
    ).flatMap(({ kind, piece }) => (kind === of ? [piece] : []));
  return { booking, ids, run, entries };
}

test("[TRIP-16] [TRIP-9] the office's entry for a piece that is on the run again is about that piece alone, and undone once", async () => {
  const { booking, ids, run, entries } = await firstOfTwo();
  expect(await fails(run, ids)).toMatchObject({ ok: true, attempted: 1 });
  expect(await entries("attempted")).toEqual([1]);
  expect(await statusOf(booking.id)).not.toBe("failed");
  clock.pass(HOUR);
  const delivered = { run, pieces: ids, note: "Ngozi", noPin: "Not asked" };
  expect(await recordDelivered(services, desk, delivered, key())).toMatchObject({ ok: true, delivered: 1 });
  expect(await entries("delivered")).toEqual([1]);
  expect(await statusOf(booking.id)).not.toBe("delivered");
  const [piece] = await readPiecesOfRun(db, { id: run, kind: "delivery" });
  clock.pass(1000);
  expect(await undoEntry(services, desk, { run, event: piece!.end!.event }, key())).toMatchObject({
    ok: true,
    undone: 1,
  });
  expect(await recountRoad(opened)).toEqual([]);
});

test("[CUSTODY-2] two deeds of one piece are not a deed of all pieces of its booking", async () => {
  const { booking, run: id, entries } = await firstOfTwo();
  const run = await runNow(opened, id);
  const deed = deedOf(
    { bookingId: booking.id, number: 1 },
    { kind: "delivered", run, occurredAt: clock.now() },
  );
  await transact(db, (tx) =>
    addEvents(acting({ services, tx, actor: desk, at: clock.now() }), [deed, { ...deed, note: "Ngozi" }]),
  );
  expect(await entries("delivered")).toEqual([1, 1]);
  expect(await statusOf(booking.id)).not.toBe("delivered");
});

/** A run that is out with one parcel, for which the rider has to collect 100 naira. */
async function outToCollect() {
  const { booking, pieceIds: ids } = await bookedAt(opened, desk, IKJ.id);
  await db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, booking.id));
  await db.insert(bookingCharges).values({
    ...{ bookingId: booking.id, kind: "set", lines: [], byName: "Desk" },
    ...{ totalKobo: 10_000, at: clock.now() },
  });
  const run = await outFor(ids);
  /** Returns what the run's page, the board, the rider's phone and the receiver's page show of the parcel. */
  async function shown() {
    const pieces = await readPiecesOfRun(db, run);
    const cards = await readRunsOfDay(db, { hubId: IKJ.id, day: run.day, today: run.day });
    const card = cards.find(({ id }) => id === run.id)!;
    const { stops, gone } = await readStops(services, await runNow(opened, run.id));
    const [place] = await piecesOnRunsOf(db, booking.id);
    return {
      fates: pieces.map((piece) => fateOf("delivery", piece)),
      collects: [stopsIn("delivery", pieces)[0]!.collectKobo, card.collectKobo],
      onBoard: card.pieces,
      onPhone: stops.flatMap(({ parcels }) => parcels.flatMap((one) => one.pieces.map(({ done }) => done))),
      gone: gone.map(({ why }) => why),
      attempted: place!.attempted,
    };
  }
  return { booking, ids, run: run.id, shown };
}

test("[TRIP-16] [TRIP-12] [TRIP-14] [CHOICE-1] a parcel that failed, came back and is on the run again is open there, once", async () => {
  const { booking, ids, run, shown } = await outToCollect();
  const open = { fates: ["left"], collects: [10_000, 10_000], onBoard: 1, onPhone: [null], gone: [] };
  expect(await shown()).toEqual({ ...open, attempted: false });
  await fails(run, ids);
  const failed = { ...open, fates: ["failed"], collects: [0, 0], onPhone: ["attempted"] };
  expect(await shown()).toEqual({ ...failed, attempted: true });
  await receive(ids);
  await handOver(booking, run);
  expect(await shown()).toEqual({ ...open, attempted: false });
  await fails(run, ids);
  expect(await shown()).toEqual({ ...failed, attempted: true });
  await receive(ids);
  await handOver(booking, run);
  clock.pass(HOUR);
  const rest = { run, count: 1, noPin: "Not asked", allCollected: "on" as const };
  expect(await recordRestDelivered(services, desk, rest, key())).toMatchObject({ ok: true, delivered: 1 });
  expect(await statusOf(booking.id)).toBe("delivered");
});

test("[SCAN-4] the undo of a scan puts a piece that came back twice on its run again, and counts it once", async () => {
  const { booking, ids, run, shown } = await outToCollect();
  await fails(run, ids);
  await receive(ids);
  await handOver(booking, run);
  await fails(run, ids);
  const entry = await receive(ids);
  expect(await returnCount(db, run)).toMatchObject({ expected: 1, scanned: 1, missing: 0 });
  clock.pass(1000);
  expect(await undoReceive(services, desk, { entry }, key())).toMatchObject({ ok: true });
  expect(await shown()).toMatchObject({ fates: ["failed"], onPhone: ["attempted"] });
  expect(await returnCount(db, run)).toMatchObject({ expected: 1, scanned: 0, missing: 1 });
  expect(await recountRoad(opened)).toEqual([]);
});
