/**
 * BULK-1 to BULK-9 in a browser: fifty parcels from a file to printed labels, with the number of presses, axe and both
 * widths. Also a batch of 480 whose page is closed while it is booked.
 */
import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bookings, profiles } from "../../app/platform/db/schema.ts";
import { hydrated, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { note } from "../fixtures/long.ts";
import { publishSamples } from "../fixtures/prices.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { findViolations } from "../fixtures/violations.ts";
import { xlsx } from "../fixtures/xlsx.ts";

const PICTURES = process.env["PICTURES"];
const product = await closedAfterAll(openProduct());
const { db } = product.services;
await publishSamples(product);

const HEAD = ["Receiver", "Phone", "Delivery address", "Description", "Weight (kg)"];
const rowOf = (n: number) => [`Receiver ${n}`, 8051000000 + n, `${n + 1} Bompai Road, Kano`, "Books", 2];
/** Makes a file with valid rows, and with invalid rows whose phone number is too short. */
const fileOf = (good: number, bad: number) => ({
  name: "parcels.xlsx",
  mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  buffer: xlsx([
    HEAD,
    ...Array.from({ length: good }, (_, n) => rowOf(n)),
    ...Array.from({ length: bad }, (_, n) => ["Bad", "12", `${n + 1} Bompai Road, Kano`, "Books", 2]),
  ]),
});

/** Checks the open page, on a phone and a laptop. */
async function look(page: Page, name: string): Promise<void> {
  for (const size of [PHONE, LAPTOP]) {
    await page.setViewportSize(size);
    await hydrated(page);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect(fits, `${name} ${size.width}`).toBe(true);
    expect(await findViolations(page), `${name} ${size.width}`).toEqual([]);
    if (PICTURES)
      await page.screenshot({ path: `${PICTURES}/bulk-${name}-${size.width}.png`, fullPage: true });
  }
}

test("[BULK-1] [BULK-4] [BULK-9] fifty parcels from a file to their labels in at most six presses", async () => {
  const sender = { firstName: "Ada", lastName: "Obi", phone: "+2348031234567" };
  const [person] = await db
    .insert(profiles)
    .values({ email: "ada@bulk.test", ...sender, address: "12 Allen Avenue, Ikeja, Lagos" })
    .returning();
  const page = await product.person({
    size: LAPTOP,
    cookie: await sessionCookie(product, person!.id, "customer"),
  });
  let presses = 0;
  const press = async (role: "button" | "link", name: string | RegExp) => {
    presses++;
    await page.getByRole(role, { name }).first().click();
  };
  await page.goto("/book/bulk");
  await look(page, "start");
  // Choosing a file takes two presses: on the field, and on the file.
  presses += 2;
  await page.getByLabel("CSV or Excel file").setInputFiles(fileOf(50, 1));
  await press("button", "Show the rows");
  await page.getByText("Book 50, keep 1 as a draft").waitFor();
  await look(page, "preview");
  await press("button", "Book 50, keep 1 as a draft");
  await page.getByText("50 parcels are booked").waitFor({ timeout: 60_000 });
  await look(page, "booked");
  const asked = performance.now();
  await press("link", "Print labels");
  await page.getByText("50 labels for 50 parcels").waitFor();
  note("fifty parcels from a file in a browser", {
    presses: presses + 1,
    "ms to the labels": Math.round(performance.now() - asked),
  });
  await page.setViewportSize(LAPTOP);
  // The last press is on the button that prints.
  presses++;
  await page.getByRole("button", { name: /Print/ }).first().waitFor();
  expect(presses).toBeLessThanOrEqual(6);
  expect(await db.$count(bookings)).toBe(50);
}, 240_000);

test("[BULK-5] [BULK-7] a page that is closed in the middle of 480 loses nothing: each is booked once, with one mail", async () => {
  const before = await db.$count(bookings);
  const staff = await product.admin({ size: LAPTOP });
  await staff.goto("/admin/bookings/bulk");
  await hydrated(staff);
  await staff.getByLabel("Full name").fill("Walk-in Shop");
  await staff.getByLabel("Phone number").fill("08031234567");
  await staff.getByLabel("Email").fill("walk-in@bulk.test");
  await staff.getByLabel("Pickup address", { exact: true }).fill("12 Allen Avenue, Ikeja, Lagos");
  await staff.getByLabel("CSV or Excel file").setInputFiles(fileOf(480, 20));
  const asked = performance.now();
  await staff.getByRole("button", { name: "Show the rows" }).click();
  await staff.getByText("Book 480, keep 20 as a draft").waitFor({ timeout: 60_000 });
  const shown = performance.now();
  const here = staff.url();
  await staff.getByRole("button", { name: "Book 480, keep 20 as a draft" }).click();
  const pressed = performance.now();
  await staff.getByRole("progressbar").waitFor();
  const middle = await db.$count(bookings);
  expect(middle).toBeLessThan(before + 480);
  await staff.context().close();
  await expect.poll(() => db.$count(bookings), { timeout: 120_000 }).toBe(before + 480);
  note("a batch of 500 in a browser", {
    "ms to the preview": Math.round(shown - asked),
    "ms to 480 booked": Math.round(performance.now() - pressed),
  });
  const again = await product.admin({ size: LAPTOP });
  await again.goto(here);
  await again.getByText("480 parcels are booked").waitFor({ timeout: 30_000 });
  const rows = await db
    .select()
    .from(bookings)
    .where(eq(bookings.batchId, here.split("/").at(-1)!));
  expect(rows).toHaveLength(480);
  expect(new Set(rows.map(({ receiverPhone }) => receiverPhone)).size).toBe(480);
  const isOurs = ({ toAddress }: { toAddress: string }) => toAddress === "walk-in@bulk.test";
  await expect.poll(async () => (await product.mails(0)).filter(isOurs).length, { timeout: 30_000 }).toBe(1);
  const [mail] = (await product.mails(0)).filter(isOurs);
  const codes = mail!.text.replaceAll(" ", "");
  expect(rows.filter(({ trackingCode }) => !codes.includes(trackingCode))).toEqual([]);
}, 240_000);
