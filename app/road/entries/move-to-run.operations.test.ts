/** Moving the pieces of a run to another one, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { makeRider, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookingCharges, bookings, receiverLinks, runPieces } from "../../platform/db/schema.ts";
import { loadWhatIsPlanned, sealRun } from "../runs/load-run.server.ts";
import { recordAttempted } from "./run-deeds.server.ts";
import { moveToRun } from "./run-incidents.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, seen, assign, delivery, many, outWith, kindsOf } = await makeRunDesk(opened);
const ngozi = await makeRider(opened, IKJ.id, "Ngozi Eze");
const move = (run: string, toRun: string, by = desk) =>
  moveToRun(services, by, { run, toRun, pieces: [] }, key());

/** A run of the rider Ngozi with one parcel, loaded and sealed. */
async function sealedWith(all: Awaited<ReturnType<typeof many>>) {
  const run = await delivery(ngozi.id);
  await assign(
    run.id,
    all.flatMap(({ pieceIds }) => pieceIds),
  );
  await loadWhatIsPlanned(services, desk, await seen(run.id), key());
  expect(await sealRun(services, desk, await seen(run.id), key())).toMatchObject({ ok: true });
  return run;
}

test("[TRIP-11] what joins a run that is out is out for delivery: in its history, by mail, and with a PIN", async () => {
  const out = await outWith(1);
  const [one] = await many(1);
  const run = await sealedWith([one!]);
  expect(await kindsOf(one!.booking.id)).not.toContain("out_for_delivery");
  clock.pass(HOUR);
  expect(await move(run.id, out.run.id)).toMatchObject({ ok: true, moved: 1 });
  expect((await kindsOf(one!.booking.id)).at(-1)).toBe("out_for_delivery");
  const [link] = await db.select().from(receiverLinks).where(eq(receiverLinks.bookingId, one!.booking.id));
  expect(link?.pin).toBeTruthy();
  const subjects = async () =>
    (await opened.mails(1))
      .filter(({ bookingId }) => bookingId === one!.booking.id)
      .map(({ subject }) => subject);
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Out for delivery/));
  expect(await recountRoad(opened)).toEqual([]);
});

test("[TRIP-11] what is out already is not out a second time, but where its attempt failed", async () => {
  const from = await outWith(2);
  const to = await outWith(1, ngozi.id);
  clock.pass(HOUR);
  const [failed, going] = from.all;
  const attempted = { run: from.run.id, pieces: failed!.pieceIds, reason: "nobody_home" as const };
  await recordAttempted(services, desk, attempted, key());
  clock.pass(HOUR);
  await move(from.run.id, to.run.id);
  const times = async (id: string) =>
    (await kindsOf(id)).filter((kind) => kind === "out_for_delivery").length;
  expect([await times(failed!.booking.id), await times(going!.booking.id)]).toEqual([2, 1]);
});

test("[TRIP-7] what a rider may not carry is not moved to them either, but by a cashier", async () => {
  const [one] = await many(1);
  const { id: bookingId } = one!.booking;
  await db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, bookingId));
  const charge = { bookingId, kind: "set" as const, lines: [], totalKobo: 500_000 };
  await db.insert(bookingCharges).values({ ...charge, at: clock.now(), byName: "Desk" });
  const run = await sealedWith([one!]);
  const out = await outWith(1);
  const company = services.company;
  const facts = await company();
  services.company = async () => ({ ...facts, floatLimitKobo: 100_000 });
  const dispatcher = await makeAdmin(opened, "dispatcher");
  expect(await move(run.id, out.run.id, dispatcher)).toMatchObject({ reason: "over_float" });
  expect(await db.select().from(runPieces).where(eq(runPieces.runId, run.id))).toMatchObject([
    { outcome: null },
  ]);
  const planned = await delivery();
  expect(await move(run.id, planned.id, dispatcher)).toMatchObject({ reason: "over_float" });
  expect(await move(run.id, out.run.id)).toMatchObject({ ok: true, moved: 1 });
  services.company = company;
});
