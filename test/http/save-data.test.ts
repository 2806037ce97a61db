/** WEB-8: with Save-Data, pages have no scripts, and no pictures that nobody asked for. */
import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));

const SAVES = { "Save-Data": "on" };

test.each(["/", "/about", "/book", "/track", "/stores", "/contact", "/nowhere"])(
  "%s carries no script and no picture, and says how to ask for them",
  async (path) => {
    const { text, headers } = await app.visitor().ask(path, { headers: SAVES });
    const has = (part: string) => text.includes(part);
    expect(["<script", "modulepreload", "<img"].filter(has)).toEqual([]);
    expect(["data-lean", `${path}?pictures=on`].filter(has)).toHaveLength(2);
    expect(headers.get("Vary")).toContain("Save-Data");
    const plain = await app.visitor().ask(path);
    expect(plain.text.includes("<script")).toBe(true);
    expect(plain.headers.get("Vary")).toContain("Save-Data");
  },
);

test("[WEB-8] a picture comes when it is asked for, and everything else is as ever", async () => {
  const { trackingCode } = await bookOne(app);
  const path = `/track?code=${trackingCode}`;
  const lean = await app.visitor().ask(path, { headers: SAVES });
  expect(lean.text.includes("Estimated delivery")).toBe(true);
  expect(lean.text.includes("<img")).toBe(false);
  const asked = await app.visitor().ask(`${path}&pictures=on`, { headers: SAVES });
  expect(asked.text.includes("/map-nigeria.svg")).toBe(true);
  expect(asked.text.includes("<script")).toBe(false);
});

test("[WEB-6] [WEB-8] without scripts the style hides what needs them, and a message is at the bottom", async () => {
  const { text } = await app.visitor().ask("/about", { headers: SAVES });
  const rules = [...text.matchAll(/\[data-lean\] ([^{}]+)\{([^{}]+)\}/g)].map(
    ([, to, rule]) => `${to}{${rule}}`,
  );
  expect(rules.filter((rule) => /noscript\\:hidden\{display:none;?\}/.test(rule))).toHaveLength(1);
  expect(rules.filter((rule) => /^body:has\(\[data-toast\]\)/.test(rule))).toHaveLength(1);
});
