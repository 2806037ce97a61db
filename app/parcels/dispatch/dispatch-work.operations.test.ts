/** The tools of dispatch besides single statuses: changes in the background, corrections, bookings at the counter. */
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { bookOne, lastEvent, makeAdmin, typedBooking } from "../../../test/fixtures/bookings.ts";
import { correctionInput } from "../../../test/fixtures/correction.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import type { Admin } from "../../access/actor.ts";
import { activityLogs, adminMembers, bookings, statusBatchRows } from "../../platform/db/schema.ts";
import { bookAtCounter } from "../bookings/create-booking.server.ts";
import { changeStatus } from "../bookings/change-status.server.ts";
import { correctBooking } from "../bookings/correct-booking.server.ts";
import {
  batchWorker,
  cancelBatch,
  readStatusBatch,
  readBatchRows,
  startBatch,
} from "./status-batch.server.ts";

const { opened } = await fileServices();
const admin = await makeAdmin(opened, "moderator");

const key = () => crypto.randomUUID();
const read = async (id: string) =>
  (await opened.services.db.select().from(bookings).where(eq(bookings.id, id)))[0]!;

type BatchChange = Omit<Parameters<typeof startBatch>[2], "filter">;
const TO_TRANSIT: BatchChange = { to: "in_transit", reason: null, note: "" };
const startChange = (search: string, change = TO_TRANSIT, by = admin, under = key()) =>
  startBatch(opened.services, by, { filter: `q=${search}`, ...change }, under);
const finished = (id: string) =>
  vi.waitFor(async () => {
    const batch = await readStatusBatch(opened.services, id);
    expect(batch?.finishedAt).not.toBeNull();
    return batch!;
  }, 15_000);
const many = async (name: string, count: number) => {
  const rows = [];
  for (let n = 0; n < count; n++) rows.push(await bookOne(opened, { receiverName: `${name} ${n}` }));
  return rows;
};

describe("a change in the background", () => {
  test("[STAFF-22] changes all that the filter finds, each with its outcome, and leaves what others changed", async () => {
    const rows = await many("Background", 8);
    const [first, second] = rows;
    await changeStatus(
      opened.services,
      admin,
      { id: first!.id, version: 1, status: "in_transit", note: "" },
      key(),
    );
    const under = key();
    // The job does not run yet, so that a colleague can change a booking before the job changes it.
    const paused = { ...opened.services, jobs: { ...opened.services.jobs, add: async () => {} } };
    const started = await startBatch(paused, admin, { filter: "q=background", ...TO_TRANSIT }, under);
    if (!started.ok) throw new Error("not started");
    await changeStatus(
      opened.services,
      admin,
      { id: second!.id, version: 1, status: "delivered", note: "" },
      key(),
    );
    await batchWorker(opened.services)(
      { id: key(), data: { batchId: started.id }, retryCount: 0 },
      opened.services.db,
    );
    expect(await finished(started.id)).toMatchObject({
      total: 8,
      done: 8,
      changed: 6,
      unchanged: 1,
      leftCount: 1,
    });
    // The list of outcomes begins with the bookings that could not be changed.
    const outcomes = await readBatchRows(opened.services, started.id, 1);
    expect(outcomes[0]).toEqual({ code: second!.trackingCode, outcome: "conflict" });
    expect(outcomes).toHaveLength(8);
    expect((await read(second!.id)).status).toBe("delivered");
    // The form with the same key starts no second change.
    expect(await startChange("background", TO_TRANSIT, admin, under)).toEqual({ ok: true, id: started.id });
    expect(await startChange("nobody has this", TO_TRANSIT)).toMatchObject({ code: "invalid" });
  });
});

describe("a change in the background, ended or refused", () => {
  test("[STAFF-22] goes on by jobs, is cancelled by staff, and ends with the membership of who began it", async () => {
    await many("Jobbed", 3);
    const started = await startChange("jobbed");
    if (!started.ok) throw new Error("not started");
    expect(await finished(started.id)).toMatchObject({ changed: 3 });

    const paused = { ...opened.services, jobs: { ...opened.services.jobs, add: async () => {} } };
    const deliverJobbed = async (by: Admin): Promise<string> => {
      const change: BatchChange = { ...TO_TRANSIT, to: "delivered" };
      const begun = await startBatch(paused, by, { filter: "q=jobbed", ...change }, key());
      if (!begun.ok) throw new Error("not started");
      return begun.id;
    };
    const stopped = await deliverJobbed(admin);
    const reader = await makeAdmin(opened, "support");
    expect(await cancelBatch(opened.services, reader, { id: stopped })).toMatchObject({ code: "forbidden" });
    await cancelBatch(opened.services, admin, { id: stopped });
    const work = (batchId: string) =>
      batchWorker(opened.services)({ id: key(), data: { batchId }, retryCount: 0 }, opened.services.db);
    await work(stopped);
    expect(await readStatusBatch(opened.services, stopped)).toMatchObject({
      done: 0,
      total: 3,
      cancelledAt: expect.any(Date),
    });

    const leaver = await makeAdmin(opened, "moderator");
    const left = await deliverJobbed(leaver);
    await opened.services.db.delete(adminMembers).where(eq(adminMembers.id, leaver.memberId));
    await work(left);
    expect(await readStatusBatch(opened.services, left)).toMatchObject({ leftCount: 3, changed: 0 });
    const rows = await readBatchRows(opened.services, left, 1);
    expect(rows.map(({ outcome }) => outcome)).toEqual(["refused", "refused", "refused"]);
    expect(await readBatchRows(opened.services, left, 2)).toEqual([]);
  });

  test("is refused to those who read, and to Failed without a reason", async () => {
    const reader = await makeAdmin(opened, "support");
    const before = await opened.services.db.$count(statusBatchRows);
    expect(await startChange("jobbed", TO_TRANSIT, reader)).toMatchObject({ code: "forbidden" });
    expect(await startChange("jobbed", { to: "failed", reason: null, note: "" })).toMatchObject({
      code: "invalid",
    });
    expect(await opened.services.db.$count(statusBatchRows)).toBe(before);
  });
});

