/** PHONE-9: a stop whose parcels have different receivers, on the rider's phone. */
import { afterEach, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { parcel, riderDay, run, stopOf } from "../fixtures/rider-days.ts";
import { beginShift, button, notDelivered } from "../fixtures/rider-page.ts";
import { riderServer } from "../fixtures/rider-server.ts";

const product = await closedAfterAll(openProduct());
let opened: Page | null = null;
afterEach(async () => {
  await opened?.context().close();
  opened = null;
});

test("[PHONE-9] two receivers at one address are called, failed and handed in under their own names, and the money is each one's own", async () => {
  const aisha = parcel(1, { person: { name: "Aisha Musa", phone: "+2348091112222" } });
  const tunde = parcel(2, {
    person: { name: "Tunde Ade", phone: "+2348093334444" },
    codKobo: 2_750_000,
  });
  opened = await product.person({ size: PHONE });
  const page = opened;
  await beginShift(page, riderServer(riderDay(0, { runs: [run([stopOf(1, [aisha, tunde])])] })));
  const card = page.locator(".stop-card");
  const calls = () =>
    card
      .getByRole("link", { name: /^Call/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  expect(await calls()).toEqual(["tel:+2348091112222", "tel:+2348093334444"]);
  expect(await card.innerText()).toMatch(/Tunde Ade 0809 333 4444\s+Collect ₦27,500/);
  await card.getByText("Nothing to collect.").waitFor();
  await button(page, /Tunde Ade/).click();
  await card.getByText("₦27,500").first().waitFor();
  await button(page, "Not delivered").click();
  expect(await page.locator(".receiver").allInnerTexts()).toEqual(["Tunde Ade"]);
  await page.goBack();
  await notDelivered(page, "Nobody home");
  await card.getByText("Nothing to collect.").waitFor();
  expect(await calls()).toEqual(["tel:+2348091112222"]);
  await notDelivered(page, "Refused");
  await page.getByText("1 stop done").click();
  await page.locator(".done .block").first().waitFor({ state: "attached" });
  expect(await page.locator(".done .block").allTextContents()).toEqual([
    "Aisha Musa · 1 not delivered (refused)",
    "Tunde Ade · 1 not delivered (nobody home)",
  ]);
  await button(page, "Hand in at the hub").click();
  expect(await page.locator("[aria-label=Pieces] .block").allInnerTexts()).toEqual([
    "Aisha Musa · Refused",
    "Tunde Ade · Nobody home",
  ]);
  await button(page, "Handed in: 2 pieces").click();
  await page.getByRole("heading", { name: "Every stop is done" }).waitFor();
  // The rider has no cash to hand in, so there is no button for that.
  expect(await button(page, "Hand in at the hub").count()).toBe(0);
  await button(page, "More").click();
  await button(page, "End shift").waitFor();
  expect(await button(page, "Hand in at the hub").count()).toBe(0);
});
