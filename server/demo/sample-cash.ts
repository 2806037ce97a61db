/** Cash of the demo: change for a rider, collections, a partial pay-in, a deposit and a bus fee. */
import { addCash } from "../../app/money/cash-ledger/cash-ledger.server.ts";
import { recordCollected } from "../../app/money/settlements/record-collected.server.ts";
import type { CashHolder } from "../../app/domain/cash.ts";
import type { Parcel, SampleRoad } from "./sample-road-builder.ts";

const NAIRA = 100;

/** Adds the cash of Ikeja's runs of yesterday: the rider still owes money, and the hub holds some. */
export async function sampleCash(
  road: SampleRoad,
  { run, parcel, naira }: { run: string; parcel: Parcel; naira: number },
): Promise<void> {
  const rider: CashHolder = { kind: "rider", id: road.holder("chidi").id ?? "" };
  const hub: CashHolder = { kind: "hub", id: road.hub("IKJ") };
  await addCash(road.work(27), [
    { holder: rider, kind: "change", kobo: 2000 * NAIRA },
    { holder: hub, kind: "change", kobo: -2000 * NAIRA },
  ]);
  await recordCollected(road.work(24), {
    ...{ holder: rider, bookingId: parcel.id, amountKobo: naira * NAIRA, method: "cash", runId: run },
    occurredAt: road.ago(24),
  });
  const notes = { "1000": 11, "500": 2 };
  await addCash(road.work(19), [
    { holder: rider, kind: "paid_in", kobo: -12_000 * NAIRA, notes },
    { holder: hub, kind: "paid_in", kobo: 12_000 * NAIRA, notes },
  ]);
  await addCash(road.work(18), [
    {
      holder: hub,
      kind: "expense",
      kobo: -2500 * NAIRA,
      reason: "Bus to Ibadan",
      approvedByName: "Emeka Nwosu",
    },
  ]);
  await addCash(road.work(17), [
    { holder: hub, kind: "deposit", kobo: -5000 * NAIRA, reference: "DEMOSLIP1" },
  ]);
}
