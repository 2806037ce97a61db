/** The page of one run over HTTP: planning, loading, and the choice of its rider. */
import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { hubMembers, pieces as piecesTable } from "../../app/platform/db/schema.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { bookedAt, makePartner, makeRider, makeRun, runNow } from "../fixtures/road.ts";
import { HERE, openRuns, pageOf, says, saysNot } from "../fixtures/run-pages.ts";
import { clerkOf } from "../fixtures/staff.ts";

const { app, db, dispatcher, desk, IKJ, KAN, musa, look, press, title, deliveryOf, sentOut } =
  await openRuns();
const ngozi = await makeRider(app, IKJ.id, "Ngozi Eze");
const bus = await makePartner(app);

test("[TRIP-16] the page of a planned run: stops with phones, four numbers, one next step", async () => {
  const { run, name, codes } = await deliveryOf(3);
  const page = await look(run);
  says(
    page,
    name,
    "Musa Bello",
    `tel:${musa.phone}`,
    "To load",
    "0 scanned",
    "Load what is planned",
    "Nothing is scanned",
    codes[0]!,
    "tel:+2348037654320",
  );
  saysNot(page, ">Seal<");
  expect(await title(press(run, "load_planned"))).toBe("3 pieces loaded");
  says(await look(run), ">Seal<");
  expect(await title(press(run, "seal"))).toBe("Sealed with 3 pieces");
  says(await look(run), ">Out<", "Report an incident");
  expect((await dispatcher.ask(pageOf(crypto.randomUUID()))).status).toBe(404);
  expect((await dispatcher.ask(pageOf("none"))).status).toBe(404);
});

test("[TRIP-5] codes are loaded one by one; what is wrong is said at the field, and an extra is loaded and counted", async () => {
  const { run, codes } = await deliveryOf(2);
  expect(await title(press(run, "load", { code: codes[0]!.toLowerCase() }))).toBe(`${codes[0]} loaded`);
  says((await press(run, "load", { code: codes[0]! })).text, "is loaded already");
  says((await press(run, "load", { code: "GIG123" })).text, "not one of our codes", 'value="GIG123"');
  says((await press(run, "load", { code: "OD00000000NG" })).text, "No piece has the code");
  const other = await deliveryOf(1);
  says((await press(run, "load", { code: other.codes[0]! })).text, `is on ${other.name}`);
  const waits = await bookOne(app);
  says((await press(run, "load", { code: waits.trackingCode })).text, "Receive it first");
  const extra = await bookedAt(app, desk, IKJ.id, HERE);
  const added = await press(run, "load", { code: extra.booking.trackingCode });
  expect(added.toast).toMatchObject({ title: `${extra.booking.trackingCode} was not planned` });
  expect(added.location).toBe(`${pageOf(run)}?load=1`);
  says(await look(run), "1 missing, 1 extra.", 'name="note"', 'name="person"');
  const asked = await press(run, "seal");
  expect(asked.status).toBe(409);
  says(asked.text, "The parcels do not match: 1 missing, 1 extra.");
  const half = await press(run, "seal", { note: "Not on the shelf" });
  says(half.text, 'value="Not on the shelf"');
  const sealed = await press(run, "seal", { note: "Not on the shelf", person: "Ngozi" });
  expect(sealed.toast).toMatchObject({ text: "1 missing, 1 extra" });
  says(await look(run), "Not on the shelf (Ngozi)");
});

test("[TRIP-5] of two who seal at once the second is told, and keeps what was typed", async () => {
  const { run } = await deliveryOf(2);
  const { version } = await runNow(app, run);
  await press(run, "load_planned");
  const late = await press(run, "seal", { version: String(version), note: "Late", person: "Ada" });
  expect(late.status).toBe(409);
  says(late.text, "Somebody changed this run while you looked at it.");
});

test("[TRIP-4] stops change places; pieces are taken off and moved to another run", async () => {
  const { run, pieces, codes } = await deliveryOf(3);
  const order = async () =>
    [...(await look(run)).matchAll(/href="\/admin\/bookings\/(OD\d+NG)"/g)].map(([, code]) => code);
  const before = await order();
  expect((await press(run, "move_stop", { stop: "3", to: "1" })).status).toBe(302);
  expect(await order()).toEqual([before[2], before[0], before[1]]);
  says((await press(run, "unassign")).text, "Choose at least one parcel.");
  expect(await title(press(run, "unassign", { [`piece:${pieces[0]}`]: "on" }))).toBe("1 piece taken off");
  const other = await deliveryOf(0);
  says(await look(run), other.name);
  says((await press(run, "move", { toRun: other.run })).text, "Choose at least one parcel.");
  expect(await title(press(run, "move", { toRun: other.run, [`piece:${pieces[1]}`]: "on" }))).toBe(
    `1 piece moved to ${other.name}`,
  );
  says(await look(other.run), codes[1]!);
});

test("[TRIP-2] a run on its way changes hands with its pieces; a partner names the driver", async () => {
  const { run, pieces } = await sentOut(2);
  expect(await title(press(run, "rider", { rider: ngozi.id }))).toBe("The run has its rider");
  const holders = await db.select().from(piecesTable).where(inArray(piecesTable.id, pieces));
  expect(holders.map(({ holderId }) => holderId)).toEqual([ngozi.id, ngozi.id]);
  says(await look(run), "Ngozi Eze");
  const haul = await makeRun(app, desk, { kind: "linehaul", hub: IKJ.id, toHub: KAN.id, rider: musa.id });
  says((await press(haul.id, "partner", { partner: bus.id })).text, "Enter the driver&#x27;s phone");
  await press(haul.id, "partner", {
    partner: bus.id,
    driverName: "Sunday",
    driverPhone: "08031234567",
    fee: "3500",
    plate: "KJA 402 XB",
  });
  says(await look(haul.id), "God is Good Motors", "Sunday", "tel:+2348031234567", "KJA 402 XB", "₦3,500");
});

test("[HUB-3] a clerk of another hub sees the run and changes nothing of it; one of this hub loads and seals it", async () => {
  const { run } = await deliveryOf(1);
  const clerk = await clerkOf(app, KAN.id);
  says(await look(run, clerk), "This is not your hub.");
  const refused = await press(run, "load_planned", {}, clerk);
  expect(refused.status).toBe(403);
  await db.update(hubMembers).set({ hubId: IKJ.id });
  saysNot(await look(run, clerk), "This is not your hub.", "Take off");
  expect((await press(run, "load_planned", {}, clerk)).status).toBe(302);
  expect((await press(run, "seal", {}, clerk)).status).toBe(302);
  expect((await press(run, "rider", { rider: ngozi.id }, clerk)).status).toBe(403);
});

test("[TRIP-20] the manifest has every stop, the signatures and the number of the page; nothing of it is stored", async () => {
  const { run, name, codes, pieces } = await deliveryOf(3);
  await press(run, "unassign", { [`piece:${pieces[2]}`]: "on" });
  const sheet = await dispatcher.ask(`${pageOf(run)}/manifest`);
  expect(sheet.headers.get("Cache-Control")).toBe("no-store");
  const text = sheet.text.replaceAll("<!-- -->", "");
  says(
    text,
    name,
    `Barcode ${name}`,
    codes[0]!,
    codes[1]!,
    "Received by: Musa Bello",
    `${name}, page 1 of 1`,
  );
  saysNot(text, codes[2]!);
  says((await dispatcher.ask(`${pageOf(run)}/manifest?paper=roll`)).text, "@page { size: 80mm");
  expect((await dispatcher.ask(`${pageOf(crypto.randomUUID())}/manifest`)).status).toBe(404);
});
