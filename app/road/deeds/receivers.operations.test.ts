/** TRIP-4: two receivers at one address are one stop, and each parcel keeps its own receiver; on a real database. */
import { expect, test } from "vitest";
import { outForDelivery } from "../../../test/fixtures/proofs.ts";
import { makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { runNow } from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { readPiecesOfRun } from "../runs/read-run.server.ts";
import { stopsIn } from "../runs/run-page.ts";
import { readStops } from "./read-stops.server.ts";

const { opened, services, db } = await fileServices();
const { desk, IKJ, musa } = await makeRunDesk(opened);

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
