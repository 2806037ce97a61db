/** HUB-1, HUB-4 to HUB-6: hubs, by their forms over HTTP. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { activeHubs } from "../../app/places/hubs.server.ts";
import { activityLogs, hubAreas, hubs, laneHours, pieces } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeRider, makeRun, receiveAt } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const boss = await app.admin("super_admin");
const HERE = "/admin/hubs";

const IKEJA = {
  name: "Ikeja",
  code: "ikj",
  phone: "0803 123 4567",
  address: "14 Allen Avenue, Ikeja, Lagos",
  hours: "mon-fri 8:00-18:00\nSat 9:00-15:00",
  areas: "Ogun\nLagos: Agege, ikeja, VI",
};
const hubOf = async (code: string) => (await db.select().from(hubs).where(eq(hubs.code, code)))[0]!;
/** The form's values on a hub's page, as a browser sends them if the person changes nothing. */
async function sentBy(code: string): Promise<Record<string, string>> {
  const { id: _, createdAt: _created, updatedAt: _updated, town: _town, ...hub } = await hubOf(code);
  const areas = await db.select().from(hubAreas).where(eq(hubAreas.hubId, _));
  const lines = areas.map(({ state, town }) => (town ? `${state}: ${town}` : state)).join("\n");
  return { ...hub, version: String(hub.version), active: hub.active ? "yes" : "no", areas: lines };
}
const save = async (code: string, change: Record<string, string>) =>
  boss.ask(`${HERE}/${(await hubOf(code)).id}`, { form: { ...(await sentBy(code)), ...change } });

test("[HUB-1] before the first hub the list says what comes with it; who may not add one reads why", async () => {
  expect((await boss.ask(HERE)).text).toContain("Add your first hub");
  const { text } = await (await app.admin("support")).ask(HERE);
  expect(text).toContain("No hubs yet");
  expect(text).not.toContain("Add your first hub");
  expect(text).toContain("Ask a super admin.");
});

test("[HUB-1] a hub is added by one form, once, with the place of its address", async () => {
  const idempotencyKey = await boss.keyOf(`${HERE}?add=1`);
  const answers = await Promise.all([1, 2].map(() => boss.ask(HERE, { form: { ...IKEJA, idempotencyKey } })));
  const hub = await hubOf("IKJ");
  for (const { status, location } of answers) expect([status, location]).toEqual([302, `${HERE}/${hub.id}`]);
  expect(hub).toMatchObject({
    name: "Ikeja",
    phone: "+2348031234567",
    state: "Lagos",
    town: "Ikeja",
    hours: "Mon-Fri 8:00-18:00\nSat 9:00-15:00",
    active: true,
  });
  expect(await activeHubs(app.services)).toMatchObject([
    {
      code: "IKJ",
      areas: [
        { state: "Lagos", town: "Agege" },
        { state: "Lagos", town: "Ikeja" },
        { state: "Lagos", town: "Victoria Island" },
        { state: "Ogun", town: "" },
      ],
    },
  ]);
  const page = (await boss.ask(`${HERE}/${hub.id}`)).text;
  expect(page).toContain("Lagos: Agege, Ikeja, Victoria Island\nOgun</textarea>");
  expect(page).toContain("No piece is here.");
  expect((await boss.ask(`${HERE}/00000000-0000-4000-8000-000000000000`)).status).toBe(404);
});

