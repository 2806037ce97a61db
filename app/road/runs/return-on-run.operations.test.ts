/** The texts of a run about a returning parcel, on a real database. */
import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { receiveAt } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { returnToSender } from "../../care/exceptions/sender-said.server.ts";
import { exceptions } from "../../platform/db/schema.ts";
import { readPiecesOfRun } from "./page/read-run.server.ts";
import { recordAttempted, recordDelivered } from "../entries/run-deeds.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, assign, delivery, outWith, kindsOf } = await makeRunDesk(opened);

/** Makes a parcel that its receiver refused, and that the rider brought back to the hub. */
async function refusedAtHub() {
  const { run, all, ids } = await outWith(1);
  const { booking } = all[0]!;
  clock.pass(HOUR);
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason: "refused" }, key());
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, ids);
  clock.pass(HOUR);
  return { run, booking, ids };
}

async function startReturn(bookingId: string) {
  const open = and(eq(exceptions.bookingId, bookingId), isNull(exceptions.closedAt));
  const [asked] = await db.select().from(exceptions).where(open);
  const step = { id: asked!.id, version: asked!.version, note: "On the phone" };
  expect(await returnToSender(services, desk, step, key())).toMatchObject({ ok: true });
  clock.pass(HOUR);
}

test("[TRIP-18] a return that starts later changes nothing of the run that tried it", async () => {
  const { run, booking, ids } = await refusedAtHub();
  const before = await readPiecesOfRun(db, run);
  await startReturn(booking.id);
  expect(await readPiecesOfRun(db, run)).toEqual(before);
  expect(before).toMatchObject([{ name: booking.receiverName, returning: false }]);
  // The office enters later that the receiver did take the parcel.
  const told = { run: run.id, pieces: ids, when: "", note: "" };
  expect(await recordDelivered(services, desk, told, key())).toMatchObject({ ok: true });
  expect(await kindsOf(booking.id)).toContain("delivered");
  expect(await kindsOf(booking.id)).not.toContain("returned");
});

test("[TRIP-18] a run that has not loaded it takes it to its sender, and so does a later one", async () => {
  const { booking, ids } = await refusedAtHub();
  const planned = await delivery();
  await assign(planned.id, ids);
  expect(await readPiecesOfRun(db, planned)).toMatchObject([{ name: booking.receiverName }]);
  await startReturn(booking.id);
  expect(await readPiecesOfRun(db, planned)).toMatchObject([{ name: booking.senderName, returning: true }]);
});
