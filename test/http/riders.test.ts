/** RIDER-1 to RIDER-4: riders and partners, by their forms over HTTP. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { activityLogs, partners, pieces, riders, runs } from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { assignPieces } from "../../app/road/runs/assign-pieces.server.ts";
import { acting } from "../fixtures/acts.ts";
import { openTestApp } from "../fixtures/app.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookedAt, makeHubs, makeRider, makeRun, recountRoad } from "../fixtures/road.ts";
import { movePieces } from "../../app/parcels/custody/move-pieces.server.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services } = app;
const { db } = services;
const boss = await app.admin("super_admin");
const dispatcher = await app.admin("dispatcher");
const admin = await makeAdmin(app, "moderator");
const HERE = "/admin/riders";

const empty = (await boss.ask(HERE)).text;

test("[RIDER-1] without a hub the page says the first step", () => {
  expect(empty).toContain("A rider belongs to a hub. Add a hub first.");
  expect(empty).toContain('href="/admin/hubs"');
});

const { IKJ, KAN } = await makeHubs(app, "IKJ", "KAN");
const MUSA = { name: "Musa Bello", phone: "0803 123 4567", hub: IKJ.id };
const riderOf = async (name: string) => (await db.select().from(riders).where(eq(riders.name, name)))[0]!;

test("[RIDER-1] a dispatcher adds and changes a rider, who has no account; others only read", async () => {
  expect((await boss.ask(HERE)).text).toContain("Add your first rider");
  expect(await dispatcher.ask(HERE, { form: MUSA })).toMatchObject({
    status: 302,
    toast: { title: "Rider added" },
  });
  const musa = await riderOf("Musa Bello");
  expect(musa).toMatchObject({ phone: "+2348031234567", hubId: IKJ.id, leftAt: null });
  expect((await boss.ask(HERE)).text).toMatch(/Musa Bello[^]*Ikeja[^]*0803 123 4567/);
  const path = `${HERE}/${musa.id}`;
  const change = { ...MUSA, name: "Musa A. Bello", hub: KAN.id, version: "1" };
  expect((await dispatcher.ask(path, { form: change })).status).toBe(302);
  expect((await dispatcher.ask(path, { form: change })).status).toBe(409);
  expect(await riderOf("Musa A. Bello")).toMatchObject({ hubId: KAN.id, version: 2 });
  const [log] = await db.select().from(activityLogs).where(eq(activityLogs.action, "update_rider"));
  expect(log!.description).toBe("Musa Bello: name Musa Bello → Musa A. Bello; hub IKJ → KAN");
  for (const role of ["support", "hub_clerk", "cashier", "moderator"] as const) {
    const who = await app.admin(role);
    expect((await who.ask(path)).status).toBe(200);
    expect((await who.ask(HERE, { form: { ...MUSA, phone: "0803 123 4568" } })).status).toBe(403);
    expect((await who.ask(path, { form: { intent: "leave", version: "2" } })).status).toBe(403);
  }
  expect((await boss.ask(`${HERE}/00000000-0000-4000-8000-000000000000`)).status).toBe(404);
});

test.each([
  [{ name: "" }, "Enter the name of the rider"],
  [{ phone: "" }, "Enter the phone number of the rider"],
  [{ phone: "12" }, "Enter a real phone number"],
  [{ phone: "+234 803 123 4567" }, "Musa A. Bello has this number already."],
  [{ hub: "" }, "Choose the hub of the rider"],
  [{ hub: "00000000-0000-4000-8000-000000000000" }, "Choose an active hub"],
])("[RIDER-1] a wrong rider is refused, and what was typed stays: %j", async (wrong, message) => {
  const form = { ...MUSA, name: "Sani Ali", phone: "0803 123 4599", ...wrong };
  const { status, text } = await boss.ask(`${HERE}?add=1`, { form });
  expect([status, text]).toEqual([400, expect.stringContaining(message)]);
  expect(text).toContain(`value="${form.phone}"`);
});

/** Makes a rider with three runs: planned, out with a piece, and returned. */
async function onTheRoad(name: string) {
  const rider = await makeRider(app, IKJ.id, name);
  const [planned, out, back] = await Promise.all(
    [1, 2, 3].map(() => makeRun(app, admin, { kind: "delivery", hub: IKJ.id, rider: rider.id })),
  );
  const [one, other] = [await bookedAt(app, admin, IKJ.id), await bookedAt(app, admin, IKJ.id)];
  expect(
    await assignPieces(services, admin, { run: out!.id, pieces: one.pieceIds }, crypto.randomUUID()),
  ).toMatchObject({ ok: true });
  app.clock.pass(1000);
  await transact(db, (tx) =>
    movePieces(
      acting({ tx, actor: admin, at: app.clock.now() }),
      [...one.pieceIds, ...other.pieceIds].map((pieceId) => ({
        pieceId,
        to: { kind: "rider", id: rider.id },
        occurredAt: app.clock.now(),
        method: "list",
        runId: null,
      })),
    ),
  );
  app.clock.pass(1000);
  await db.update(runs).set({ state: "out" }).where(eq(runs.id, out!.id));
  await db.update(runs).set({ state: "returned" }).where(eq(runs.id, back!.id));
  return {
    rider,
    planned: planned!,
    out: out!,
    back: back!,
    onRun: one.pieceIds[0]!,
    loose: other.pieceIds[0]!,
  };
}
const holder = async (pieceId: string) =>
  (await db.select().from(pieces).where(eq(pieces.id, pieceId)))[0]!.holderId;

