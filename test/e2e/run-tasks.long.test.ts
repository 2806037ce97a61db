/**
 * Counts the interactions to build and seal a run of 40 parcels, and to close a run with two failures
 * (docs/interactions.md).
 */
import { expect, test } from "vitest";
import { assignPieces } from "../../app/road/runs/assign-pieces.server.ts";
import { loadWhatIsPlanned, sealRun } from "../../app/road/runs/load-run.server.ts";
import { runOut } from "../../app/road/runs/send-and-close-run.server.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { hydrated, LAPTOP, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { countSteps, expectSteps } from "../fixtures/count-steps.ts";
import { bookedAt, makeHubs, makeRider, makeRun, recountRoad, runNow } from "../fixtures/road.ts";

const product = await closedAfterAll(openProduct());
const { services } = product;
const { IKJ } = await makeHubs(product, "IKJ");
const desk = await makeAdmin(product, "dispatcher");
const musa = await makeRider(product, IKJ.id);
const MANY = 40;
const TOWNS = ["Bode Thomas Street, Surulere", "Herbert Macaulay Way, Yaba"];

/** Receives forty parcels in the hub, for forty postal addresses in two towns. */
async function fillHub() {
  const all = [];
  for (let n = 0; n < MANY; n++)
    all.push(
      await bookedAt(product, desk, IKJ.id, {
        receiverPhone: `080376543${10 + n}`,
        receiverAddress: `${n + 1} ${TOWNS[n % 2]}, Lagos`,
        receiverState: "Lagos",
      }),
    );
  return {
    pieces: all.flatMap(({ pieceIds }) => pieceIds),
    codes: all.map(({ booking }) => booking.trackingCode),
  };
}

test(
  "[TRIP-16] building and sealing a run of 40 takes what docs/interactions.md says",
  { timeout: 90_000 },
  async () => {
    await fillHub();
    const page = await product.admin({ size: LAPTOP });
    await page.goto(`/admin/runs?hub=${IKJ.id}`);
    await hydrated(page);
    const steps = countSteps(page);
    await steps.click(page.getByRole("link", { name: "Plan a run" }).first());
    const plan = page.getByRole("form", { name: "Plan a run" });
    await steps.select(plan.getByLabel("Rider"), "Musa Bello, IKJ");
    await steps.click(plan.getByRole("button", { name: "Plan run" }));
    await page.getByText("IKJ-D-1 planned").waitFor();
    await steps.click(page.getByRole("checkbox", { name: "All 20 pieces of Surulere, Lagos" }));
    await steps.click(page.getByRole("checkbox", { name: "All 20 pieces of Yaba, Lagos" }));
    await page.getByText("40 pieces ticked").waitFor();
    await steps.select(page.getByLabel("Run", { exact: true }), "Musa Bello, IKJ-D-1 (Delivery, 0 pieces)");
    await steps.click(page.getByRole("button", { name: "Assign" }));
    await page.getByText("40 pieces assigned to IKJ-D-1").waitFor();
    await steps.click(page.getByRole("link", { name: "IKJ-D-1" }));
    await steps.click(page.getByRole("button", { name: "Load what is planned" }));
    await steps.click(page.getByRole("button", { name: "Seal" }));
    await page.getByText("Sealed with 40 pieces").waitFor();
    expectSteps("build and seal a run of 40", steps);
  },
);

test(
  "[TRIP-14] closing a run of 40 with two failures takes what docs/interactions.md says",
  { timeout: 90_000 },
  async () => {
    const { pieces, codes } = await fillHub();
    const { id } = await makeRun(product, desk, { kind: "delivery", hub: IKJ.id, rider: musa.id });
    const key = () => crypto.randomUUID();
    const seen = async () => ({ run: id, version: (await runNow(product, id)).version });
    await assignPieces(services, desk, { run: id, pieces }, key());
    await loadWhatIsPlanned(services, desk, await seen(), key());
    await sealRun(services, desk, await seen(), key());
    await runOut(services, desk, await seen(), key());

    const page = await product.admin({ size: LAPTOP });
    await page.goto(`/admin/runs/${id}`);
    await hydrated(page);
    const steps = countSteps(page);
    for (const code of [codes[3]!, codes[17]!]) {
      const stop = page.locator("li[data-stop]").filter({ has: page.locator(`a[href$="${code}"]`) });
      await steps.click(stop.getByText("Enter what happened"));
      await steps.select(stop.getByLabel("Why was it not delivered?"), "Nobody home");
      await steps.click(stop.getByRole("button", { name: "Not delivered" }));
      await stop.getByText("Not delivered: Nobody home").waitFor();
    }
    await steps.click(page.getByRole("link", { name: "All others delivered" }));
    await steps.click(page.getByRole("button", { name: "Yes, all 38 delivered" }));
    await page.getByText("38 pieces delivered").first().waitFor();
    await steps.click(page.getByRole("button", { name: "Returned" }));
    await steps.click(page.getByRole("link", { name: "Scan what is back" }));
    await page.getByRole("heading", { name: "Scan", exact: true }).waitFor();
    await hydrated(page);
    for (const code of [codes[3]!, codes[17]!]) {
      await steps.scan(code);
      await page
        .getByText(/^Right|^Taken|^Back/)
        .first()
        .waitFor();
    }
    await expect.poll(async () => (await runNow(product, id)).version).toBeGreaterThan(0);
    // The person goes back by Alt and the left arrow. A headless browser has no such key, so the test counts the press
    // and calls `goBack`.
    await steps.press("Alt+ArrowLeft");
    await page.goBack();
    await steps.click(page.getByRole("button", { name: "Reconcile" }));
    await page.getByText("The run is closed").waitFor();
    expectSteps("close a run of 40 with two failures", steps);
    expect(await recountRoad(product)).toEqual([]);
  },
);
