import { eq } from "drizzle-orm";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { openTestServices } from "../../../test/fixtures/services.ts";
import { changeStatus, undoStatus } from "../../parcels/bookings/change-status.server.ts";
import { bookings, bookingEvents } from "../../platform/db/schema.ts";
import { scanParcel } from "./scan-parcel.server.ts";

// Before the pool opens its first connection.
const statements = vi.spyOn(pg.Client.prototype, "query");
const opened = await closedAfterAll(openTestServices({ limitsFactor: 1000 }));
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
  expect(done).toMatchObject({ ok: true, code, text: "In Transit. To Kano. It was Pending.", same: false });
  expect(await scan({ code })).toMatchObject({
    ok: true,
    text: "Already In Transit: nothing changed. To Kano.",
    same: true,
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

test("[SCAN-5] a scan that waited counts once, and does not overwrite what a colleague did since", async () => {
  const { id, trackingCode: code } = await bookOne(opened);
  const key = crypto.randomUUID();
  opened.clock.pass(60_000);
  expect(await scan({ code, agedMs: 1000 }, clerk, key)).toMatchObject({ ok: true });
  await scan({ code, status: "delivered" }, colleague);
  // The first answer was lost: the same scan comes again.
  expect(await scan({ code, agedMs: 30_000 }, clerk, key)).toMatchObject({ ok: true });
  expect(await statusOf(id)).toBe("delivered");

  const stale = await scan({ code, agedMs: 30_000 });
  expect(stale).toMatchObject({ ok: false, code: "conflict" });
  expect(stale.ok ? "" : stale.errors["form"]).toContain(
    "changed it to Delivered. Check it, then try again.",
  );
  expect(await statusOf(id)).toBe("delivered");
});

test("[SCAN-3] a scan asks the database little more than a change of status does: it finds the code and nothing else", async () => {
  // The fewest of three: a new connection and what runs in the background ask, too.
  const asked = async (work: (booking: { id: string; trackingCode: string }) => Promise<unknown>) => {
    const counts: number[] = [];
    for (let n = 0; n < 3; n++) {
      const booking = await bookOne(opened);
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
