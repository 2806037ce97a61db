/**
 * Two deeds that contradict each other: from two phones, from a phone and a scan, or from a phone and dispatch. On a
 * real database.
 */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider, receiveAt, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { closeException } from "../../care/exceptions/change-exception.server.ts";
import { changeStatus, undoStatus } from "../../parcels/bookings/change-status.server.ts";
import { bookingEvents, bookings, exceptions, riderDevices } from "../../platform/db/schema.ts";
import { moveToRun } from "../entries/run-incidents.server.ts";
import { recordAttempted } from "../entries/run-deeds.server.ts";
import { NO_PROOF_GIVEN } from "./no-proof.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, musa, outWith, outWithPhone, holderOf, statusOf, exceptionsOf } =
  await makeRunDesk(opened);
const MINUTE = 60_000;

const NAMED = {
  ...NO_PROOF_GIVEN,
  name: "Ada Eze",
  pictures: [{ number: 1, kind: "photo" as const }],
};

const asked = (bookingId: string) =>
  db
    .select()
    .from(exceptions)
    .where(and(eq(exceptions.bookingId, bookingId), eq(exceptions.kind, "deeds_disagree")))
    .orderBy(exceptions.openedAt);

async function close(bookingId: string) {
  const [open] = await asked(bookingId);
  const fields = { id: open!.id, version: open!.version, reason: "delivered" as const, note: "" };
  expect(await closeException(services, desk, fields, key())).toMatchObject({ ok: true });
}

async function versionOf(id: string) {
  const [row] = await db.select({ version: bookings.version }).from(bookings).where(eq(bookings.id, id));
  return row!.version;
}
const set = async (id: string, status: "failed" | "in_transit" | "delivered") =>
  changeStatus(
    services,
    desk,
    {
      id,
      version: await versionOf(id),
      status,
      reason: status === "failed" ? "nobody_home" : null,
      note: "",
    },
    key(),
  );

/** Musa delivers a parcel. Dispatch moves it to Sani's run, and Sani reports that nobody was at home. */
async function twoPhones() {
  const sani = await makeRider(opened, IKJ.id, "Sani Ali");
  const { run, all, ids } = await outWith(1);
  const { run: his } = await outWith(1, sani.id);
  const [first, second] = [await Phone.of(opened, musa.id), await Phone.of(opened, sani.id)];
  clock.pass(HOUR);
  first.delivers(run, ids, { proof: NAMED });
  clock.pass(20 * MINUTE);
  expect(await moveToRun(services, desk, { run: run.id, toRun: his.id, pieces: ids }, key())).toMatchObject({
    ok: true,
  });
  clock.pass(20 * MINUTE);
  second.fails(his, ids, "nobody_home");
  clock.pass(20 * MINUTE);
  return { first, second, id: all[0]!.booking.id, ids };
}

test.each([
  ["the delivery", true],
  ["the attempt", false],
])(
  "[CUSTODY-7] of a phone that delivered and one that found nobody the piece stays delivered, whichever is heard first: %s",
  async (_, deliveryFirst) => {
    const { first, second, id, ids } = await twoPhones();
    const [one, other] = deliveryFirst ? [first, second] : [second, first];
    await one.sends();
    await other.sends();
    expect([await statusOf(id), await holderOf(id)]).toEqual(["delivered", "receiver"]);
    const [open, ...more] = await asked(id);
    expect(more).toEqual([]);
    expect(open).toMatchObject({ closedAt: null, pieceId: ids[0] });
    expect(open!.note).toMatch(
      /^Delivered: Musa Bello, .+\. Delivery attempted \(Nobody home\): Sani Ali, .+\.$/,
    );
    await close(id);
    for (const phone of [first, second, first]) expect(await phone.answers()).toEqual(["seen"]);
    expect((await asked(id)).map(({ closedAt }) => closedAt !== null)).toEqual([true]);
    expect([await statusOf(id), await holderOf(id)]).toEqual(["delivered", "receiver"]);
    expect(await recountRoad(opened)).toEqual([]);
  },
);

test("[CUSTODY-7] a revoked phone's attempt about a piece that its receiver has changes nothing, and is asked about", async () => {
  const { first, second, id } = await twoPhones();
  await first.sends();
  const gone = { revokedAt: clock.now(), revokedBy: "office" as const };
  await db.update(riderDevices).set(gone).where(eq(riderDevices.id, second.id));
  clock.pass(HOUR);
  expect((await second.answers())[0]).toContain("revoked_phone");
  expect([await statusOf(id), (await asked(id)).length]).toEqual(["delivered", 1]);
  expect(await exceptionsOf(id)).toEqual(["deeds_disagree"]);
});

