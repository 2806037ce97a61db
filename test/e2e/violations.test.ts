/** `findViolations` reports a fault in colours and in structure, and nothing else. */
import { expect, test } from "vitest";
import { openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { findViolations } from "../fixtures/violations.ts";

const product = await closedAfterAll(openProduct());

test("a pale text and a field without a label are found", async () => {
  const page = await product.person();
  await page.setContent(`<!doctype html><html lang="en"><head><title>A page</title></head>
    <body><main><h1>A page</h1><p style="color: #bbb">Pale</p><input id="name"></main></body></html>`);
  const pale = expect.stringMatching(/^color-contrast: p/);
  expect(await findViolations(page, { rules: {} })).toEqual([pale, expect.stringMatching(/^label: #name/)]);
  expect(await findViolations(page, { runOnly: ["color-contrast"] })).toEqual([pale]);
});
