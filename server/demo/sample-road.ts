/** The road of the demo: parcels between six hubs, runs of yesterday and today in every state, and open exceptions. */
import { sampleCash } from "./sample-cash.ts";
import type { Tx } from "../../app/platform/db/client.server.ts";
import { HOUR } from "./book-sample.ts";
import { addSampleHubs } from "./sample-hubs.ts";
import { SampleRoad } from "./sample-road-builder.ts";

/**
 * Adds the hubs, parcels, runs and exceptions of the demo. `payeeId`: the payee of the amounts to collect. Returns the
 * number of bookings that it added.
 */
export async function addSampleRoad(tx: Tx, now: Date, payeeId: string): Promise<number> {
  const road = new SampleRoad(tx, now, await addSampleHubs(tx, new Date(now.getTime() - 400 * HOUR)));
  await waiting(road);
  await closedRun(road, payeeId);
  await openRun(road, payeeId);
  await onTheWay(road);
  await ahead(road, payeeId);
  await underWay(road, payeeId);
  return road.count;
}

/** Adds parcels that are booked and still with the sender, or in hubs without a run. */
async function waiting(road: SampleRoad): Promise<void> {
  await road.book("bisi", "garba", 3);
  await road.book("bisi", "chinwe", 3);
  await road.book("femi", "hajara", 5, { paysDelivery: "sender_pickup", paid: "" });
  const here = [
    await road.book("femi", "sola", 26),
    await road.book("bisi", "sola", 26),
    await road.book("garba", "tayo", 60, { pieces: 3 }),
    await road.book("hajara", "femi", 55, { service: "express" }),
  ];
  await road.receive(here, 4, "IKJ");
  const onward = [await road.book("femi", "garba", 30), await road.book("bisi", "hajara", 28, { pieces: 2 })];
  await road.receive(onward, 5, "IKJ");
  const unclear = await road.book("chinwe", "bukar", 40);
  await road.receive([unclear], 6, "ONI");
  await road.exception(6, {
    kind: "no_destination",
    pieceId: unclear.pieceIds[0]!,
    bookingId: unclear.id,
    hubId: road.hub("ONI"),
    note: "No hub delivers to Borno",
  });
}

type Run = Parameters<SampleRoad["run"]>[0];
const ikeja = (n: number, rider: Run["rider"], state: Run["state"], hoursAgo: number): Run => ({
  ...{ name: `IKJ-D-${n}`, kind: "delivery", hub: "IKJ" },
  ...{ rider, state, hoursAgo },
});

/** Adds a run of yesterday that was closed with a missing parcel. */
async function closedRun(road: SampleRoad, payeeId: string): Promise<void> {
  const closed = await road.run({ ...ikeja(1, "chidi", "reconciled", 27), day: "yesterday" });
  const collect = { payeeId, naira: 12_500 };
  const good = [await road.book("garba", "sola", 75, { collect }), await road.book("hajara", "tayo", 72)];
  const failed = await road.book("chinwe", "femi", 70);
  const lost = await road.book("garba", "bisi", 70);
  const all = [...good, failed, lost];
  await road.receive(all, 40, "IKJ");
  await road.assign(closed, all, 28, true);
  await road.deed(all, 27, "out_for_delivery", { hub: "IKJ", run: closed, to: road.holder("chidi") });
  await road.deed(good, 24, "delivered", { hub: "IKJ", run: closed, to: { kind: "receiver", id: null } });
  await road.proof([good[0]!], 24, closed, "Chidi Okafor", {
    kind: "pin",
    pinState: "right",
    takenBy: "Sola Martins",
  });
  await road.proof([good[1]!], 24, closed, "Chidi Okafor", { kind: "name", takenBy: "Sunday, the gateman" });
  await road.proof([failed], 23, closed, "Chidi Okafor", { kind: "attempt", calledAt: road.ago(23.1) });
  await road.deed([failed], 23, "attempted", { hub: "IKJ", run: closed, reason: "nobody_home" });
  await road.end(good, 24, "delivered");
  await sampleCash(road, { run: closed, parcel: good[0]!, naira: collect.naira });
  await road.deed([failed], 21, "arrived_at_hub", { hub: "IKJ", run: closed, to: road.at("IKJ") });
  await road.end([failed], 21, "returned_to_hub");
  await road.end([lost], 20, "missing");
  await road.exception(20, {
    kind: "missing",
    pieceId: lost.pieceIds[0]!,
    bookingId: lost.id,
    runId: closed,
    hubId: road.hub("IKJ"),
    note: "Not on the motorcycle when the run was closed (Chidi Okafor)",
  });
  await road.claim(22, good[0]!, {
    ...{ kind: "complaint", words: "It came three hours late", openedByName: "Emeka Nwosu" },
    decision: "It came on the day that we promised. We told the rider to call before.",
  });
}

