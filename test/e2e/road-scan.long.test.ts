/**
 * The scan page of a company with hubs, in a browser: pieces are received by a wedge scanner with and without a
 * network, and parcels are handed over at the counter.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { expectAccessible, hydrated, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { countSteps, expectSteps } from "../fixtures/count-steps.ts";
import { LONG, times } from "../fixtures/long.ts";
import { bookedAt, makeHubs, makeRider, makeRun, piecesOf, recountRoad } from "../fixtures/road.ts";
import { wedge } from "../fixtures/wedge.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const product = await closedAfterAll(openProduct());
const { IKJ } = await makeHubs(product, "IKJ", "KAN", "ABJ");
/** The number of pieces that are received one after another. */
const PIECES = times(3, 40);
const desk = await makeAdmin(product, "moderator");

const status = (page: Page) => page.getByRole("main").getByRole("status");
const readable = (code: string) => code.replace(/^(OD)(\d{4})(\d{4})(NG)/, "$1 $2 $3 $4");
const row = (page: Page, code: string) =>
  page
    .getByRole("region", { name: "Last scans" })
    .getByRole("listitem")
    .filter({ hasText: readable(code) });

async function openScanPage(size = LAPTOP): Promise<Page> {
  const page = await product.admin({ size });
  await page.goto("/admin/scan");
  await page.getByRole("button", { name: "Use camera" }).waitFor();
  await hydrated(page);
  return page;
}
const choose = (page: Page, mode: string) => page.getByText(mode, { exact: true }).click();

test("[SCAN-6] [SCAN-7] receiving pieces takes what docs/interactions.md says, and the hub stays chosen on the device", async () => {
  const codes: string[] = [];
  for (let n = 0; n < PIECES; n++) codes.push((await bookOne(product)).trackingCode);
  const page = await product.admin({ size: LAPTOP });
  await page.goto("/admin");
  await hydrated(page);
  const steps = countSteps(page);
  await steps.click(page.getByRole("navigation").getByRole("link", { name: "Scan", exact: true }));
  await page.getByRole("button", { name: "Use camera" }).waitFor();
  await status(page).getByText("Choose the hub where you are.").waitFor();
  await steps.select(page.getByLabel("Hub"), "Ikeja (IKJ)");
  for (const code of codes) await steps.scan(code);
  await page
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`^Right ${PIECES}$`) })
    .waitFor();
  if (LONG) expectSteps("receive 40", steps);
  await status(page).getByText("Right", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.reload();
  await hydrated(page);
  await expect.poll(() => page.getByLabel("Hub").inputValue()).toBe(IKJ.id);
  expect(await recountRoad(product)).toEqual([]);
});

testWhere(ONLY_LONG)(
  "[SCAN-6] digits choose what a scan does, a scanner's digits do not, and a label of another company is unknown",
  async () => {
    const { trackingCode: code } = await bookOne(product);
    const page = await openScanPage();
    await page.getByRole("heading", { name: "Scan", level: 1 }).click();
    const mode = (name: string) => page.getByRole("radio", { name });
    await page.keyboard.press("5");
    await expect.poll(() => mode("Find").isChecked()).toBe(true);
    await wedge(page, code);
    await status(page).getByText("With the sender", { exact: true }).waitFor();
    await wedge(page, "1449000000996");
    await status(page).getByText("Unknown", { exact: true }).waitFor();
    await page.waitForTimeout(300);
    expect(await mode("Find").isChecked()).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press("1");
    await expect.poll(() => mode("Receive here").isChecked()).toBe(true);
    await page.getByLabel("Tracking code").focus();
    await page.keyboard.press("2");
    expect(await page.getByLabel("Tracking code").inputValue()).toBe("2");
    expect(await mode("Receive here").isChecked()).toBe(true);
  },
);

test("[SCAN-5] [SCAN-6] without a network a receive is saved and not checked, survives a reload, and is answered later", async () => {
  const codes = [(await bookOne(product)).trackingCode, (await bookOne(product)).trackingCode];
  const page = await openScanPage(PHONE);
  await page.getByLabel("Hub").selectOption({ label: "Ikeja (IKJ)" });
  product.lostForms = "/admin/scan/one";
  for (const code of codes) await wedge(page, code);
  await status(page).getByText("Saved, not checked").waitFor();
  await page.getByText("2 scans not sent yet.").waitFor();
  await expectAccessible(page);
  await page.reload();
  await hydrated(page);
  await status(page).getByText("Saved, not checked").waitFor();
  product.lostForms = null;
  await page.getByRole("button", { name: "Send now" }).click();
  for (const code of codes) await row(page, code).getByText("Right:").waitFor();
  await status(page).getByText("Right", { exact: true }).waitFor();
  expect(await page.getByText("not sent yet").count()).toBe(0);
});

test("[SCAN-8] [SCAN-9] the counter of a run follows its scans; [SCAN-10] a name hands the parcel out at the counter", async () => {
  const rider = await makeRider(product, IKJ.id);
  const run = await makeRun(product, desk, { kind: "delivery", hub: IKJ.id, rider: rider.id });
  const { booking } = await bookedAt(product, desk, IKJ.id);
  product.clock.pass(60_000);
  const { trackingCode: code } = booking;
  const page = await openScanPage();
  await page.getByLabel("Hub").selectOption({ label: "Ikeja (IKJ)" });
  await choose(page, "Load on run");
  await status(page).getByText("Choose the run.").waitFor();
  await page.getByLabel("Run", { exact: true }).selectOption(run.id);
  await wedge(page, code);
  await status(page).getByText("Added", { exact: true }).waitFor();
  const counter = page.getByRole("region", { name: run.name });
  await expect.poll(() => counter.innerText()).toMatch(/Extra\s+1/);
  await expectAccessible(page);
  await page.getByRole("button", { name: `Undo ${readable(code)}` }).click();
  await expect.poll(() => counter.innerText()).toMatch(/Extra\s+0/);

  await choose(page, "Hand over");
  await wedge(page, code);
  await status(page).getByText("Who takes it?").waitFor();
  const name = page.getByLabel(`Who takes it? It is for ${booking.receiverName}`);
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByText("Write who takes the parcel.").first().waitFor();
  await name.fill("Ngozi, the sister");
  await page.keyboard.press("Enter");
  await status(page).getByText("Handed over", { exact: true }).waitFor();
  expect((await piecesOf(product, booking.id))[0]).toMatchObject({ holderKind: "receiver" });
});
