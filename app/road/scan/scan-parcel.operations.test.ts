import { setTimeout as sleep } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { bookedAt, makeHubs, piecesOf, receiveAt, recountRoad } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { formatTimeNear } from "../../domain/dates.ts";
import { changeStatus, undoStatus } from "../../parcels/bookings/change-status.server.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { bookings, bookingEvents, custodyEntries, exceptions } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { scanParcel } from "./scan-parcel.server.ts";

// The spy must exist before the pool opens its first connection.
const statements = vi.spyOn(pg.Client.prototype, "query");
const { opened } = await fileServices();
const clerk = await makeAdmin(opened, "moderator");
const colleague = await makeAdmin(opened, "super_admin");

type ScanInput = Parameters<typeof scanParcel>[2];
const scan = (more: Partial<ScanInput>, by = clerk, key: string = crypto.randomUUID()) =>
  scanParcel(
    opened.services,
    by,
    { code: "", status: "in_transit", reason: null, note: "", agedMs: 0, ...more },
    key,
  );
const statusOf = async (id: string) =>
  (await opened.services.db.select().from(bookings).where(eq(bookings.id, id)))[0]!.status;
const eventsOf = async (id: string) =>
  (await opened.services.db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id))).length;

test("[SCAN-1] a scan of either code sets the status, says where it goes, and once more is no change", async () => {
  const { id, trackingCode: code } = await bookOne(opened);
  const done = await scan({ code: `https://ona.example/track?code=${code}` });
  expect(done).toMatchObject({ ok: true, code, text: "In Transit. To Kano. It was Pending.", tone: "yes" });
  expect(await scan({ code })).toMatchObject({
    ok: true,
    text: "Already In Transit: nothing changed. To Kano.",
    tone: "same",
    back: null,
  });
  expect(await eventsOf(id)).toBe(2);
});

test("[SCAN-1] what is no code, an unknown code, Failed without a reason, and a role that reads are refused", async () => {
  const { trackingCode: code } = await bookOne(opened);
  expect(await scan({ code: "5449000000996" })).toMatchObject({ ok: false, code: "invalid" });
  expect(await scan({ code: "OD00000000NG" })).toMatchObject({ ok: false, code: "not_found" });
  expect(await scan({ code, status: "failed" })).toMatchObject({ ok: false, code: "invalid" });
  expect(await scan({ code, status: "failed", reason: "other" })).toMatchObject({
    ok: false,
    code: "invalid",
  });
  expect(await scan({ code, status: "failed", reason: "nobody_home" })).toMatchObject({ ok: true });
  expect(await scan({ code }, await makeAdmin(opened, "support"))).toMatchObject({
    ok: false,
    code: "forbidden",
  });
});

test("[SCAN-4] an undo brings the status before back, and not over a colleague's change", async () => {
  const { id, trackingCode: code } = await bookOne(opened);
  const done = await scan({ code });
  if (!done.ok || !done.back) throw new Error("not scanned");
  const undone = await undoStatus(
    opened.services,
    clerk,
    { id, version: done.back.version },
    crypto.randomUUID(),
  );
  expect(undone).toMatchObject({ ok: true, trackingCode: code });
  expect(await statusOf(id)).toBe("pending");

  const again = await scan({ code });
  if (!again.ok || !again.back) throw new Error("not scanned");
  await scan({ code, status: "delivered" }, colleague);
  const late = await undoStatus(
    opened.services,
    clerk,
    { id, version: again.back.version },
    crypto.randomUUID(),
  );
  expect(late).toMatchObject({ ok: false, code: "conflict" });
  expect(await statusOf(id)).toBe("delivered");
});

test("[SCAN-5] a scan that waited counts once, is kept by its time, and says what is newer; it can be undone", async () => {
  const { id, trackingCode: code } = await bookOne(opened);
  const key = crypto.randomUUID();
  opened.clock.pass(60_000);
  expect(await scan({ code, agedMs: 1000 }, clerk, key)).toMatchObject({ ok: true });
  opened.clock.pass(60_000);
  const at = opened.clock.now();
  await scan({ code, status: "delivered" }, colleague);
  // The first response was lost, so the scan is sent again.
  expect(await scan({ code, agedMs: 61_000 }, clerk, key)).toMatchObject({ ok: true, tone: "same" });
  expect(await statusOf(id)).toBe("delivered");

  opened.clock.pass(60_000);
  const key2 = crypto.randomUUID();
  const late = { code, status: "failed", reason: "nobody_home", agedMs: 90_000 } as const;
  const time = (ms: number) => formatTimeNear(new Date(at.getTime() + ms), at);
  const said = `Kept for ${time(-30_000)}. Newer: super_admin set Delivered at ${time(0)}. To Kano.`;
  const done = await scan(late, clerk, key2);
  expect(done).toMatchObject({ ok: true, text: said, tone: "same", back: { version: 4 } });
  expect(await scan(late, clerk, key2)).toMatchObject({ ok: true, text: said, tone: "same" });
  const [row] = await opened.services.db.select().from(bookings).where(eq(bookings.id, id));
  expect(row).toMatchObject({ status: "delivered", deliveredAt: at, version: 4 });
  const events = await opened.services.db
    .select()
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, id))
    .orderBy(bookingEvents.id);
  expect(events.at(-1)).toMatchObject({
    kind: "status_set",
    fromStatus: "in_transit",
    toStatus: "failed",
    reason: "nobody_home",
    occurredAt: new Date(at.getTime() - 30_000),
    receivedAt: opened.clock.now(),
  });
  const undone = await undoStatus(opened.services, clerk, { id, version: 4 }, crypto.randomUUID());
  expect(undone).toMatchObject({ ok: true, status: "delivered" });
  const [after] = await opened.services.db.select().from(bookings).where(eq(bookings.id, id));
  expect(after).toMatchObject({ status: "delivered", deliveredAt: at, version: 5 });
});

