/**
 * The scan page in each of its modes and with each response to a scan, with long names: axe, 320 px, large text, both
 * colour schemes.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hubs } from "../../app/platform/db/schema.ts";
import { openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookedAt, makeHubs, makeRider, makeRun } from "../fixtures/road.ts";
import { screen } from "../fixtures/screen.ts";
import { findFaults } from "../fixtures/screen-faults.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { makeSuperAdmin } from "../fixtures/staff.ts";

const LONG = "Oluwaseunfunmilayo Abdulrahmanabubakarsiddiqui at Onitsha Main Market Road";
const product = await closedAfterAll(openProduct());
const { db } = product.services;
const boss = await makeSuperAdmin(product);
const { IKJ, KAN } = await makeHubs(product, "IKJ", "KAN");
await db.update(hubs).set({ name: LONG }).where(eq(hubs.id, KAN.id));
const rider = await makeRider(product, IKJ.id, LONG);
const run = await makeRun(product, boss, { kind: "delivery", hub: IKJ.id, rider: rider.id });
const { booking } = await bookedAt(product, boss, IKJ.id, { receiverName: LONG });
product.clock.pass(60_000);
const { trackingCode: code } = booking;

const at = (query: string) => screen("super_admin", `/admin/scan?${query}`);
const sent = (name: string, form: Record<string, string>, status = 200) =>
  screen("super_admin", "/admin/scan", { name: `super_admin: ${name}`, form, status });

const SCREENS = [
  ...["receive", "load", "hand_over", "return", "find", "status"].map((mode) => at(`mode=${mode}`)),
  at(`mode=load&hub=${IKJ.id}&run=${run.id}`),
  at(`mode=hand_over&hub=${IKJ.id}&to=run&run=${run.id}`),
  sent("received at the wrong hub", { mode: "receive", code, hub: KAN.id }),
  sent("here already", { mode: "receive", code, hub: KAN.id }),
  sent("unknown", { mode: "receive", code: "GIG1234567890", hub: IKJ.id }, 404),
  sent("not here", { mode: "load", code, run: run.id }, 409),
  sent("who takes it", { mode: "hand_over", code, hub: KAN.id, to: "receiver" }),
  sent("found", { mode: "find", code }),
  sent("no hub", { mode: "receive", code }, 400),
];

test("[WEB-5] [SCAN-6] each mode and its answers", { timeout: 240_000 }, async () => {
  const page = await product.person({ cookie: await sessionCookie(product, boss.person.id, "staff") });
  expect(await findFaults(page, SCREENS)).toEqual([]);
});

test(
  "[SCAN-6] without JavaScript each mode is a link, and a code is sent as a form",
  { timeout: 60_000 },
  async () => {
    const cookie = await sessionCookie(product, boss.person.id, "staff");
    const page = await product.person({ cookie, javaScriptEnabled: false });
    await page.goto("/admin/scan");
    await page.getByRole("link", { name: "Find", exact: true }).click();
    await page.getByLabel("Tracking code").fill(code);
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await page.getByRole("main").getByRole("status").getByText(`In ${LONG}`, { exact: true }).waitFor();
  },
);