test("[RIDER-2] a rider's page shows runs and pieces", async () => {
  const { rider, planned, out, back } = await onTheRoad("Bola Ade");
  const { text } = await boss.ask(`${HERE}/${rider.id}`);
  for (const run of [planned, out, back]) expect(text).toContain(`href="/admin/runs/${run.id}"`);
  expect(text).toContain("delivery, out, 1 piece");
  expect(text).toContain("2 pieces");
  expect(text).toContain("1 of 1 stop left:");
  expect((await boss.ask(HERE)).text).toMatch(new RegExp(`Bola Ade[^]*${out.name}[^]*>2<`));
});

test("[RIDER-2] a rider's linehaul has pieces and no stops", async () => {
  const rider = await makeRider(app, IKJ.id, "Yusuf Sani");
  const run = await makeRun(app, admin, { kind: "linehaul", hub: IKJ.id, toHub: KAN.id, rider: rider.id });
  const { pieceIds } = await bookedAt(app, admin, IKJ.id);
  await assignPieces(services, admin, { run: run.id, pieces: pieceIds }, crypto.randomUUID());
  const { text } = await boss.ask(`${HERE}/${rider.id}`);
  expect(text).toContain("linehaul, planned, 1 piece");
  expect(text).not.toContain("stop left");
});

test("[RIDER-3] who leaves hands over open runs with their pieces in the same step", async () => {
  const { rider, planned, out, back, onRun, loose } = await onTheRoad("Emeka Obi");
  const taker = await makeRider(app, IKJ.id, "Chika Eze");
  const path = `${HERE}/${rider.id}`;
  const leave = (more: Record<string, string> = {}) =>
    boss.ask(path, { form: { intent: "leave", version: "1", ...more } });
  const page = (await boss.ask(path)).text;
  expect(page).toContain("Another rider takes over in the same step");
  expect(page).toContain(`<option value="${taker.id}">Chika Eze</option>`);
  const none = await leave();
  expect([none.status, none.text]).toEqual([
    400,
    expect.stringContaining(`Choose who takes over ${[planned.name, out.name].toSorted().join(" and ")}.`),
  ]);
  // The runs cannot go to a rider of another hub, nor to the rider who leaves.
  for (const to of [(await riderOf("Musa A. Bello")).id, rider.id])
    expect((await leave({ to })).text).toContain("Choose a rider of the same hub who works for us.");
  expect(await riderOf("Emeka Obi")).toMatchObject({ leftAt: null });
  const left = await leave({ to: taker.id });
  expect(left.toast).toMatchObject({
    title: "Rider left",
    text: "2 runs were handed over. One piece is still with them.",
  });
  const driver = async (id: string) => (await db.select().from(runs).where(eq(runs.id, id)))[0]!.riderId;
  expect(await Promise.all([planned, out, back].map(({ id }) => driver(id)))).toEqual([
    taker.id,
    taker.id,
    rider.id,
  ]);
  expect([await holder(onRun), await holder(loose)]).toEqual([taker.id, rider.id]);
  expect(await recountRoad(app)).toEqual([]);

  const after = (await boss.ask(path)).text;
  expect(after).toContain("Left on ");
  expect(after).toContain("What they still hold must come back to the hub");
  expect((await boss.ask(HERE)).text).not.toContain("Emeka Obi");
  expect((await boss.ask(`${HERE}?tab=left`)).text).toContain("Emeka Obi");
  expect((await leave({ version: "2" })).status).toBe(409);
  const again = { ...MUSA, name: "Emeka", phone: rider.phone };
  expect((await boss.ask(HERE, { form: again })).text).toContain("Emeka Obi, who left, has this number.");
  expect((await boss.ask(path, { form: { intent: "return", version: "2" } })).toast).toMatchObject({
    title: "Rider is back",
  });
  expect(await riderOf("Emeka Obi")).toMatchObject({ leftAt: null, version: 3 });
});

test("[RIDER-3] a run that is given to a rider while they leave is not left with them", async () => {
  for (let round = 0; round < 5; round++) {
    const [rider, taker] = [
      await makeRider(app, KAN.id, `Leaves ${round}`),
      await makeRider(app, KAN.id, `Stays ${round}`),
    ];
    const given = makeRun(app, admin, { kind: "delivery", hub: KAN.id, rider: rider.id }).catch(() => null);
    const form = { intent: "leave", version: "1", to: taker.id };
    const [run, left] = await Promise.all([given, boss.ask(`${HERE}/${rider.id}`, { form })]);
    expect(left.status).toBe(302);
    const [row] = run
      ? await db
          .select()
          .from(runs)
          .where(and(eq(runs.id, run.id), eq(runs.riderId, rider.id)))
      : [];
    expect(row).toBeUndefined();
  }
});

test("[RIDER-4] partners need a phone number, are listed with those who are not active, and are changed", async () => {
  const tab = `${HERE}?tab=partners`;
  const abc = { intent: "partner", company: "ABC Transport", phone: "0803 123 4500" };
  expect((await boss.ask(tab)).text).toContain("Add your first partner");
  const none = await boss.ask(`${tab}&add=1`, { form: { ...abc, phone: "" } });
  expect([none.status, none.text]).toEqual([
    400,
    expect.stringContaining("Enter a phone number: the desk calls it when a bus is late"),
  ]);
  expect((await dispatcher.ask(tab, { form: abc })).location).toBe(tab);
  expect((await boss.ask(tab, { form: abc })).text).toContain("This partner is in the list already.");
  const [partner] = await db.select().from(partners);
  const change = { ...abc, intent: "save-partner", partner: partner!.id, version: "1", active: "no" };
  expect((await boss.ask(tab, { form: change })).location).toBe(tab);
  expect((await boss.ask(tab, { form: change })).status).toBe(409);
  expect((await boss.ask(tab)).text).toMatch(/ABC Transport[^]*Not any more/);
  expect((await (await app.admin("support")).ask(tab, { form: abc })).status).toBe(403);
});
