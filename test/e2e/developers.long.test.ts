/**
 * The pages about the API with data: the reference without JavaScript, and the page of keys, on a phone and a laptop.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { NEW_BOOKING_EXAMPLE } from "../../app/developers/endpoints/examples.ts";
import { profiles } from "../../app/platform/db/schema.ts";
import { expectAccessible, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { insertKey } from "../fixtures/api.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";

const product = await closedAfterAll(openProduct({ sandbox: true, webhooksLoopback: true }));
const key = await insertKey(product.connectionString, "test");
const [person] = await product.services.db
  .select()
  .from(profiles)
  .where(eq(profiles.email, "shop@example.com"));
const cookie = await sessionCookie(product, person!.id, "customer");
let answers = 0;
const receiver = createServer((_, response) => {
  response.writeHead(answers++ % 2 ? 204 : 500).end("The shop is closed now");
});
await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
afterAll(() => void receiver.close());

const post = (path: string, body: object) =>
  fetch(`${product.origin}/api/v1${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Idempotency-Key": crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });

test("[WEB-5] [API-2] the reference reads well without JavaScript on a phone and a laptop", async () => {
  for (const size of [PHONE, LAPTOP])
    for (const javaScriptEnabled of [false, true]) {
      const page = await product.person({ size, javaScriptEnabled });
      await page.goto(`${product.origin}/developers`);
      await page.getByRole("heading", { name: "A whole shop" }).waitFor();
      await page.getByText("shop.php", { exact: true }).waitFor();
      // axe is a script, so it cannot check a page without JavaScript.
      if (javaScriptEnabled) await expectAccessible(page);
    }
});

test("[WEB-5] [HOOK-5] [API-9] the page of keys shows keys, webhooks with their tries, and test bookings", async () => {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/a-rather-long-path-of-a-shop/webhooks`;
  expect(
    (await post("/webhook_endpoints", { url, events: ["booking.status_changed", "booking.created"] })).status,
  ).toBe(201);
  for (const phone of ["+2340000000001", "+2340000000002", "+2340000000003", "+2340000000004"]) {
    const receiverOf = { ...NEW_BOOKING_EXAMPLE.receiver, phone };
    const order = { ...NEW_BOOKING_EXAMPLE, reference: phone, receiver: receiverOf, test_speed: "at_once" };
    expect((await post("/bookings", order)).status).toBe(201);
  }
  await expect.poll(() => answers, { timeout: 20_000 }).toBeGreaterThan(8);
  for (const size of [PHONE, LAPTOP]) {
    const page = await product.person({ size, cookie });
    await page.goto(`${product.origin}/profile/developers`);
    await page.getByRole("link", { name: `Show deliveries to ${url}` }).click();
    await page.getByRole("button", { name: "Send all again" }).waitFor();
    await expectAccessible(page);
    await page
      .getByRole("button", { name: /^Send again: booking\.status_changed/ })
      .first()
      .click();
    await page.getByText("It is sent again now").waitFor();
    const office = await product.admin({ size });
    await office.goto(`${product.origin}/admin/developers`);
    await office.getByRole("button", { name: "Copy now" }).waitFor();
    await expectAccessible(office);
  }
});
