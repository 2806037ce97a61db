/** `findViolations` does not check again on one page what was clean on an earlier page, and finds every new fault. */
import { expect, test } from "vitest";
import { openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { findViolations } from "../fixtures/violations.ts";

const product = await closedAfterAll(openProduct());
const page = await product.person();

const FRAME = `<nav aria-label="Pages"><ul><li><a href="/a">One</a></li><li><a href="/b">Two</a></li></ul></nav>`;
const show = (main: string, more = "") =>
  page.setContent(`<!doctype html><html lang="en"><head><title>A page</title>
    <style>html { background: #fff; color: #222 } .pale { color: #bbb } .card { background: #222; color: #eee }
    .faint { opacity: 0.4 } .over { position: absolute; inset: 0 }</style></head>
    <body>${FRAME}<main><h1>A page</h1>${main}</main>${more}</body></html>`);

const CLEAN = `<p>Text</p><div class="card"><p>Light on dark</p></div>
  <label for="a">Name</label><input id="a" name="a"><table><tr><th scope="col">Code</th></tr><tr><td>1</td></tr></table>`;

test.each([
  ["a pale text", `<p class="pale">Text</p>`, /^color-contrast: .*p/],
  [
    "a dark text on a dark card",
    `<div class="card"><p style="color: #444">Text</p></div>`,
    /^color-contrast/,
  ],
  ["a text in a faint part", `<div class="faint"><p>Text</p></div>`, /^color-contrast/],
  ["a field without its label", `<input id="b" name="b">`, /^label: #b/],
  ["a label of another field", `<label for="c">Name</label><input id="b" name="b">`, /^label: #b/],
  ["an empty link", `<p><a href="/c"></a></p>`, /^link-name/],
  ["a picture without a text", `<img src="data:," width="9" height="9">`, /^image-alt/],
  ["a role without its parent", `<div role="option">A</div>`, /^aria-required-parent/],
  ["a level left out", `<h3>Below</h3>`, /^heading-order: h3/],
  ["a list item in a paragraph's place", `<div><li>A</li></div>`, /^listitem/],
])("after a clean page %s is found", async (_, fault, violation) => {
  await show(CLEAN);
  expect(await findViolations(page)).toEqual([]);
  await show(CLEAN + fault);
  expect(await findViolations(page)).toEqual([expect.stringMatching(violation)]);
  // A part with a fault is reported again on the next page.
  await show(CLEAN + fault);
  expect(await findViolations(page)).toHaveLength(1);
});

test("a second main, outside of what was read again, is found", async () => {
  await show(CLEAN);
  expect(await findViolations(page)).toEqual([]);
  await show(CLEAN, `<main><p>Text</p></main>`);
  expect((await findViolations(page)).join()).toMatch(/landmark-(no-duplicate-main|unique)/);
});
