/**
 * Every screen of customers and store owners in every state: accessible and without lost text, on every size of screen.
 */
import { expect, test } from "vitest";
import { openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { onEach } from "../fixtures/long.ts";
import { populate, type Role } from "../fixtures/populated.ts";
import { findFaults, findFaultsAs } from "../fixtures/screen-faults.ts";
import { becomeDemo, DEMO } from "../fixtures/screens.ts";

const product = await closedAfterAll(openProduct());
const data = await populate(product);

const ROLES: Role[] = ["guest", "newcomer", "customer", "beginner", "owner"];

test.each(onEach(ROLES))("[WEB-5] %s", { timeout: 240_000 }, async (role) => {
  expect(await findFaultsAs(product, data, role)).toEqual([]);
});

test("[WEB-5] [DEMO-1] the doors of a demo", { timeout: 60_000 }, async () => {
  await becomeDemo(product.services);
  expect(await findFaults(await product.person({}), DEMO)).toEqual([]);
});