/** Adds a run of yesterday that is not closed. */
async function openRun(road: SampleRoad, payeeId: string): Promise<void> {
  const open = await road.run({
    name: "KAN-D-1",
    kind: "delivery",
    hub: "KAN",
    rider: "musa",
    state: "returned",
    hoursAgo: 26,
    day: "yesterday",
  });
  const refused = await road.book("femi", "garba", 90, { collect: { payeeId, naira: 18_500 } });
  const done = await road.book("bisi", "garba", 92);
  await road.receive([refused, done], 44, "KAN");
  await road.assign(open, [refused, done], 27, true);
  await road.deed([refused, done], 26, "out_for_delivery", {
    hub: "KAN",
    run: open,
    to: road.holder("musa"),
  });
  await road.deed([done], 23, "delivered", { hub: "KAN", run: open, to: { kind: "receiver", id: null } });
  await road.proof([done], 23, open, "Musa Bello", { kind: "name", takenBy: "Hauwa at the reception" });
  await road.end([done], 23, "delivered");
  await road.deed([refused], 22, "attempted", {
    hub: "KAN",
    run: open,
    reason: "refused",
    note: "Did not order it",
  });
  const about = { runId: open, hubId: road.hub("KAN") };
  await road.exception(22, { kind: "refused", bookingId: refused.id, ...about, note: "Did not order it" });
  await road.exception(2, { kind: "run_not_closed", ...about, note: "Of yesterday, and not closed" });
  const words = "My gateman has nothing, and nobody called me";
  await road.claim(20, done, { kind: "not_received", words, openedByName: "Receiver" });
  await road.exception(20, { kind: "not_received", bookingId: done.id, note: words });
}

/** Adds linehaul runs between hubs: one bus is on time, one is late. */
async function onTheWay(road: SampleRoad): Promise<void> {
  const north = [await road.book("femi", "hajara", 50), await road.book("bisi", "garba", 52, { pieces: 2 })];
  await road.receive(north, 20, "IKJ");
  const onTime = await road.run({
    name: "IKJ-L-1",
    kind: "linehaul",
    hub: "IKJ",
    toHub: "KAN",
    state: "out",
    hoursAgo: 14,
    day: "yesterday",
  });
  await road.assign(onTime, north, 15, true);
  await road.deed(north, 14, "left_hub", { hub: "IKJ", run: onTime, to: road.bus() });
  const south = [await road.book("garba", "chinwe", 120), await road.book("hajara", "chinwe", 118)];
  await road.receive(south, 60, "ABJ");
  const late = await road.run({
    name: "ABJ-L-1",
    kind: "linehaul",
    hub: "ABJ",
    toHub: "ONI",
    state: "out",
    hoursAgo: 38,
    day: "two days ago",
  });
  await road.assign(late, south, 39, true);
  await road.deed(south, 38, "left_hub", { hub: "ABJ", run: late, to: road.bus() });
  await road.exception(13, {
    kind: "linehaul_overdue",
    runId: late,
    hubId: road.hub("ONI"),
    note: "Not arrived after 24 hours",
  });
}

