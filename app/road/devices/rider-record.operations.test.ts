/** DEVICE-9: a rider's record shows the same numbers as the report by rider, on a real database. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider, receiveAt, runNow } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { lagosDay } from "../../domain/dates.ts";
import { attemptAnswers, bookingEvents, bookings } from "../../platform/db/schema.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { NO_PROOF_GIVEN } from "../deeds/no-proof.ts";
import { readRunLines } from "../parcel-reports/parcel-report.server.ts";
import { chooseRider } from "../runs/give-run.server.ts";
import { recordDelivered } from "../entries/run-deeds.server.ts";
import { readRecord } from "./rider-record.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, outWith } = await makeRunDesk(opened);

test("[DEVICE-9] [REPORT-7] the record counts what the report of the run counts: nothing undone, corrected or taken in again, and the promised day whole", async () => {
  const { id: rider } = await makeRider(opened, IKJ.id, "Recorded");
  const { run, all, ids } = await outWith(6, rider);
  const [inTime, late, undone, corrected, back, failed] = ids as [
    ...[string, string, string, string, string, string],
  ];
  const due = (n: number, at: Date) =>
    db.update(bookings).set({ estimatedDelivery: at }).where(eq(bookings.id, all[n]!.booking.id));
  const phone = await Phone.of(opened, rider);
  clock.pass(HOUR);
  // The first parcel was promised for an earlier hour of this day, and the second parcel for the day before.
  await due(0, new Date(clock.now().getTime() - HOUR / 2));
  await due(1, new Date(clock.now().getTime() - 24 * HOUR));
  const deeds = [inTime, late, undone, corrected, back].map((id) => phone.delivers(run, [id]));
  const failure = phone.fails(run, [failed]);
  phone.does({ kind: "undo", of: deeds[2]!.id }, run);
  phone.does({ kind: "undo", of: failure.id }, run);
  const to = {
    ...{ kind: "attempted" as const, pieces: [corrected], reason: "nobody_home" as const },
    ...{ note: "", proof: NO_PROOF_GIVEN },
  };
  phone.does({ kind: "corrected", of: deeds[3]!.id, to }, run);
  await phone.sends();
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, [back]);
  const today = lagosDay(clock.now());
  const page = await readRunLines(db, { period: { from: today, to: today }, hub: IKJ.id }, FIRST_PAGE, 50);
  const counted = ({ delivered, onTime }: { delivered: number; onTime: number }) => ({ delivered, onTime });
  const line = page.rows.find(({ key }) => key === run.id)!;
  const record = await readRecord(db, rider, clock.now());
  expect([counted(record), record.attempted]).toEqual([{ delivered: 2, onTime: 1 }, 1]);
  expect([counted(line), line.attempts]).toEqual([counted(record), 1]);
});

test("[DEVICE-9] a parcel that was tried on two days counts once", async () => {
  const { id: rider } = await makeRider(opened, IKJ.id, "Tried twice");
  const { run, ids } = await outWith(1, rider);
  const phone = await Phone.of(opened, rider);
  for (const hours of [1, 24]) {
    clock.pass(hours * HOUR);
    phone.fails(run, ids);
    expect(await phone.answers([phone.log.at(-1)!])).toEqual(["taken"]);
  }
  expect(await readRecord(db, rider, clock.now())).toMatchObject({ attempted: 1 });
});

test("[DEVICE-9] a rider whose run was given to another keeps what their own phone sent, and the other has only the rest", async () => {
  const [{ id: first }, { id: second }] = [
    await makeRider(opened, IKJ.id, "Broken down"),
    await makeRider(opened, IKJ.id, "Takes over"),
  ];
  const { run, all, ids } = await outWith(4, first);
  const phone = await Phone.of(opened, first);
  clock.pass(HOUR);
  phone.delivers(run, [ids[0]!]);
  phone.fails(run, [ids[1]!]);
  await phone.sends();
  const [attempt] = await db
    .select({
      ...{ eventId: bookingEvents.id, bookingId: bookingEvents.bookingId },
      attemptedAt: bookingEvents.occurredAt,
    })
    .from(bookingEvents)
    .where(and(eq(bookingEvents.bookingId, all[1]!.booking.id), eq(bookingEvents.kind, "attempted")));
  await db.insert(attemptAnswers).values({ ...attempt!, answer: "nobody_came", answeredAt: clock.now() });
  expect(await chooseRider(services, desk, { run: run.id, rider: second }, key())).toMatchObject({
    ok: true,
  });
  clock.pass(HOUR);
  const other = await Phone.of(opened, second);
  other.delivers(await runNow(opened, run.id), [ids[2]!]);
  await other.sends();
  const byOffice = { run: run.id, pieces: [ids[3]!], note: "Ngozi", noPin: "Not asked" };
  expect(await recordDelivered(services, desk, byOffice, key())).toMatchObject({ ok: true });
  const recordOf = async (rider: string) => {
    const { delivered, attempted, denied } = await readRecord(db, rider, clock.now());
    return { delivered, attempted, denied };
  };
  expect(await recordOf(first)).toEqual({ delivered: 1, attempted: 1, denied: 1 });
  expect(await recordOf(second)).toEqual({ delivered: 2, attempted: 0, denied: 0 });
});