test("[SCAN-5] what it was already, a later deed of the road, and a scan from before the booking say so", async () => {
  const { id, trackingCode: code } = await bookOne(opened);
  const booked = opened.clock.now();
  opened.clock.pass(60_000);
  const early = await scan({ code, agedMs: 3_600_000 });
  expect(early).toMatchObject({ ok: true, tone: "yes" });
  const at = formatTimeNear(booked, booked);
  expect(early.ok && early.text).toBe(`In Transit since ${at}, when it was booked. To Kano. It was Pending.`);
  opened.clock.pass(60_000);
  const tried = { bookingId: id, piece: null, kind: "attempted", occurredAt: opened.clock.now() } as const;
  await transact(opened.services.db, (tx) =>
    addEvents(acting({ services: opened.services, tx, actor: colleague, at: opened.clock.now() }), [tried]),
  );
  const again = await scan({ code, agedMs: 10_000 });
  expect(again).toMatchObject({ ok: true, tone: "same", back: null });
  expect(again.ok && again.text).toMatch(
    /^Already In Transit: nothing changed. Newer: Delivery attempted at .+, by super_admin. To Kano.$/,
  );
});

test("[SCAN-5] [CUSTODY-3] Delivered that waited moves the pieces by its time: a piece that a hub has scanned since stays there", async () => {
  const hubs = await makeHubs(opened, "IKJ");
  const { booking, pieceIds } = await bookedAt(opened, clerk, hubs.IKJ.id);
  opened.clock.pass(60_000);
  const done = await scan({ code: booking.trackingCode, status: "delivered", agedMs: 30_000 });
  const deed = new Date(opened.clock.now().getTime() - 30_000);
  expect((await piecesOf(opened, booking.id))[0]).toMatchObject({ holderKind: "receiver", heldSince: deed });
  const [entry] = await opened.services.db
    .select()
    .from(custodyEntries)
    .where(and(eq(custodyEntries.pieceId, pieceIds[0]!), eq(custodyEntries.toKind, "receiver")));
  expect(entry).toMatchObject({ method: "scan", occurredAt: deed });
  if (!done.ok || !done.back) throw new Error("not scanned");
  opened.clock.pass(1000);
  await undoStatus(
    opened.services,
    clerk,
    { id: booking.id, version: done.back.version },
    crypto.randomUUID(),
  );
  expect((await piecesOf(opened, booking.id))[0]).toMatchObject({ holderKind: "hub" });

  const other = await bookedAt(opened, clerk, hubs.IKJ.id);
  const late = await scan({ code: other.booking.trackingCode, status: "delivered", agedMs: 500 });
  expect(late).toMatchObject({ ok: true, tone: "yes" });
  opened.clock.pass(120_000);
  const third = await bookOne(opened);
  opened.clock.pass(120_000);
  await receiveAt(
    opened,
    clerk,
    hubs.IKJ.id,
    (await piecesOf(opened, third.id)).map(({ id }) => id),
  );
  opened.clock.pass(60_000);
  const disagrees = await scan({ code: third.trackingCode, status: "delivered", agedMs: 90_000 });
  expect(disagrees).toMatchObject({ ok: true, tone: "same" });
  expect((await piecesOf(opened, third.id))[0]).toMatchObject({ holderKind: "hub" });
  expect(await statusOf(third.id)).toBe("in_transit");
  const open = await opened.services.db.select().from(exceptions).where(eq(exceptions.bookingId, third.id));
  expect(open).toMatchObject([{ kind: "deeds_disagree" }]);
  expect(await recountRoad(opened)).toEqual([]);
});

test("[SCAN-3] a scan asks the database little more than a change of status does: it finds the code and nothing else", async () => {
  // The mail job of a booking and a new connection also execute statements. So each count starts when no statement was
  // executed for 100 ms, and the smallest of three counts is used.
  const untilQuiet = () =>
    vi.waitUntil(
      async () => {
        const before = statements.mock.calls.length;
        await sleep(100);
        return statements.mock.calls.length === before;
      },
      { timeout: 10_000 },
    );
  const asked = async (work: (booking: { id: string; trackingCode: string }) => Promise<unknown>) => {
    const counts: number[] = [];
    for (let n = 0; n < 3; n++) {
      const booking = await bookOne(opened);
      await untilQuiet();
      const before = statements.mock.calls.length;
      await work(booking);
      counts.push(statements.mock.calls.length - before);
    }
    return Math.min(...counts);
  };
  const set = { version: 1, status: "in_transit", note: "", reason: null } as const;
  const changed = await asked(({ id }) =>
    changeStatus(opened.services, clerk, { id, ...set }, crypto.randomUUID()),
  );
  const scanned = await asked(({ trackingCode: code }) => scan({ code }));
  expect(changed).toBeGreaterThan(2);
  expect(scanned).toBeLessThanOrEqual(1.5 * changed);
});
