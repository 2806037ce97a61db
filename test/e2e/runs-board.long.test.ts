/** The board of runs by keyboard, in a browser. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { runPieces } from "../../app/platform/db/schema.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { expectAccessible, hydrated, LAPTOP, openProduct, PHONE, settled } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookedAt, makeHubs, makeRider, makeRun } from "../fixtures/road.ts";

const product = await closedAfterAll(openProduct());
const { services } = product;
const { db } = services;
const { IKJ } = await makeHubs(product, "IKJ", "KAN");
const desk = await makeAdmin(product, "dispatcher");
const musa = await makeRider(product, IKJ.id);
const HERE = ["5 Ogunlana Drive, Surulere, Lagos", "31 Herbert Macaulay Way, Yaba, Lagos"] as const;
const bookHere = async (many: number, place: 0 | 1) => {
  const ids: string[] = [];
  for (let done = 0; done < many; done++) {
    const { pieceIds } = await bookedAt(product, desk, IKJ.id, {
      receiverAddress: HERE[place],
      receiverState: "Lagos",
    });
    ids.push(...pieceIds);
  }
  return ids;
};
const onRun = (run: string) => db.$count(runPieces, eq(runPieces.runId, run));

test("[TRIP-12] by keyboard: tick rows and groups, choose the run, assign; what came meanwhile is there", async () => {
  const surulere = await bookHere(4, 0);
  await bookHere(2, 1);
  const run = await makeRun(product, desk, { kind: "delivery", hub: IKJ.id, rider: musa.id });
  const page = await product.admin({ size: LAPTOP });
  await page.goto(`/admin/runs?hub=${IKJ.id}`);
  // On a busy machine, the page begins to listen to keys only a moment after it is hydrated.
  await settled(page);
  const bar = page.getByRole("region", { name: "Ticked pieces" });
  const says = (text: string) => bar.getByText(text, { exact: true }).waitFor();
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  // The first j moves to the group of pieces, the second j to the group's first row.
  await press("j", "j", "x");
  await says("1 piece ticked");
  await press("j", "j", "Shift+X");
  await says("3 pieces ticked");
  await press("k", "Space");
  await says("2 pieces ticked");
  await press("Escape", "a");
  await says("4 pieces ticked");
  await press("Escape", "Shift+J");
  await says("2 pieces ticked");
  await press("a");
  await says("4 pieces ticked");
  await press("m");
  await page.keyboard.type("Musa");
  await press("Tab", "Enter");
  await page.getByText(`4 pieces assigned to ${run.name}`).waitFor();
  expect(await onRun(run.id)).toBe(4);
  await page.getByRole("checkbox", { name: "All 2 pieces of Yaba, Lagos" }).waitFor();
  expect(await page.locator(`[name="piece:${surulere[0]}"]`).count()).toBe(0);
  await expectAccessible(page);
});

test("[TRIP-12] on a phone the board fits, and the plan of a run shows what its kind needs", async () => {
  await bookHere(1, 0);
  const page = await product.admin({ size: PHONE });
  await page.goto(`/admin/runs?hub=${IKJ.id}`);
  await hydrated(page);
  await page.getByRole("checkbox", { name: /^All .* of Surulere/ }).check();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Plan a run" }).first().click();
  const form = page.getByRole("form", { name: "Plan a run" });
  await form.waitFor();
  expect(await form.getByLabel("To hub").isVisible()).toBe(false);
  await form.getByLabel("Linehaul").check();
  expect(await form.getByLabel("To hub").isVisible()).toBe(true);
  await expectAccessible(page);
});
