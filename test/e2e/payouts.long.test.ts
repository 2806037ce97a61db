/** The form that records a payout, after a part of the debt was paid out. */
import { expect, test } from "vitest";
import { profiles } from "../../app/platform/db/schema.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { hydrated, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { makeSettlements, PAYEE_ID } from "../fixtures/settlements.ts";
import { makeStore } from "../fixtures/stores.ts";

const product = await closedAfterAll(openProduct());

/** Makes a payee who is owed ₦14,700. */
async function makeOwed(): Promise<void> {
  const { services } = product;
  const [customer] = await services.db
    .insert(profiles)
    .values({ email: "payee@ona.test", firstName: "Ada" })
    .returning({ id: profiles.id });
  const store = await makeStore(services, null);
  const { trackingCode } = await bookOne(product);
  await makeSettlements(product, { customer: customer!.id, store: store.id, code: trackingCode });
}

test("[SETTLE-3] nothing of a recorded payout stays in the form; a refused one stays as it was typed", async () => {
  await makeOwed();
  const page = await product.admin();
  await page.goto(`/admin/settlements/${PAYEE_ID}`);
  await hydrated(page);
  const form = page.getByRole("form", { name: "Payout" });
  const amount = form.getByLabel("Amount (₦)");
  const reference = form.getByLabel("Reference of the bank transfer");
  const record = form.getByRole("button", { name: "Record payout" });
  expect(await amount.inputValue()).toBe("14700");

  await amount.fill("14800");
  await reference.fill("FT 1");
  await record.click();
  await page.getByText("One field below needs your attention.").waitFor();
  expect([await amount.inputValue(), await reference.inputValue()]).toEqual(["14800", "FT 1"]);

  await amount.fill("4000");
  await record.click();
  await page.getByText("Payout recorded").waitFor();
  await expect.poll(() => amount.inputValue()).toBe("10700");
  expect(await reference.inputValue()).toBe("");
});
