/** BOOK-32: the pickup day on the board, on the run's page and on the rider's phone, on a real database. */
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";
import { readStops } from "../deeds/read-stops.server.ts";
import { readOpenPieces } from "./board/read-board.server.ts";
import { readPiecesOfRun } from "./page/read-run.server.ts";

const { opened, services, clock, db } = await fileServices();
const { IKJ, pickupOf, many } = await makeRunDesk(opened);

test("[BOOK-32] [TRIP-12] the board has the pickup day of what waits for pickup, and none of what is in the hub", async () => {
  const chosen = await bookOne(opened, { pickupDay: "2026-11-25", pickupHalf: "morning" });
  const free = await bookOne(opened);
  const [held] = await many(1);
  const hubs = (await readActiveHubs(db)).map((hub) => ({ ...hub, closed: false }));
  const open = await readOpenPieces(
    db,
    hubs,
    hubs.find(({ id }) => id === IKJ.id)!,
    clock.now(),
  );
  const dayOf = (code: string) => {
    const { pickupDay, pickupHalf } = open.find((piece) => piece.code === code)!;
    return [pickupDay, pickupHalf];
  };
  expect(dayOf(chosen.trackingCode)).toEqual(["2026-11-25", "morning"]);
  expect(dayOf(free.trackingCode)).toEqual(["2026-11-21", null]);
  expect(dayOf(held!.booking.trackingCode)).toEqual([null, null]);
});

test("[BOOK-32] [PHONE-9] [TRIP-16] at the stop of a pickup it stands on the run's page and on the rider's phone", async () => {
  const booking = await bookOne(opened, { pickupDay: "2026-11-25", pickupHalf: "afternoon" });
  const { run } = await pickupOf(booking);
  const SAID = "Pickup: Wed 25 Nov, in the afternoon";
  const [piece] = await readPiecesOfRun(db, run);
  expect(piece!.said).toEqual([SAID]);
  const { stops } = await readStops(services, run);
  expect(stops[0]!.parcels[0]!.said).toEqual([{ text: SAID, later: false }]);
});
