/**
 * The six demo doors (buttons that sign a visitor in as one of the demo's people) after the demo's data was made, over
 * HTTP.
 */
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { DEMO_DOOR_NAMES, DEMO_DOORS, DEMO_SHIFT_PIN } from "../../app/domain/demo-doors.ts";
import { DEMO_EMAILS, DEMO_PHONES } from "../../app/domain/demo-people.ts";
import { bookings, orders, riders, runPieces, runs } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { services } = app;
beforeAll(() => app.tellDemo(), 400_000);
const press = (door: string, who = app.visitor(), headers = {}) =>
  who.ask("/demo", { form: { door }, headers });

test("[DEMO-1] /demo has six doors, and the home page links to it", async () => {
  const page = (await app.visitor().ask("/demo")).text;
  for (const door of DEMO_DOOR_NAMES) expect(page).toContain(`Be ${DEMO_DOORS[door].name}<`);
  expect(page).toContain("npm run demo -- --new");
  expect((await app.visitor().ask("/")).text).toContain('href="/demo"');
});

test("[DEMO-1] the sender has three parcels on the way; the shop three new orders", async () => {
  const sender = app.visitor();
  expect(await press("sender", sender)).toMatchObject({ status: 303, location: "/profile" });
  const profile = (await sender.ask("/profile")).text;
  expect(profile).toContain("You are Adaeze, the sender");
  const own = await services.db
    .select({ status: bookings.status })
    .from(bookings)
    .where(eq(bookings.senderEmail, DEMO_EMAILS.sender));
  expect(own.filter(({ status }) => status === "in_transit")).toHaveLength(3);
  const shop = app.visitor();
  const entered = await press("shop", shop);
  expect((await shop.ask(entered.location!)).status).toBe(200);
  expect(await services.db.$count(orders, eq(orders.status, "new"))).toBe(3);
});

test("[DEMO-2] the receiver owes ₦24,000 at the gate; their page has the other doors", async () => {
  const receiver = app.visitor();
  const entered = await press("receiver", receiver);
  expect(entered.location).toMatch(/^\/r\//);
  const page = (await receiver.ask(entered.location!)).text;
  expect(page).toContain("You are Hajara, the receiver");
  expect(page).toContain("₦24,000");
  // The receiver's page is sent without Referer, so its forms have the Origin 'null'.
  const from = { Origin: "null", "Sec-Fetch-Site": "same-origin" };
  expect(await press("owner", receiver, from)).toMatchObject({ status: 303, location: "/admin" });
});

test("[DEMO-2] the rider has ten stops on a phone of their own, and the line shows the shift PIN", async () => {
  const rider = app.visitor();
  expect(await press("rider", rider)).toMatchObject({ status: 303, location: "/rider" });
  expect((await rider.ask("/rider")).text).toContain(`Shift PIN ${DEMO_SHIFT_PIN}`);
  const token = rider.cookies.get("rider");
  await press("sender", rider);
  await press("rider", rider);
  // The phone stays the same, so that no unsent deed is lost.
  expect(rider.cookies.get("rider")).toBe(token);
  expect((await app.visitor().ask("/rider")).text).not.toContain("Shift PIN");
  const stops = await services.db
    .selectDistinct({ stop: runPieces.stop })
    .from(runPieces)
    .innerJoin(runs, eq(runs.id, runPieces.runId))
    .innerJoin(riders, eq(riders.id, runs.riderId))
    .where(eq(riders.phone, DEMO_PHONES.rider));
  expect(stops.length).toBeGreaterThanOrEqual(10);
});

test("[DEMO-1] the dispatcher and the owner open the office; one browser is one person at a time", async () => {
  const who = app.visitor();
  await press("dispatcher", who);
  expect((await who.ask("/admin")).text).toContain("You are Bola, the dispatcher");
  expect((await who.ask("/admin/company")).status).toBe(403);
  await press("owner", who);
  expect((await who.ask("/admin/company")).status).toBe(200);
  await press("sender", who);
  expect((await who.ask("/admin")).location).toContain("/admin/login");
  await press("receiver", who);
  expect((await who.ask("/profile")).location).toContain("/login");
});
