/** Every screen of staff in every state, and the screens while the site is locked. */
import { expect, test } from "vitest";
import { openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { populate, type Role } from "../fixtures/populated.ts";
import { findFaults, findFaultsAs } from "../fixtures/screen-faults.ts";
import { LOCKED, lockSite } from "../fixtures/screens.ts";

const product = await closedAfterAll(openProduct());
const data = await populate(product);

const ROLES: Role[] = ["support", "super_admin"];

test.each(ROLES)("[WEB-5] [STAFF-27] %s", { timeout: 600_000 }, async (role) => {
  expect(await findFaultsAs(product, data, role)).toEqual([]);
});

test("while the site is locked", async () => {
  await lockSite(product.origin, data);
  for (const screen of LOCKED) {
    const page = await product.person({ cookie: data.cookies[screen.as] });
    expect(await findFaults(page, [screen])).toEqual([]);
  }
});
