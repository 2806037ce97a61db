/**
 * PICKUP-1 to PICKUP-4: a regular pickup in a browser: its sender, the office, and the rider's phone without network.
 */
import { afterEach, expect, test, vi } from "vitest";
import type { Page } from "playwright-core";
import { approvePickup } from "../../app/parcels/regular-pickups/decide-pickup.server.ts";
import { askPickup } from "../../app/parcels/regular-pickups/ask-pickup.server.ts";
import type { Deed } from "../../app/road/deeds/protocol.ts";
import { profiles } from "../../app/platform/db/schema.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { makePerson } from "../fixtures/businesses.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { expectAccessible, hydrated, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { riderDay, run, uuid } from "../fixtures/rider-days.ts";
import { beginShift, button, doneText, sentText } from "../fixtures/rider-page.ts";
import { riderServer } from "../fixtures/rider-server.ts";
import { makeHubs, makeRider, makeRun } from "../fixtures/road.ts";

const PICTURES = process.env["PICTURES"];
// The clock stands on a Monday morning, because on a Sunday the hub is closed and the run has no stop.
const product = await closedAfterAll(openProduct({ standingClock: true }));
product.clock.set(new Date("2026-11-23T08:00:00Z"));
const { IKJ } = await makeHubs(product, "IKJ");
let opened: Page | null = null;
afterEach(async () => {
  await opened?.context().close();
  opened = null;
});

/** The time limit of the whole test, which checks sixteen pages with axe, each in two sizes. */
const LOOKS_MS = 240_000;

let pictures = 0;
const picture = async (page: Page, name: string) => {
  const file = `${pictures++}${name.replaceAll(/[^a-z0-9]+/gi, "_").slice(0, 40)}`;
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${file}.png`, fullPage: true });
};

/** Checks a page on a phone and on a laptop. */
async function look(page: Page, path: string): Promise<void> {
  for (const size of [PHONE, LAPTOP]) {
    await page.setViewportSize(size);
    await page.goto(path);
    await hydrated(page);
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide, `${path} at ${size.width} px`).toBe(false);
    await picture(page, `${path}-${size.width}`);
  }
}

test(
  "[PICKUP-1] [PICKUP-2] [PICKUP-3] [PICKUP-4] a sender asks, the office approves, and the day's run has the stop",
  async () => {
    const [person] = await product.services.db
      .insert(profiles)
      .values({
        ...{ email: "regular@ona.test", firstName: "Ngozi", lastName: "Eze", phone: "+2348035550100" },
        emailVerifiedAt: new Date(),
      })
      .returning();
    const sender = await product.person({ cookie: await sessionCookie(product, person!.id, "customer") });
    await look(sender, "/profile/pickups");
    await sender.getByLabel("Sat").check();
    await sender.getByLabel("Sun").check();
    await sender.getByLabel("Until").selectOption("15:30");
    await sender.getByLabel("Who is there").fill("Ngozi Eze");
    await sender.getByLabel("Phone number").fill("0803 555 0100");
    await sender.getByLabel("Pickup address").fill("4 Allen Avenue, Ikeja, Lagos");
    await sender.getByRole("button", { name: "Ask for it" }).click();
    await sender.getByText("Leave at least an hour between the two times").first().waitFor();
    await expectAccessible(sender);
    await sender.getByLabel("Until").selectOption("18:00");
    await sender.getByRole("button", { name: "Ask for it" }).focus();
    await sender.keyboard.press("Enter");
    await sender.getByText("Waits for approval").waitFor();
    await look(sender, "/profile/pickups");

    const staff = await product.admin({ size: LAPTOP });
    await look(staff, "/admin/runs/regular");
    await staff.getByRole("link", { name: "Ngozi Eze" }).click();
    await staff.getByRole("button", { name: "Approve" }).waitFor();
    await look(staff, new URL(staff.url()).pathname + new URL(staff.url()).search);
    await staff.getByRole("button", { name: "Approve" }).click();
    await staff.getByText("Approved: the sender is told").waitFor();
    await look(sender, "/profile/pickups");
    await sender
      .getByRole("button", { name: /^Skip: / })
      .nth(1)
      .click();
    await sender.getByText("Skipped by you").waitFor();
    // The list shows six days. The later days are in a <details> element, which is opened by keyboard.
    await sender.getByText(/^Later days, until /).focus();
    await sender.keyboard.press("Enter");
    await sender.getByRole("list", { name: "Later days" }).getByRole("button").first().waitFor();
    await expectAccessible(sender);

    const desk = await makeAdmin(product, "moderator");
    const rider = await makeRider(product, IKJ.id);
    await look(staff, `/admin/runs?hub=${IKJ.id}`);
    const made = await makeRun(product, desk, { kind: "pickup", hub: IKJ.id, rider: rider.id });
    await look(staff, `/admin/runs/${made.id}`);
    await staff.getByRole("button", { name: "Out", exact: true }).click();
    await staff.getByLabel("Parcels taken").fill("3");
    await staff.getByRole("button", { name: "Visited" }).click();
    await staff.getByText("Visited, 3 parcels taken").first().waitFor();
    await look(sender, "/profile/pickups");
    await look(staff, `/admin/runs/${made.id}/manifest`);
  },
  LOOKS_MS,
);

test("[PICKUP-3] once the window of a pickup that is on no run is over, the board says so, with the sender's phone", async () => {
  const desk = await makeAdmin(product, "moderator");
  const asked = await askPickup.receive(
    product.services,
    await makePerson(product.services),
    {
      ...{ name: "Bola Ade", phone: "0803 555 0102", address: "12 Toyin Street, Ikeja, Lagos", storeId: "" },
      ...{ days: [0, 1, 2, 3, 4], fromTime: "15:00", untilTime: "17:00" },
    },
    uuid(8, 1),
  );
  if (!asked.ok) throw new Error(JSON.stringify(asked));
  const yes = { id: asked.id, version: 1, hub: IKJ.id };
  expect(await approvePickup.receive(product.services, desk, yes, uuid(8, 2))).toMatchObject({ ok: true });
  product.clock.set(new Date("2026-11-23T16:30:00Z"));
  const staff = await product.admin({ size: LAPTOP });
  await look(staff, `/admin/runs?hub=${IKJ.id}`);
  await staff.getByText("Not visited, and their time is over.").waitFor();
  await staff.getByRole("link", { name: "0803 555 0102" }).waitFor();
});

test("[PICKUP-3] without network the rider scans what is there and says that it is done, and both arrive later", async () => {
  const stop = {
    ...{
      id: uuid(9, 1),
      name: "Ngozi Eze",
      phone: "+2348035550100",
      address: "4 Allen Avenue",
      town: "Ikeja",
    },
    ...{ state: "Lagos", note: "Blue gate", window: "15:00 to 17:00", visited: null },
  };
  const empty = { ...stop, id: uuid(9, 2), address: "12 Toyin Street", name: "Bola Ade" };
  const server = riderServer(
    riderDay(0, { runs: [{ ...run([], { kind: "pickup" }), regular: [stop, empty] }] }),
  );
  opened = await product.person({ size: PHONE });
  const page = opened;
  await beginShift(page, server);
  await page.getByRole("heading", { name: "2 regular pickups" }).waitFor();
  expect(await doneText(page)).toBe("0 of 2 regular pickups done");
  await expectAccessible(page);
  await picture(page, "rider-day");
  server.network = "none";
  await button(page, /4 Allen Avenue/).click();
  await page.getByText("Blue gate").waitFor();
  await button(page, "Scan parcels").click();
  await page.getByLabel("Or type its code").fill("OD48210973NG");
  await button(page, "Add").click();
  await page.getByLabel("Or type its code").fill("nonsense");
  await button(page, "Add").click();
  await page.getByText("That is no code of a parcel.").waitFor();
  await expectAccessible(page);
  await picture(page, "rider-visit");
  await button(page, "Picked up: 1 piece").click();
  await button(page, "Done here: 1 parcel").click();
  await page.getByRole("heading", { name: "1 regular pickup", exact: true }).waitFor();
  await button(page, /12 Toyin Street/).click();
  await button(page, "Nothing to pick up").click();
  await page.getByRole("heading", { name: "Regular pickups are done" }).waitFor();
  expect(await doneText(page)).toBe("2 of 2 regular pickups done");
  server.network = "good";
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await vi.waitFor(async () => expect(await sentText(page)).toBe("All sent"));
  expect([...server.deeds.values()].map(({ did }: Deed) => did)).toMatchObject([
    { kind: "picked_up", pieces: ["OD48210973NG"] },
    { kind: "regular_visited", stop: stop.id, taken: 1 },
    { kind: "regular_visited", stop: empty.id, taken: 0 },
  ]);
});