test.each([
  ["name", { name: " " }, "Enter the name of the hub"],
  ["code", { code: "IK" }, "A code is three letters, e.g. IKJ"],
  ["code", { code: "1KJ" }, "A code is three letters, e.g. IKJ"],
  ["code", { name: "Other", code: "ikj" }, "Ikeja has this code. Choose another one."],
  ["name", { name: "Ikeja", code: "IKX" }, "Hub IKJ has this name. Choose another one."],
  ["phone", { phone: "12" }, "Enter a real phone number, e.g. 0803 123 4567"],
  ["address", { address: "" }, "Enter the address"],
  ["state", { address: "14 Long Street" }, "Choose the state of the address"],
  ["state", { state: "Kano" }, "The address says Lagos."],
  ["hours", { hours: "Mon-Fri 8:00-18:00\nweekends" }, "Line 2: write the days and the hours"],
  ["areas", { areas: "Ogun\nLagos: Xanadu" }, "Line 2: we know no Xanadu in Lagos"],
])("[HUB-1] [HUB-4] a wrong %s is refused, and what was typed stays (%#)", async (_, wrong, message) => {
  const form = { ...IKEJA, name: "Second", code: "SEC", ...wrong };
  const { status, text } = await boss.ask(`${HERE}?add=1`, { form });
  expect([status, text]).toEqual([400, expect.stringContaining(message)]);
  expect(text).toContain('value="0803 123 4567"'.replace("0803 123 4567", form.phone));
  expect(await db.$count(hubs)).toBe(1);
});

test("[BOOK-13] the summary of errors says the labels of a hub's fields", async () => {
  const wrong = {
    ...IKEJA,
    name: "Third",
    code: "THI",
    areas: "Lagos: Xanadu",
    hours: "weekends",
    phone: "12",
  };
  const { text } = await boss.ask(`${HERE}?add=1`, { form: wrong });
  for (const label of ["Delivers to", "Opening hours", "Phone number"])
    expect(text).toContain(`>${label}</a>`);
});

test("[HUB-1] a change is in the log, a version that somebody else changed is refused, and others may only read", async () => {
  const { id } = await hubOf("IKJ");
  const before = await sentBy("IKJ");
  expect((await save("IKJ", { name: "Ikeja Central", areas: "Lagos: Ikeja" })).status).toBe(302);
  const [log] = await db.select().from(activityLogs).where(eq(activityLogs.action, "update_hub"));
  expect(log!.description).toContain("name Ikeja → Ikeja Central; areas");
  expect(await boss.ask(`${HERE}/${id}`, { form: { ...before, name: "Third" } })).toMatchObject({
    status: 409,
  });
  // A form that changes no value writes nothing.
  expect((await save("IKJ", {})).status).toBe(302);
  expect((await hubOf("IKJ")).version).toBe(2);
  for (const role of ["moderator", "dispatcher", "hub_clerk"] as const) {
    const who = await app.admin(role);
    expect((await who.ask(HERE)).status).toBe(200);
    expect((await who.ask(HERE, { form: { ...IKEJA, name: role, code: "XXX" } })).status).toBe(403);
    expect((await who.ask(`${HERE}/${id}`, { form: before })).status).toBe(403);
  }
});

test("[HUB-4] two hubs that deliver to the same area, and states without a hub, are a hint", async () => {
  const lekki = { ...IKEJA, name: "Lekki", code: "LEK", address: "3 Admiralty Way, Lekki, Lagos" };
  expect((await boss.ask(HERE, { form: { ...lekki, areas: "Lagos\nLagos: Ikeja" } })).status).toBe(302);
  const { text } = await boss.ask(HERE);
  expect(text).toContain("More than one hub delivers to the same area.");
  expect(text).toContain("Ikeja, Lagos: Ikeja Central and Lekki");
  expect(text).toContain("36 states");
  // The hint's link opens the part with the states.
  expect(text).toContain('href="/admin/company?part=served"');
  expect((await save("LEK", { areas: "Lagos" })).status).toBe(302);
  expect((await boss.ask(HERE)).text).not.toContain("More than one hub");
});

