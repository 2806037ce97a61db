/** The scan page in a browser: a wedge scanner, a bad network, and a camera in front of a label. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { expectAccessible, hydrated, LAPTOP, openProduct } from "../fixtures/browser.ts";
import { CHROMIUM, CHROMIUM_ARGS } from "../fixtures/chromium.ts";
import { wedge } from "../fixtures/wedge.ts";

const product = await closedAfterAll(openProduct());

const book = async () => (await bookOne(product)).trackingCode;
const readable = (code: string) => code.replace(/^(OD)(\d{4})(\d{4})(NG)$/, "$1 $2 $3 $4");
const last = (page: Page) => page.getByRole("status").filter({ hasText: /OD \d{4}/ });

async function openScanPage(): Promise<Page> {
  const page = await product.admin({ size: LAPTOP });
  await page.goto("/admin/scan");
  await page.getByRole("button", { name: "Use camera" }).waitFor();
  await hydrated(page);
  return page;
}

test("[KEEP-4] a code that was scanned with Enter does not come back into the field", async () => {
  const page = await openScanPage();
  const code = page.getByLabel("Tracking code");
  const one = await book();
  await code.focus();
  await page.keyboard.insertText(one);
  await page.keyboard.press("Enter");
  await last(page).getByText(readable(one)).waitFor();
  await page.waitForTimeout(500);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft:"))),
  ).toEqual([]);
  await page.goto("/admin");
  await page.goto("/admin/scan");
  await hydrated(page);
  expect(await page.getByText("This is what you typed").count()).toBe(0);
  expect(await code.inputValue()).toBe("");
});

test("[SCAN-3] [SCAN-4] a wedge scanner sets statuses wherever the focus is, quickly, and each can be undone", async () => {
  const codes = [await book(), await book(), await book()];
  const page = await openScanPage();
  for (const [n, code] of codes.entries()) {
    // Before each scan the focus is elsewhere: in the field for the code, on a radio button, on no control. Each scan
    // must count.
    if (n === 0) await page.getByLabel("Tracking code").focus();
    if (n === 1) await page.getByLabel("In Transit").focus();
    if (n === 2) await page.getByRole("heading", { name: "Scan", level: 1 }).click();
    if (n === 0) await page.keyboard.insertText(code).then(() => page.keyboard.press("Enter"));
    else await wedge(page, code);
    await last(page).getByText("In Transit. To Kano. It was Pending.").waitFor();
    await last(page).getByText(readable(code)).waitFor();
  }
  expect(await page.getByLabel("Tracking code").inputValue()).toBe("");
  await expectAccessible(page);
  await page.getByRole("button", { name: `Undo ${readable(codes[2]!)}` }).click();
  await page.getByText("Undone. The previous status is back.").first().waitFor();
  await page.getByLabel("Pending").check();
  await wedge(page, codes[2]!);
  await last(page).getByText("Already Pending: nothing changed. To Kano.").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Failed").check();
  await wedge(page, codes[2]!);
  await page.getByText("Choose why it failed. The sender reads it.").first().waitFor();
  await page.getByLabel("Why did it fail?").selectOption("Nobody home");
  await page.getByLabel("Note").focus();
  // The focus is in the field for a note. The scan counts, and its code does not appear in the note.
  await wedge(page, codes[2]!);
  await last(page).getByText("Failed. To Kano. It was Pending.").waitFor();
  await wedge(page, "5449000000996");
  await page.getByText("is not a tracking code").first().waitFor();
  await wedge(page, "OD00000000NG");
  await last(page).getByText("No booking has this code.").waitFor();
});

test("[SCAN-5] on a bad network scans wait, survive a reload, and each goes once", async () => {
  const codes = [await book(), await book()];
  const page = await openScanPage();
  product.lostForms = "/admin/scan/one";
  for (const code of codes) await wedge(page, code);
  await page.getByText("2 scans not sent yet.").waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByText("2 scans not sent yet.").waitFor();
  product.lostForms = null;
  await page.getByRole("button", { name: "Send now" }).click();
  for (const code of codes)
    await page
      .getByRole("listitem")
      .filter({ hasText: readable(code) })
      .getByText("It was Pending.")
      .waitFor();
  expect(await page.getByText("not sent yet").count()).toBe(0);
});

test("[SCAN-2] the camera reads a label with ZXing from our own origin", async () => {
  const code = await book();
  const page = await product.admin({ size: LAPTOP });
  await page.goto(`/admin/waybills?code=${code}`);
  const label = await page.getByRole("article").screenshot();
  const { cookies } = await page.context().storageState();
  const frame = await sharp(label)
    .resize(640, 480, { fit: "contain", background: "#888" })
    .jpeg({ quality: 95 })
    .toBuffer();
  const video = join(mkdtempSync(join(tmpdir(), "ona-camera-")), "label.mjpeg");
  writeFileSync(video, Buffer.concat(Array.from({ length: 10 }, () => frame)));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      ...CHROMIUM_ARGS,
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${video}`,
    ],
  });
  try {
    const context = await browser.newContext({ viewport: LAPTOP, baseURL: product.origin });
    await context.addCookies(cookies);
    const camera = await context.newPage();
    const foreign: string[] = [];
    camera.on("request", (request) => {
      if (!request.url().startsWith(product.origin) && !/^(data|blob):/.test(request.url()))
        foreign.push(request.url());
    });
    await camera.goto("/admin/scan");
    await camera.getByRole("button", { name: "Use camera" }).click();
    await last(camera).getByText(readable(code)).waitFor({ timeout: 30_000 });
    await last(camera).getByText("In Transit. To Kano.").waitFor();
    expect(foreign).toEqual([]);
    await camera.getByRole("button", { name: "Stop camera" }).click();
    expect(await camera.locator("video").count()).toBe(0);
  } finally {
    await browser.close();
  }
});
