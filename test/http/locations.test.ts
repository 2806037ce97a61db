/** HUB-7: the public page of the hubs. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hubs } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeHubs } from "../fixtures/road.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
const read = async (path: string) => (await app.visitor().ask(path)).text;
const FOOTER = /<nav aria-label="Quick links">.*?<\/nav>/s;
const inFooter = async () => FOOTER.exec(await read("/about"))![0].includes('href="/locations"');

test("[HUB-7] without a hub it says how to reach us, and nothing leads there", async () => {
  const { status, text } = await app.visitor().ask("/locations");
  expect(status).toBe(200);
  expect(text).toContain("12 Herbert Macaulay Way, Yaba, Lagos");
  expect(text).toContain(">Ask us</a>");
  expect(await inFooter()).toBe(false);
  expect(await read("/sitemap.xml")).not.toContain("/locations");
});

test("[HUB-7] each active hub has address, hours, phone and its number on the map; a change shows at once", async () => {
  const { IKJ } = await makeHubs(app, "IKJ", "KAN", "ABJ");
  await expect.poll(inFooter).toBe(true);
  const text = await read("/locations");
  for (const words of [
    "14 Allen Avenue, Ikeja",
    "9 Bompai Road, Kano",
    "Mon-Sat: 8:00 AM-6:00 PM",
    'href="tel:+2348006622335"',
    "0800 662 2335",
    'href="geo:0,0?q=14+Allen+Avenue%2C+Ikeja"',
    // The test's time is Saturday, Nov 21, 2026, 11:00 in Lagos.
    "Open now, until 6:00 PM",
    "Map of Nigeria with our locations: Abuja, FCT (Abuja); Ikeja, Lagos; Kano, Kano",
  ])
    expect(text, words).toContain(words);
  expect(await read("/sitemap.xml")).toContain("/locations</loc>");
  await db.update(hubs).set({ active: false }).where(eq(hubs.id, IKJ.id));
  await expect.poll(() => read("/locations")).not.toContain("14 Allen Avenue");
  await db.update(hubs).set({ active: false });
  await expect.poll(inFooter).toBe(false);
});

test("[HUB-7] hubs of one state share a mark, and hours that cannot be read are left out", async () => {
  await db.update(hubs).set({ active: true });
  await db.insert(hubs).values({
    name: "Lekki",
    code: "LEK",
    state: "Lagos",
    phone: "+2348031234567",
    address: "3 Admiralty Way",
    hours: "any time",
  });
  await expect.poll(() => read("/locations")).toContain("3 Admiralty Way");
  const text = await read("/locations");
  expect(text).toContain(">2 4</text>");
  expect(text).not.toContain("any time");
});