test("[HUB-5] closing moves nothing, and says before and after what is still there, with links", async () => {
  const hub = await hubOf("IKJ");
  const admin = await makeAdmin(app, "moderator");
  const booking = await bookOne(app);
  const [piece] = await db.select().from(pieces).where(eq(pieces.bookingId, booking.id));
  await receiveAt(app, admin, hub.id, [piece!.id]);
  const rider = await makeRider(app, hub.id, "Musa Bello");
  const run = await makeRun(app, admin, { kind: "delivery", hub: hub.id, rider: rider.id });
  const incoming = { kind: "linehaul" as const, hub: (await hubOf("LEK")).id, toHub: hub.id };
  await makeRun(app, admin, { ...incoming, rider: rider.id });

  const sent = await bookOne(app);
  await db.update(pieces).set({ toHubId: hub.id }).where(eq(pieces.bookingId, sent.id));

  const page = async () => (await boss.ask(`${HERE}/${hub.id}`)).text;
  const board = async (of: string) => (await boss.ask(`/admin/runs?hub=${of}`)).text;
  const words = "Still here: 1 piece, 2 open runs, 1 rider and 1 piece elsewhere that shall come here.";
  const open = await page();
  expect(open).toContain(`Closing moves nothing. ${words}`);
  expect(open).not.toContain("This hub is closed.");
  const closing = await save("IKJ", { active: "no" });
  expect(closing.toast).toMatchObject({ title: "Hub closed", text: `${words} Closing moved nothing.` });
  const closed = await page();
  expect(closed).toContain("This hub is closed.");
  for (const link of [`bookings/${booking.trackingCode}`, `runs/${run.id}`, `riders/${rider.id}`])
    expect(closed, link).toContain(`href="/admin/${link}"`);
  // A closed hub keeps its board as long as it holds parcels or has runs.
  expect(await board("LEK")).toContain("Ikeja Central (IKJ), closed");
  const left = await board("IKJ");
  expect(left).toContain(`/admin/bookings/${booking.trackingCode}`);
  expect(left).toContain("No new run begins here.");
  expect(left).not.toContain("Plan a run");
  expect((await db.select().from(pieces).where(eq(pieces.id, piece!.id)))[0]).toMatchObject({
    holderKind: "hub",
    holderId: hub.id,
  });
  expect((await activeHubs(app.services)).map(({ code }) => code)).toEqual(["LEK"]);
  expect((await boss.ask(HERE)).text).toMatch(/Ikeja Central[^]*Closed/);
  // A form without the field `active` leaves the hub closed.
  const { active: _, ...without } = await sentBy("IKJ");
  expect((await boss.ask(`${HERE}/${hub.id}`, { form: without })).status).toBe(302);
  expect((await hubOf("IKJ")).active).toBe(false);
  expect((await save("IKJ", { active: "yes" })).toast).toMatchObject({ title: "Hub saved" });
});

test("[HUB-6] the hours to another hub are 24, or what is entered", async () => {
  const [ikeja, lekki] = [await hubOf("IKJ"), await hubOf("LEK")];
  const path = `${HERE}/${ikeja.id}`;
  const lanes = (hours: string, to = lekki.id) =>
    boss.ask(path, { form: { intent: "lanes", [`hours ${to}`]: hours } });
  expect((await boss.ask(path)).text).toMatch(/name="hours [0-9a-f-]{36}"[^>]*value="24"/);
  expect((await lanes("9")).status).toBe(302);
  expect(await db.select().from(laneHours)).toEqual([{ fromHubId: ikeja.id, toHubId: lekki.id, hours: 9 }]);
  expect((await boss.ask(path)).text).toContain('value="9"');
  for (const wrong of ["0", "241", "2.5", "soon"]) {
    const { status, text } = await lanes(wrong);
    expect([status, text]).toEqual([400, expect.stringContaining("Enter hours from 1 to 240")]);
  }
  expect((await lanes("5", "00000000-0000-4000-8000-000000000000")).status).toBe(400);
  expect((await lanes("5", ikeja.id)).status).toBe(400);
  expect(await db.$count(laneHours)).toBe(1);
  expect((await lanes("24")).status).toBe(302);
  expect(await db.$count(laneHours)).toBe(0);
});
