/** TRIP-4: a stop is one place, even if several receivers live there, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outForDelivery } from "../../../test/fixtures/proofs.ts";
import { key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { bookedAt, runNow } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { readPiecesOfRun } from "../runs/page/read-run.server.ts";
import { stopsIn } from "../runs/page/run-page.ts";
import { foldAddress } from "../../domain/fold-address.ts";
import { correctBooking } from "../../parcels/bookings/correct-booking.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { readStops } from "./read-stops.server.ts";

const { opened, services, db } = await fileServices();
const { desk, IKJ, musa, assign, delivery, sendOut } = await makeRunDesk(opened);

test("[DEED-3] [TRIP-16] two receivers at one address are named for their own parcels, on the phone and on the run's page", async () => {
  const receiverAddress = "12 Toyin Street, Ikeja";
  const { run } = await outForDelivery(opened, desk, { hub: IKJ.id, rider: musa.id }, [
    { receiverAddress, receiverName: "Aisha Musa", receiverPhone: "08091112222" },
    { receiverAddress, receiverName: "Tunde Ade", receiverPhone: "08093334444" },
  ]);
  const people = [
    { name: "Aisha Musa", phone: "+2348091112222" },
    { name: "Tunde Ade", phone: "+2348093334444" },
  ];
  const { stops } = await readStops(services, await runNow(opened, run.id));
  expect(stops).toHaveLength(1);
  const named = stops[0]!.parcels.map(({ person }) => person!);
  expect(named.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(people);
  const shown = stopsIn(run.kind, await readPiecesOfRun(db, run));
  expect(shown).toHaveLength(1);
  expect(shown[0]!.people).toEqual(expect.arrayContaining(people.map((one) => expect.objectContaining(one))));
});

const ADA = { receiverName: "Ada Obi", receiverPhone: "0809 555 1111" };
const AT_ALLEN = { ...ADA, receiverAddress: "12 Allen Avenue, Ikeja, Lagos" };
const AT_BODE = { ...ADA, receiverAddress: "88 Bode Thomas Street, Surulere, Lagos" };
const addressesOf = (stops: readonly { address: string; parcels: readonly unknown[] }[]) =>
  stops.map(({ address, parcels }) => `${foldAddress(address)}: ${parcels.length}`).toSorted();

test("[TRIP-4] [DEED-3] two addresses of one phone are two stops, on the phone and on the run's page", async () => {
  const { run } = await outForDelivery(opened, desk, { hub: IKJ.id, rider: musa.id }, [
    AT_ALLEN,
    AT_BODE,
    { ...AT_ALLEN, receiverPhone: "+2348095551111", receiverAddress: "12, ALLEN avenue ikeja - Lagos" },
  ]);
  const { stops } = await readStops(services, await runNow(opened, run.id));
  expect(addressesOf(stops)).toEqual([
    `${foldAddress(AT_ALLEN.receiverAddress)}: 2`,
    `${foldAddress(AT_BODE.receiverAddress)}: 1`,
  ]);
  const shown = stopsIn(run.kind, await readPiecesOfRun(db, run));
  expect(shown.flatMap(({ alsoAt }) => alsoAt).toSorted()).toEqual([
    expect.stringMatching(/^also at 12,? allen avenue/i),
    expect.stringContaining("also at 88 Bode Thomas Street"),
  ]);
});

test("[TRIP-4] an address that is corrected before the seal is a stop of its own, one after it stands at its parcel", async () => {
  const correct = async (id: string, receiverAddress: string) => {
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
    const { senderAddress, senderState, senderPhone, receiverState, receiverPhone, packageWeight } = row!;
    const form = {
      ...{ id, version: row!.version, senderAddress, senderState, senderPhone, senderStateSure: "on" },
      ...{ receiverAddress, receiverState, receiverPhone, receiverStateSure: "on", collect: "" },
      ...{ packageWeight: String(packageWeight), newPrice: "" },
    };
    expect(await correctBooking.receive(services, desk, form, key())).toMatchObject({ ok: true });
  };
  const atAllen = () => bookedAt(opened, desk, IKJ.id, AT_ALLEN);
  const [stays, early, late] = [await atAllen(), await atAllen(), await atAllen()];
  const run = await delivery();
  await assign(
    run.id,
    [stays, early, late].flatMap(({ pieceIds }) => pieceIds),
  );
  await correct(early.booking.id, AT_BODE.receiverAddress);
  await sendOut(run.id);
  await correct(late.booking.id, "7 Toyin Street, Ikeja, Lagos");
  const { stops } = await readStops(services, await runNow(opened, run.id));
  const shown = stops.map(({ address, parcels }) =>
    parcels.map(({ place }) => place?.address ?? address).toSorted(),
  );
  expect(shown).toEqual([
    [AT_ALLEN.receiverAddress, "7 Toyin Street, Ikeja, Lagos"],
    [AT_BODE.receiverAddress],
  ]);
});
