/**
 * SCAN-12, HUB-8: a shelf of a hundred pieces is counted with a scanner that types like a keyboard, in at most 108
 * inputs. Two people can count it at the same time.
 */
import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { exceptions, shelfCounts } from "../../app/platform/db/schema.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { expectAccessible, hydrated, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { countSteps, expectSteps, TASKS } from "../fixtures/count-steps.ts";
import { LONG, times } from "../fixtures/long.ts";
import { bookedAt, makeHubs, recountRoad } from "../fixtures/road.ts";
import { wedge } from "../fixtures/wedge.ts";

const product = await closedAfterAll(openProduct());
const { db } = product.services;
const { IKJ, KAN } = await makeHubs(product, "IKJ", "KAN");
const desk = await makeAdmin(product, "moderator");
const PIECES = times(5, 100);
const MOST_INPUTS = 108;
const PICTURES = process.env["PICTURES"];
const picture = async (page: Page, name: string) => {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/shelf-${name}.png`, fullPage: true });
};

async function onShelf(n: number, hub = IKJ): Promise<string[]> {
  const codes: string[] = [];
  for (let made = 0; made < n; made++)
    codes.push((await bookedAt(product, desk, hub.id)).booking.trackingCode);
  return codes;
}

test("[SCAN-12] [HUB-8] a shelf of 100 takes what docs/interactions.md says, from the dashboard to the closed count", async () => {
  const codes = await onShelf(PIECES);
  const [lost] = await onShelf(1);
  const page = await product.admin({ size: LAPTOP });
  await page.goto("/admin");
  await hydrated(page);
  const steps = countSteps(page);
  await steps.click(page.getByRole("navigation").getByRole("link", { name: "Scan", exact: true }));
  await page.getByRole("button", { name: "Use camera" }).waitFor();
  await steps.click(page.getByText("Count the shelf", { exact: true }));
  await steps.select(page.getByLabel("Hub"), "Ikeja (IKJ)");
  for (const code of codes) await steps.scan(code);
  const tally = page.getByRole("listitem").filter({ hasText: new RegExp(`^Here ${PIECES}$`) });
  await tally.waitFor({ timeout: 120_000 });
  await expectAccessible(page);
  await picture(page, "scan");
  await steps.click(page.getByRole("link", { name: "See what is missing, and close the count" }));
  await page.getByText("Close the count: 1 missing").waitFor();
  await expectAccessible(page);
  await picture(page, "open");
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await picture(page, "open-phone");
  await page.setViewportSize(LAPTOP);
  await steps.click(page.getByRole("button", { name: "Close the count: 1 missing" }));
  await page.getByText("Count closed: 1 missing").waitFor();
  expect(TASKS["count a shelf of 100"][0]).toBeLessThanOrEqual(MOST_INPUTS);
  if (LONG) expectSteps("count a shelf of 100", steps);
  const open = await db.select().from(exceptions).where(eq(exceptions.kind, "missing"));
  expect(open).toHaveLength(1);
  expect(lost).toBeDefined();
  expect(await recountRoad(product)).toEqual([]);
});

test("[SCAN-12] [SCAN-5] two clerks count one shelf; scans of a lost connection count once, and the count stays one", async () => {
  const codes = await onShelf(4, KAN);
  const open = async (size = LAPTOP) => {
    const page = await product.admin({ size });
    await page.goto(`/admin/scan?mode=count&hub=${KAN.id}`);
    await page.getByRole("button", { name: "Use camera" }).waitFor();
    await hydrated(page);
    return page;
  };
  const [ada, bola] = [await open(), await open(PHONE)];
  await wedge(ada, codes[0]!);
  await ada.getByRole("region", { name: "Shelf of Kano" }).waitFor();
  product.lostForms = "/admin/scan/one";
  for (const code of [codes[1]!, codes[2]!]) await wedge(bola, code);
  await bola.getByText("2 scans not sent yet.").waitFor();
  await expectAccessible(bola);
  await picture(bola, "waiting-phone");
  product.lostForms = null;
  await bola.getByRole("button", { name: "Send now" }).click();
  await bola
    .getByRole("listitem")
    .filter({ hasText: /^Here 2$/ })
    .waitFor();
  // A label that a colleague scanned, and one that is scanned twice, count once.
  await wedge(bola, codes[0]!);
  await bola
    .getByRole("listitem")
    .filter({ hasText: /^Counted already 1$/ })
    .waitFor();
  await wedge(ada, codes[3]!);
  await ada
    .getByRole("listitem")
    .filter({ hasText: /^Here 2$/ })
    .waitFor();
  const counts = await db.select().from(shelfCounts).where(eq(shelfCounts.hubId, KAN.id));
  expect(counts).toHaveLength(1);
  await ada.getByRole("link", { name: "See what is missing, and close the count" }).click();
  await ada.getByRole("button", { name: "Close the count", exact: true }).click();
  await ada.getByText("Count closed: nothing is missing").waitFor();
  await picture(ada, "closed");
});