describe("a correction", () => {
  const correct = (id: string, version: number, more: Record<string, string>, by = admin) =>
    correctBooking(opened.services, by, { id, version, ...correctionInput(more) }, key());

  test("[STAFF-23] writes row, event with before and after, log row and mail; the same again is no change", async () => {
    const { id, trackingCode } = await bookOne(opened, { senderEmail: "corrected@example.com" });
    const more = {
      receiverAddress: "5 Aba Road, Port Harcourt",
      receiverState: "Rivers",
      packageWeight: "3",
    };
    expect(await correct(id, 1, more)).toMatchObject({ ok: true, changed: true, version: 2 });
    expect(await read(id)).toMatchObject({
      receiverState: "Rivers",
      receiverTown: "Port Harcourt",
      packageWeight: 3,
      status: "pending",
    });
    expect(await lastEvent(opened, id)).toMatchObject({
      kind: "corrected",
      toStatus: "pending",
      changes: {
        "Delivery address": ["12 Bompai Road, Kano", "5 Aba Road, Port Harcourt"],
        "Delivery state": ["Kano", "Rivers"],
        Weight: ["2.5 kg", "3 kg"],
      },
    });
    const [log] = await opened.services.db.select().from(activityLogs).where(eq(activityLogs.entityId, id));
    expect(log!.description).toBe(`${trackingCode}: corrected Delivery address, Delivery state, Weight`);
    expect(await correct(id, 2, more)).toMatchObject({ ok: true, changed: false });
    await vi.waitFor(async () => {
      const sent = await opened.mails(1);
      expect(sent.find(({ kind }) => kind === "booking_corrected")?.text).toContain("Weight: 3 kg (was: ");
    }, 15_000);
  });

  test("is refused after delivery, on an old version, to those who read, and where the booking form would refuse", async () => {
    const { id } = await bookOne(opened);
    expect(
      await correct(id, 1, { receiverPhone: "0805 765 4321" }, await makeAdmin(opened, "support")),
    ).toMatchObject({
      code: "forbidden",
    });
    expect(await correct(id, 1, { receiverAddress: "Somewhere", receiverState: "" })).toMatchObject({
      code: "invalid",
      errors: { receiverState: expect.any(String) as string },
    });
    await changeStatus(opened.services, admin, { id, version: 1, status: "delivered", note: "" }, key());
    expect(await correct(id, 1, { packageWeight: "4" })).toMatchObject({ code: "invalid" });
    await changeStatus(opened.services, admin, { id, version: 2, status: "pending", note: "" }, key());
    expect(await correct(id, 2, { packageWeight: "4" })).toMatchObject({ code: "conflict" });
  });
});

test("[STAFF-24] [STAFF-13] a role that may not book at the counter is refused, and the log has the attempt", async () => {
  const support = await makeAdmin(opened, "support");
  expect(await bookAtCounter(opened.services, support, typedBooking(), key())).toMatchObject({
    code: "forbidden",
  });
  const logs = await opened.services.db
    .select()
    .from(activityLogs)
    .where(eq(activityLogs.adminId, support.person.id));
  expect(logs).toMatchObject([{ action: "refused", entityType: "bookings" }]);
});

test("[STAFF-24] a booking at the counter names who made it, belongs to no account, and is logged", async () => {
  const booked = await bookAtCounter(opened.services, admin, typedBooking(), key());
  if (!booked.ok) throw new Error("not booked");
  const [row] = await opened.services.db
    .select()
    .from(bookings)
    .where(eq(bookings.trackingCode, booked.trackingCode));
  expect(row).toMatchObject({ customerId: null, status: "pending" });
  expect(await lastEvent(opened, row!.id)).toMatchObject({ byName: "moderator", fromStatus: null });
  const [log] = await opened.services.db
    .select()
    .from(activityLogs)
    .where(eq(activityLogs.entityId, row!.id));
  expect(log).toMatchObject({ action: "create_booking" });
});
