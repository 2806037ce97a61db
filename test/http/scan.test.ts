/**
 * The scan page over HTTP: scans as a browser without JavaScript sends them, and as the page's script does. Also the
 * headers of the code reader.
 */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookOne } from "../fixtures/bookings.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const clerk = await app.admin("moderator");

const form = (code: string, more: Record<string, string> = {}) => ({
  code,
  status: "in_transit",
  idempotencyKey: crypto.randomUUID(),
  ...more,
});
const ownerOf = async (visitor: Visitor) =>
  /data-owner="([^"]+)"/.exec((await visitor.ask("/admin/scan")).text)?.[1] ?? "";

test("[SCAN-1] without JavaScript a code is typed, answered, and undone", async () => {
  const { trackingCode: code } = await bookOne(app);
  const answer = await clerk.ask("/admin/scan", { form: form(code) });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain("In Transit. To Kano. It was Pending.");
  const again = await clerk.ask("/admin/scan", { form: form(code) });
  expect(again.text).toContain("Already In Transit: nothing changed. To Kano.");
  const undo = Object.fromEntries(
    ["intent", "id", "version", "status"].map((name) => [
      name,
      new RegExp(`type="hidden" name="${name}" value="([^"]+)"`).exec(answer.text)?.[1] ?? "",
    ]),
  );
  const undone = await clerk.send("/admin/scan", undo);
  expect(undone.text).toContain("Undone. The previous status is back.");
  const unknown = await clerk.ask("/admin/scan", { form: form("OD00000000NG") });
  expect([unknown.status, unknown.text.includes("No booking has this code.")]).toEqual([404, true]);
});

test("[SCAN-1] support reads why it may not scan, and is refused", async () => {
  const support = await app.admin("support");
  const page = await support.ask("/admin/scan");
  expect(page.text).toContain("You can view but not change. Ask a super admin.");
  expect(page.text).toMatch(/<fieldset disabled=""/);
  const { trackingCode: code } = await bookOne(app);
  const headers = { "Ona-Owner": await ownerOf(support) };
  const answer = await support.ask("/admin/scan/one", { form: form(code), headers });
  expect(answer.status).toBe(403);
  expect(JSON.parse(answer.text)).toMatchObject({ ok: false, back: null });
});

test("[SCAN-5] a scan is sent as who scanned: not as a colleague who signed in on the device since", async () => {
  const { trackingCode: code } = await bookOne(app);
  const headers = { "Ona-Owner": await ownerOf(await app.admin("super_admin")) };
  expect((await clerk.ask("/admin/scan/one", { form: form(code), headers })).status).toBe(412);
  const own = { "Ona-Owner": await ownerOf(clerk) };
  const answer = await clerk.ask("/admin/scan/one", { form: form(code), headers: own });
  expect(JSON.parse(answer.text)).toMatchObject({ ok: true, code, known: true, back: { version: 2 } });
  const unknown = await clerk.ask("/admin/scan/one", { form: form("OD00000000NG"), headers: own });
  expect(JSON.parse(unknown.text)).toMatchObject({ ok: false, known: false });
});

test("[SCAN-2] the code reader comes from our own origin, and no page may compile WebAssembly", async () => {
  const files = readdirSync("build/client/assets");
  const worker = files.find((name) => /^decode-worker-.*\.js$/.test(name));
  const reader = await clerk.ask(`/assets/${worker}`);
  expect(reader.status).toBe(200);
  expect(reader.headers.get("Content-Security-Policy")).toContain("script-src 'self' 'wasm-unsafe-eval'");
  const wasm = await clerk.ask(`/assets/${files.find((name) => /^zxing_reader.*\.wasm$/.test(name))}`);
  expect([wasm.status, wasm.headers.get("Content-Type")]).toEqual([200, "application/wasm"]);
  const page = await clerk.ask("/admin/scan");
  expect(page.headers.get("Content-Security-Policy")).not.toContain("wasm-unsafe-eval");
  expect(page.headers.get("Permissions-Policy")).toContain("camera=(self)");
  expect(page.text).not.toContain("zxing");
  expect(files.some((name) => /bwip/.test(name))).toBe(false);
});
