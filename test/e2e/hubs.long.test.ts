/** The office's screens of hubs, riders and partners, and the public page of the hubs. Three hubs are active. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hubAreas, hubs, pieces } from "../../app/platform/db/schema.ts";
import { makeSuperAdmin } from "../fixtures/staff.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeHubs, makePartner, makeRider, makeRun, receiveAt } from "../fixtures/road.ts";
import { screen } from "../fixtures/screen.ts";
import { findFaults } from "../fixtures/screen-faults.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";

const LONG = "Oluwaseunfunmilayo Abdulrahmanabubakarsiddiqui at Onitsha Main Market Road";
const product = await closedAfterAll(openProduct());
const { db } = product.services;
const boss = await makeSuperAdmin(product);
const { IKJ, KAN } = await makeHubs(product, "IKJ", "KAN", "ABJ");
await db.update(hubs).set({ name: LONG }).where(eq(hubs.id, KAN.id));
await db.insert(hubAreas).values([
  { hubId: KAN.id, state: "Lagos" },
  { hubId: KAN.id, state: "Lagos", town: "Ikeja" },
]);
const rider = await makeRider(product, IKJ.id, LONG);
await makeRider(product, IKJ.id, "Bola Ade");
const partner = await makePartner(product, LONG);
await makeRun(product, boss, { kind: "delivery", hub: IKJ.id, rider: rider.id });
const booking = await bookOne(product);
const [piece] = await db.select().from(pieces).where(eq(pieces.bookingId, booking.id));
await receiveAt(product, boss, IKJ.id, [piece!.id]);

const OFFICE = [
  ...["hubs", `hubs/${IKJ.id}`, `hubs/${KAN.id}`, "hubs?add=1"],
  ...["riders", "riders?tab=left", "riders?add=1", `riders/${rider.id}`],
  ...["riders?tab=partners", "riders?tab=partners&add=1", `riders?tab=partners&edit=${partner.id}`],
  ...["settings", "settings?add=1", "company"],
].map((page) => screen("super_admin", `/admin/${page}`));
const REFUSED = [
  screen("super_admin", "/admin/hubs?add=1", { form: { code: "no", areas: "Lagos: Xanadu" }, status: 400 }),
  screen("super_admin", `/admin/hubs/${IKJ.id}`, {
    form: { intent: "lanes", [`hours ${KAN.id}`]: "no" },
    status: 400,
  }),
  screen("super_admin", "/admin/riders?add=1", { form: { phone: "12" }, status: 400 }),
  screen("super_admin", `/admin/riders/${rider.id}`, {
    form: { intent: "leave", version: "1" },
    status: 400,
  }),
];

test("[WEB-5] [STAFF-27] the office", { timeout: 240_000 }, async () => {
  const page = await product.person({ cookie: await sessionCookie(product, boss.person.id, "staff") });
  expect(await findFaults(page, [...OFFICE, ...REFUSED])).toEqual([]);
});

test("[WEB-5] [HUB-7] where the hubs are, also without JavaScript", { timeout: 60_000 }, async () => {
  expect(await findFaults(await product.person({}), [screen("guest", "/locations")])).toEqual([]);
  const page = await product.person({ javaScriptEnabled: false });
  await page.goto("/about");
  await page.getByRole("link", { name: "Our Locations" }).click();
  await page.getByRole("heading", { level: 2, name: "Ikeja" }).waitFor();
  await page.getByRole("img", { name: /^Map of Nigeria with our locations: Abuja/ }).waitFor();
});
