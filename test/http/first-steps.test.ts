/** The steps that an operator still has to do after the first start, over HTTP. */
import { expect, test } from "vitest";
import { companyAccount } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const boss = await app.admin("super_admin");
const read = async () => (await boss.ask("/admin")).text.split(`id="first-steps"`).at(-1)!;
const stepOf = (page: string, name: string) =>
  new RegExp(`>${name}</a>.*?(Done|To do): </span>(?:<!-- -->)?(.*?)</p>`, "s").exec(page)?.slice(1);

test("[STAFF-32] each step has its state, and what is done is marked as done", async () => {
  const before = await read();
  expect(stepOf(before, "Prices")?.[0]).toBe("To do");
  expect(stepOf(before, "Bank account")?.[0]).toBe("To do");
  expect(stepOf(before, "Mail server")?.[0]).toBe("To do");
  expect(stepOf(before, "HTTPS")?.[0]).toBe("To do");
  expect(stepOf(before, "Team")?.[0]).toBe("To do");
  await publishPrices(app);
  await app.services.db
    .insert(companyAccount)
    .values({ bank: "Zenith Bank", accountName: "Ona", accountNumber: "1012345678", updatedAt: new Date() });
  await app.admin("moderator");
  const after = await read();
  expect(stepOf(after, "Prices")).toEqual(["Done", "Published"]);
  expect(stepOf(after, "Bank account")).toEqual(["Done", "Zenith Bank is on the receipts"]);
  expect(stepOf(after, "Team")?.[0]).toBe("Done");
});

test("[STAFF-32] [STAFF-40] nobody is told that nothing waits while steps are left", async () => {
  const page = (await boss.ask("/admin")).text;
  expect(page).toContain("No work waits. Finish the set-up below.");
  expect(page).not.toContain("Nothing waits for you.");
  expect((await (await app.admin("moderator")).ask("/admin")).text).toContain("Nothing waits for you.");
});

test("[STAFF-32] other staff see none of it, and may not dismiss it; a super admin dismisses it for everyone", async () => {
  const moderator = await app.admin("moderator");
  expect((await moderator.ask("/admin")).text).not.toContain("done to set up");
  const dismiss = { form: { idempotencyKey: crypto.randomUUID() } };
  expect((await moderator.ask("/admin", dismiss)).status).toBe(403);
  expect(await read()).toContain("done to set up");
  await boss.ask("/admin", dismiss);
  expect(await read()).not.toContain("done to set up");
  expect((await (await app.admin("super_admin")).ask("/admin")).text).not.toContain("done to set up");
});
