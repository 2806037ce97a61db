/** BULK-10: one pickup of all parcels of a batch, on the board, the run and the rider's phone. */
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { makePerson } from "../../../test/fixtures/businesses.ts";
import { BODY } from "../../../test/fixtures/booking-form.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { bookingBatches, bookings } from "../../platform/db/schema.ts";
import { readStops } from "../../road/deeds/read-stops.server.ts";
import { readBatchOfCustomer } from "./batches.server.ts";
import { bookBatch } from "./book-batch.server.ts";
import { choosePickup } from "./choose-pickup.server.ts";
import { readBatchPage } from "./read-batch.server.ts";

const { opened, services, db } = await fileServices();
const { pickupOf } = await makeRunDesk(opened);
await publishSamples({ services });
const key = () => crypto.randomUUID();

test("[BULK-10] the chosen day and half are those of all parcels, which are one stop of the pickup run", async () => {
  const who = await makePerson(services);
  const { senderName, senderPhone, senderAddress } = BODY;
  const csv = [
    "Receiver,Phone,Delivery address,Description,Weight (kg),Qty",
    ...["Ada", "Bola", "Chidi"].map(
      (name, n) => `${name},0805123456${n},"${n + 1} Bompai Road, Kano",Books,2,${n + 1}`,
    ),
  ].join("\n");
  const sent = { senderName, senderPhone, senderAddress, senderEmail: who.person.email, csv };
  const read = await readBatchOfCustomer.receive(services, who, sent, key());
  const id = read.ok ? read.id : "";
  const page = async () => (await readBatchPage(services, who, id))!;
  const { pickup } = await page();
  const day = pickup!.days.at(-1)!;
  const before = (await page()).good[0]!.lastDay;
  expect(
    await choosePickup.receive(services, who, { id, pickupDay: day, pickupHalf: "morning" }, key()),
  ).toMatchObject({ ok: true });
  expect((await page()).good[0]!.lastDay.getTime()).toBeGreaterThan(before.getTime());
  const other = await makePerson(services);
  expect(
    await choosePickup.receive(services, other, { id, pickupDay: day, pickupHalf: "" }, key()),
  ).toMatchObject({
    code: "not_found",
  });
  // If the chosen day has no pickups, each row has an error until another day is chosen.
  await choosePickup.receive(services, who, { id, pickupDay: "2020-01-01", pickupHalf: "" }, key());
  expect((await page()).bad.map(({ errors }) => errors[0]!.field)).toEqual(Array(3).fill("pickupDay"));
  await choosePickup.receive(services, who, { id, pickupDay: day, pickupHalf: "morning" }, key());

  const { seen } = await page();
  expect(await bookBatch.receive(services, who, { id, seen }, key())).toMatchObject({ ok: true });
  await vi.waitFor(
    async () => {
      const [batch] = await db.select().from(bookingBatches).where(eq(bookingBatches.id, id));
      expect(batch!.finishedAt).not.toBeNull();
    },
    { timeout: 20_000, interval: 100 },
  );
  const booked = await db.select().from(bookings).where(eq(bookings.batchId, id));
  expect(booked.map(({ pickupDay, pickupHalf }) => [pickupDay, pickupHalf])).toEqual(
    Array(3).fill([day, "morning"]),
  );
  const { run, ids } = await pickupOf(...booked);
  expect(ids).toHaveLength(6);
  const { stops } = await readStops(services, run);
  expect(stops).toHaveLength(1);
  expect(stops[0]!.parcels).toHaveLength(3);
  expect(stops[0]!.parcels[0]!.said?.[0]?.text).toMatch(/^Pickup: .*, in the morning$/);
});