/** Adds runs that have not left yet. */
async function ahead(road: SampleRoad, payeeId: string): Promise<void> {
  const planned = await road.run(ikeja(2, "blessing", "planned", 1));
  const next = [
    await road.book("chinwe", "sola", 60),
    await road.book("tayo", "bisi", 58),
    await road.book("garba", "femi", 56),
  ];
  await road.receive(next, 8, "IKJ");
  await road.assign(planned, next, 1, false);

  // This run is for the reattempts of yesterday's failed deliveries.
  await road.run({ ...ikeja(4, "chidi", "planned", 1), day: "tomorrow" });

  const loaded = await road.run(ikeja(3, "chidi", "loaded", 0.5));
  const ready = [
    await road.book("hajara", "sola", 54, { collect: { payeeId, naira: 24_000 } }),
    await road.book("garba", "tayo", 53, { paysDelivery: "receiver", paid: "" }),
  ];
  await road.receive(ready, 7, "IKJ");
  await road.assign(loaded, ready, 1, true);
  await road.handOver(ready, 0.5, road.holder("chidi"), loaded);
}

/** Adds a delivery run and a pickup run that are under way, and a parcel that goes back to its sender. */
async function underWay(road: SampleRoad, payeeId: string): Promise<void> {
  const out = await road.run({
    name: "ABJ-D-1",
    kind: "delivery",
    hub: "ABJ",
    rider: "yusuf",
    state: "out",
    hoursAgo: 3,
  });
  const stops = [
    await road.book("tayo", "danladi", 80),
    // What the receiver behind the demo's door is to pay.
    await road.book("ngozi", "hajara", 78, { collect: { payeeId, naira: 24_000 } }),
    await road.book("adaeze", "amina", 77),
    await road.book("femi", "blessing", 79),
    await road.book("bisi", "efe", 76),
    await road.book("sola", "fatima", 75, { paysDelivery: "receiver", paid: "" }),
    await road.book("tayo", "halima", 78),
    await road.book("femi", "john", 77),
    await road.book("bisi", "kande", 74, { pieces: 2 }),
    await road.book("ngozi", "bashir", 73, { collect: { payeeId, naira: 9_500 } }),
    await road.book("sola", "uche", 72),
  ];
  await road.receive(stops, 12, "ABJ");
  await road.assign(out, stops, 4, true);
  await road.deed(stops, 3, "out_for_delivery", { hub: "ABJ", run: out, to: road.holder("yusuf") });
  await road.deed([stops[0]!], 2, "delivered", { hub: "ABJ", run: out, to: { kind: "receiver", id: null } });
  await road.proof([stops[0]!], 2, out, "Yusuf Garba", { kind: "pin", pinState: "right" });
  await road.end([stops[0]!], 2, "delivered");
  await road.exception(1, {
    kind: "incident",
    runId: out,
    hubId: road.hub("ABJ"),
    incident: "vehicle_broke_down",
    note: "Flat tyre at Berger roundabout",
  });

  // A parcel of the sender behind the demo's door, on the way north.
  const north = await road.book("adaeze", "garba", 30);
  await road.receive([north], 20, "IKJ");

  const pickup = await road.run({
    name: "IKJ-P-1",
    kind: "pickup",
    hub: "IKJ",
    rider: "blessing",
    state: "out",
    hoursAgo: 2,
  });
  const toFetch = [await road.book("sola", "chinwe", 6), await road.book("sola", "garba", 6)];
  await road.assign(pickup, toFetch, 3, false);

  const back = await road.book("amina", "femi", 140);
  await road.receive([back], 50, "IKJ");
  await road.deed([back], 48, "attempted", { hub: "IKJ", reason: "refused_after_opening" });
  await road.deed([back], 30, "return_started", { hub: "IKJ" });
  await road.turnBack([back]);
}
