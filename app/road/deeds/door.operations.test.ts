/** A rider's deeds at a receiver's door and at a pickup, on a real database. */
import { and, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { Phone } from "../../../test/fixtures/phone.ts";
import { makeRider, piecesOf } from "../../../test/fixtures/road.ts";
import { makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { drawSticker } from "../../domain/piece-code.ts";
import { bookingEvents, riderDeeds } from "../../platform/db/schema.ts";

const { opened, services, db } = await fileServices();
const { IKJ, musa, outWith, pickupOf, kindsOf, exceptionsOf, holderOf } = await makeRunDesk(opened);

test("[CASH-9] a transfer is asked for by its booking alone, once, and only by the rider who has the parcel", async () => {
  const { run, all } = await outWith(1);
  const booking = all[0]!.booking.id;
  const other = await Phone.of(opened, (await makeRider(opened, IKJ.id, "Sani Ali")).id);
  other.does({ kind: "transfer_asked", booking, kobo: 500_000 });
  expect(await other.answers()).toEqual(["flagged not_yours"]);
  expect(await exceptionsOf(booking)).toEqual([]);
  const phone = await Phone.of(opened, musa.id);
  phone.does({ kind: "transfer_asked", booking, kobo: 500_000 }, run);
  phone.does({ kind: "transfer_asked", booking, kobo: 500_000 }, run);
  expect(await phone.answers()).toEqual(["taken", "taken"]);
  expect(await exceptionsOf(booking)).toEqual(["transfer_to_confirm"]);
  const asked = await db.select().from(riderDeeds).where(eq(riderDeeds.kind, "transfer_asked"));
  expect(asked.map(({ bookingIds }) => bookingIds)).toEqual([[], [booking], [booking]]);
});

test("[TRIP-11] an incident from a phone is told of each parcel of its run; one of no known run is flagged", async () => {
  const { run, all } = await outWith(1);
  const { id, trackingCode } = all[0]!.booking;
  const phone = await Phone.of(opened, musa.id);
  const published = vi.spyOn(services.live, "publish");
  phone.does({ kind: "incident", incident: "weather", note: "" }, run);
  phone.does({ kind: "incident", incident: "weather", note: "" });
  expect(await phone.answers()).toEqual(["taken", "flagged not_yours"]);
  expect(await kindsOf(id)).toContain("incident");
  expect(published.mock.calls.flat()).toContain(`booking:${trackingCode}`);
});

test("[PHONE-13] a sticker goes onto the piece that was picked up; one that is on another parcel stays there, and the desk asks", async () => {
  const booked = [await bookOne(opened), await bookOne(opened)];
  const { run, ids } = await pickupOf(...booked);
  const sticker = drawSticker((below) => 5 % below);
  const phone = await Phone.of(opened, musa.id);
  for (const piece of ids)
    phone.does(
      {
        ...{ kind: "picked_up" as const, kg: null, took: [], note: "", counted: [] },
        pieces: [piece],
        stickers: [{ piece, sticker: sticker.toLowerCase() }],
      },
      run,
    );
  expect(await phone.answers()).toEqual(["taken", "flagged not_yours"]);
  const after = (await Promise.all(booked.map(({ id }) => piecesOf(opened, id)))).flat();
  expect(after.map(({ sticker: on, holderKind }) => [on, holderKind])).toEqual([
    [sticker, "rider"],
    [null, "rider"],
  ]);
  expect(await exceptionsOf(booked[1]!.id)).toEqual(["deed_unclear"]);
});

test("[PHONE-13] what the rider weighs at a pickup is a note for staff, and an undo takes it along", async () => {
  const booking = await bookOne(opened);
  const { run, ids } = await pickupOf(booking);
  const phone = await Phone.of(opened, musa.id);
  const weighed = phone.does(
    { kind: "picked_up", pieces: ids, counted: [], kg: 1.8, took: [], note: "" },
    run,
  );
  expect(await phone.answers()).toEqual(["taken"]);
  const notes = await db
    .select({ note: bookingEvents.note })
    .from(bookingEvents)
    .where(and(eq(bookingEvents.bookingId, booking.id), eq(bookingEvents.kind, "noted")));
  expect(notes).toEqual([{ note: `Weighed when ${run.name} picked up: 1.8 kg` }]);
  const undo = phone.does({ kind: "undo", of: weighed.id }, run);
  expect(await phone.answers([undo])).toEqual(["taken"]);
  expect(await holderOf(booking.id)).toBe("sender");
});
