/**
 * PHONE-6: the rider's day after a sender's changes, while the rider is on the way to pick the parcel up. On a real
 * database.
 */
import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { piecesOf, runNow } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { asGuest } from "../../access/actors.server.ts";
import { cancelBooking } from "../../parcels/bookings/cancel-booking.server.ts";
import { correctBooking } from "../../parcels/bookings/correct-booking.server.ts";
import { correctOwnBooking } from "../../parcels/bookings/correct-own-booking.server.ts";
import { formatPhone } from "../../domain/phone.ts";
import { runPieces } from "../../platform/db/schema.ts";
import { readStops } from "./read-stops.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, pickupOf } = await makeRunDesk(opened);

test("[BOOK-27] [PHONE-6] a pickup that its sender cancels gives the run a new version, and the rider's day says who took it off", async () => {
  const [cancelled, off, stays] = [await bookOne(opened), await bookOne(opened), await bookOne(opened)];
  const { run } = await pickupOf(cancelled, off, stays);
  const dayNow = async () => readStops(services, await runNow(opened, run.id));
  const before = (await runNow(opened, run.id)).version;
  const guest = asGuest("127.0.0.1");
  expect(await cancelBooking(services, guest, { code: cancelled.trackingCode }, key())).toMatchObject({
    ok: true,
  });
  expect((await runNow(opened, run.id)).version).toBeGreaterThan(before);
  const { stops, gone } = await dayNow();
  expect(stops.flatMap(({ parcels }) => parcels.map(({ code }) => code)).toSorted()).toEqual(
    [off.trackingCode, stays.trackingCode].toSorted(),
  );
  expect(gone).toMatchObject([{ code: cancelled.trackingCode, why: "removed", cancelled: true }]);
  await db
    .update(runPieces)
    .set({ outcome: "removed", endedAt: clock.now() })
    .where(
      inArray(
        runPieces.pieceId,
        (await piecesOf(opened, off.id)).map(({ id }) => id),
      ),
    );
  const other = (await dayNow()).gone.find(({ code }) => code === off.trackingCode);
  expect(other).toMatchObject({ why: "removed" });
  expect(other).not.toHaveProperty("cancelled");
});

test("[BOOK-28] [PHONE-6] what a sender or the staff correct reaches the phone of the rider who comes for it", async () => {
  const booking = await bookOne(opened);
  const { run } = await pickupOf(booking);
  const parcelNow = async () =>
    (await readStops(services, await runNow(opened, run.id))).stops[0]!.parcels[0]!;
  const versionNow = async () => (await runNow(opened, run.id)).version;
  const typed = {
    ...{ senderName: booking.senderName, senderPhone: formatPhone(booking.senderPhone) },
    ...{ senderAddress: booking.senderAddress, senderState: booking.senderState },
    ...{ receiverName: booking.receiverName, receiverPhone: formatPhone(booking.receiverPhone) },
    ...{ receiverAddress: booking.receiverAddress, receiverState: booking.receiverState },
    ...{ packageDescription: booking.packageDescription, packageWeight: "7" },
    ...{ packageType: booking.packageType, deliveryType: booking.deliveryType },
  };
  const before = await versionNow();
  const own = { ...typed, code: booking.trackingCode, version: booking.version };
  expect(await correctOwnBooking(services, asGuest("127.0.0.1"), own, key())).toMatchObject({ ok: true });
  expect(await versionNow()).toBe(before + 1);
  expect((await parcelNow()).kg).toBe(7);
  const version = (await parcelNow()).version;
  const byStaff = { ...typed, id: booking.id, version, senderEmail: booking.senderEmail, packageWeight: "8" };
  expect(await correctBooking(services, desk, byStaff, key())).toMatchObject({ ok: true });
  expect(await versionNow()).toBe(before + 2);
  expect((await parcelNow()).kg).toBe(8);
});
