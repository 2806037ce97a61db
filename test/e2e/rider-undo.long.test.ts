/** Undoing and correcting a paid delivery on the rider's phone, after the server has received the delivery. */
import { afterEach, expect, test, vi } from "vitest";
import type { Page } from "playwright-core";
import type { DayParcel } from "../../app/road/deeds/rider-day.ts";
import { clockTime } from "../../app/road/rider-phone/state/shown-times.ts";
import { openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { onEach } from "../fixtures/long.ts";
import { parcel, riderDay, run, stopOf } from "../fixtures/rider-days.ts";
import { beginShift, button, doneText, notDelivered, sentText, typeDigits } from "../fixtures/rider-page.ts";
import { riderServer, type RiderServer } from "../fixtures/rider-server.ts";

const product = await closedAfterAll(openProduct());
const ZONES = onEach(["America/New_York", "Europe/London"]);
let opened: Page | null = null;
afterEach(async () => {
  await opened?.context().close();
  opened = null;
});

const cod = (n: number, change: Partial<DayParcel> = {}) =>
  parcel(n, { codKobo: n * 700_000, proof: { needs: "pin", flag: null }, ...change });

async function at(server: RiderServer): Promise<Page> {
  opened = await product.person({ size: PHONE });
  await beginShift(opened, server);
  return opened;
}
const dayOf = (...parcels: DayParcel[]) => riderDay(0, { runs: [run([stopOf(1, parcels)])] });
/** Takes the cash, types the PIN, and delivers. */
async function deliver(page: Page): Promise<void> {
  await button(page, /cash taken/).click();
  await typeDigits(page, "1234");
  await page.getByText("The PIN is right.").waitFor();
  await button(page, "Delivered").click();
}
const allSent = (page: Page) => vi.waitFor(async () => expect(await sentText(page)).toBe("All sent"));
/**
 * Makes a paid delivery that the server has received. The phone then has new data of the day, in which the money is
 * already collected.
 */
async function deliveredAndHeard() {
  const server = riderServer(dayOf(cod(1)));
  const page = await at(server);
  await button(page, "Delivered").click();
  await deliver(page);
  await allSent(page);
  await vi.waitFor(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    expect(server.daysSent).toBeGreaterThan(1);
  });
  return { server, page };
}

test("[PHONE-4] a delivery that was sent and is undone without a network asks for its money and its PIN again", async () => {
  const { server, page } = await deliveredAndHeard();
  server.network = "none";
  await button(page, "Undo").click();
  await page.locator(".stop-card").getByText("Collect ₦7,000").waitFor();
  await button(page, "Delivered").click();
  await button(page, /cash taken/).click();
  await button(page, "No PIN").waitFor();
});

test("[PHONE-4] [PHONE-9] the correction of a sent delivery asks for its money again and has its PIN", async () => {
  const { server, page } = await deliveredAndHeard();
  await page.getByText("1 stop done").click();
  await button(page, /^Correct: \d+\. /).click();
  await button(page, "Delivered").click();
  await page.getByText("The receiver gave the PIN before.").waitFor();
  expect(await button(page, "Delivered").isDisabled()).toBe(true);
  await button(page, /cash taken/).click();
  await button(page, "Delivered").click();
  await vi.waitFor(() => expect(server.deeds.size).toBe(2));
  expect([...server.deeds.values()].at(-1)!.did).toMatchObject({
    kind: "corrected",
    to: { took: [{ takenKobo: 700_000 }], proof: { pin: null, name: null } },
  });
});

test("[DEED-10] an undo that changed nothing says so on the phone, with the parcel", async () => {
  const server = riderServer(dayOf(cod(1)));
  server.answerOf = ({ did }) => (did.kind === "undo" ? "flagged" : "taken");
  server.whyOf = ({ did }) => (did.kind === "undo" ? ["newer_by_staff"] : []);
  const page = await at(server);
  await button(page, "Delivered").click();
  await deliver(page);
  await allSent(page);
  await button(page, "Undo").click();
  const note = page.getByRole("status").filter({ hasText: "Not changed" });
  await note.waitFor();
  expect(await note.innerText()).toMatch(/Not changed: Delivered \d+:\d\d\s+OD 4821 0001/);
  await vi.waitFor(async () => expect(await doneText(page)).toBe("1 of 1 piece done"));
});

test("[PHONE-9] at a shared stop only who paid reads that the money is taken, a choice survives Back, and each Correct has its name", async () => {
  const person = (name: string, n: number) => ({ name, phone: `+234809111222${n}` });
  const server = riderServer(
    dayOf(cod(1, { person: person("Kola", 1) }), cod(2, { person: person("Bola", 2) })),
  );
  const page = await at(server);
  const card = page.locator(".stop-card");
  const chosen = card.locator(".receiver");
  await button(page, /^Bola 0809/).click();
  await button(page, "Delivered").click();
  await page.goBack();
  // After Back, the receiver chosen before is still chosen.
  await chosen.getByText("Bola").waitFor();
  await button(page, /^Kola 0809/).click();
  await chosen.getByText("Kola").waitFor();
  // Pieces of two people are not handed over at once.
  await button(page, /4821 0002/).click();
  expect(await button(page, "One person at a time").isDisabled()).toBe(true);
  await button(page, /4821 0002/).click();
  await button(page, "Delivered").click();
  await deliver(page);
  await notDelivered(page, "Could not pay");
  await page.getByRole("heading", { name: "Every stop is done" }).waitFor();
  await page.getByText("1 stop done").click();
  // Entries with `content-visibility: auto` have no inner text until they are painted for the first time.
  await expect
    .poll(() => button(page, /^Correct/).allInnerTexts())
    .toEqual(["Correct: Kola", "Correct: Bola"]);
  await button(page, "Scan").click();
  await page.getByLabel("Or type the code").fill("OD48210002NG");
  await button(page, "Open the stop").click();
  await card.getByText(/^Bola 0809/).waitFor();
  expect(await card.innerText()).not.toContain("The money is taken");
});

test("[PHONE-16] on a phone of another zone the times are Lagos times", async () => {
  for (const timezoneId of ZONES) {
    opened = await product.person({ size: PHONE, timezoneId });
    await beginShift(opened, riderServer(riderDay(1)));
    const before = Date.now();
    await notDelivered(opened, "Nobody home");
    const said = await opened.locator(".undo p").innerText();
    expect([before, Date.now()].some((at) => said.includes(clockTime(at)))).toBe(true);
    await opened.context().close();
  }
});