test("[CUSTODY-7] an attempt that does not count opens no refusal, mails nobody and asks no receiver", async () => {
  const { run, all, ids, phone } = await outWithPhone(1);
  phone.delivers(run, ids, { proof: NAMED });
  await phone.sends();
  clock.pass(HOUR);
  const other = await Phone.of(opened, musa.id);
  other.fails(run, ids, "refused");
  await other.sends();
  const id = all[0]!.booking.id;
  expect(await exceptionsOf(id)).toEqual(["deeds_disagree"]);
  const told = await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id));
  expect(told.filter(({ kind }) => kind === "attempted")).toMatchObject([{ toStatus: "delivered" }]);
});

test("[CUSTODY-7] a status that staff choose counts and is asked about once, before and after the phone is heard", async () => {
  const { run, all, ids, phone } = await outWithPhone(2);
  const [first, second] = all.map(({ booking }) => booking.id) as [string, string];
  phone.delivers(run, ids, { proof: NAMED });
  clock.pass(MINUTE);
  await set(second, "failed");
  await phone.sends();
  clock.pass(MINUTE);
  await set(first, "failed");
  for (const id of [first, second]) {
    expect([await statusOf(id), await holderOf(id)]).toEqual(["failed", "receiver"]);
    expect(await asked(id)).toMatchObject([
      {
        note: expect.stringMatching(
          /^Delivered: Musa Bello, .+\. Failed, set by hand \(Nobody home\): /,
        ) as string,
      },
    ]);
    await close(id);
  }
  clock.pass(MINUTE);
  await set(first, "in_transit");
  expect(await statusOf(first)).toBe("in_transit");
  expect(await asked(first)).toHaveLength(1);
});

test("[CUSTODY-7] an undone status, an undone scan and an undone deed take their question back", async () => {
  const { run, all, ids, phone } = await outWithPhone(2);
  const [first, second] = all.map(({ booking }) => booking.id) as [string, string];
  const made = phone.delivers(run, [ids[0]!], { proof: NAMED });
  phone.delivers(run, [ids[1]!], { proof: NAMED });
  await phone.sends();
  clock.pass(MINUTE);
  const done = await set(second, "failed");
  if (!done.ok) throw new Error("not set");
  expect(await asked(second)).toMatchObject([{ closedAt: null }]);
  await undoStatus(services, desk, { id: second, version: done.version }, key());
  expect(await statusOf(second)).toBe("delivered");
  expect(await asked(second)).toMatchObject([{ closeReason: "no_fault" }]);
  const other = await Phone.of(opened, musa.id);
  other.fails(run, [ids[0]!]);
  await other.sends();
  expect(await asked(first)).toMatchObject([{ closedAt: null }]);
  const undo = phone.does({ kind: "undo", of: made.id }, run);
  undo.clock.at = made.clock.at + MINUTE;
  await phone.sends();
  expect(await statusOf(first)).toBe("failed");
  expect(await asked(first)).toMatchObject([{ closeReason: "no_fault" }]);
});

test("[CUSTODY-7] an attempt that the office entered counts beside a delivery, and is asked about", async () => {
  const { run, all, ids, phone } = await outWithPhone(1);
  phone.delivers(run, ids, { proof: NAMED });
  clock.pass(HOUR);
  const entry = { run: run.id, pieces: ids, reason: "nobody_home" as const };
  expect(await recordAttempted(services, desk, entry, key())).toMatchObject({ ok: true });
  await phone.sends();
  const id = all[0]!.booking.id;
  expect([await statusOf(id), await holderOf(id)]).toEqual(["failed", "receiver"]);
  expect(await asked(id)).toHaveLength(1);
});

test("[CUSTODY-7] a scan after a delivery moves the piece, and names both, whichever is heard first", async () => {
  const { run, all, ids, phone } = await outWithPhone(2);
  phone.delivers(run, ids, { proof: NAMED });
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, [ids[1]!]);
  await phone.sends();
  await receiveAt(opened, desk, IKJ.id, [ids[0]!]);
  for (const { booking } of all) {
    expect([await statusOf(booking.id), await holderOf(booking.id)]).toEqual(["in_transit", "hub"]);
    expect(await asked(booking.id)).toMatchObject([
      { note: expect.stringMatching(/^Delivered: Musa Bello, .+\. Arrived at hub Ikeja: /) as string },
    ]);
  }
  expect(await recountRoad(opened)).toEqual([]);
});
