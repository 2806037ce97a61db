/** The screens of the rider's page: in the sun, at night, and with text twice as large. */
import { afterEach, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { onEach } from "../fixtures/long.ts";
import { parcel, riderDay, run, stopOf } from "../fixtures/rider-days.ts";
import { beginShift, button, notDelivered, typeDigits } from "../fixtures/rider-page.ts";
import { riderServer } from "../fixtures/rider-server.ts";
import { findViolations } from "../fixtures/violations.ts";

const product = await closedAfterAll(openProduct({ camera: true }));
const SCHEMES = onEach<"light" | "dark">(["light", "dark"]);
let opened: Page | null = null;
afterEach(async () => {
  await opened?.context().close();
  opened = null;
});

test(`[PHONE-11] in ${SCHEMES.join(" and ")} colours text is 7:1, buttons are 56 px, and text twice as large fits`, async () => {
  for (const colorScheme of SCHEMES) {
    opened = await product.person({ size: PHONE, colorScheme });
    const page = opened;
    await beginShift(page, riderServer(riderDay(9)));
    await notDelivered(page, "Nobody home");
    for (const large of [false, true]) {
      if (large) await page.addStyleTag({ content: "html { font-size: 200% !important }" });
      expect(await faults(page, large)).toEqual([]);
      expect((await page.locator(".bar").boundingBox())!.height).toBeLessThan(110);
      await button(page, "Not delivered").click();
      expect(await faults(page, large)).toEqual([]);
      await page.goBack();
      await button(page, /^(Delivered|All \d here)$/).click();
      expect(await faults(page, large)).toEqual([]);
      await page.goBack();
      for (const screen of [
        "Hand in at the hub",
        "Report a problem",
        "My papers",
        "This phone",
        "End shift",
      ]) {
        await button(page, "More").click();
        expect(await faults(page, large)).toEqual([]);
        await button(page, screen).click();
        expect(await faults(page, large)).toEqual([]);
        await page.goBack();
        await page.goBack();
      }
    }
    await page.context().close();
  }
});

test("[PHONE-1] without JavaScript the page says that it needs it, and nothing else", async () => {
  opened = await product.person({ size: PHONE, javaScriptEnabled: false });
  await opened.goto("/rider");
  // With scripts off, Chromium shows the text in 'noscript', but `getByText` does not find it. So the test uses a CSS
  // selector.
  await opened.locator("body noscript p").waitFor();
  expect(await opened.locator("#rider").isVisible()).toBe(false);
});

test("[PHONE-11] [PHONE-14] once the sum is taken 'Delivered' is in sight below the keys of the PIN on a low screen; with text twice as large all of it fits", async () => {
  for (const colorScheme of SCHEMES) {
    opened = await product.person({ size: { width: 360, height: 640 }, colorScheme });
    const page = opened;
    const paid = parcel(1, {
      deliveryKobo: 250_000,
      codKobo: 4_400_000,
      proof: { needs: "pin", flag: null },
    });
    await beginShift(
      page,
      riderServer(riderDay(0, { runs: [run([stopOf(1, [paid]), stopOf(2, [parcel(2)])])] })),
    );
    await button(page, "Delivered").click();
    expect(await faults(page)).toEqual([]);
    await button(page, /cash taken/).click();
    await typeDigits(page, "9999");
    await page.getByText("Wrong PIN. 4 tries left.").waitFor();
    const { y, height } = (await button(page, "Delivered").boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(640);
    for (const large of [false, true]) {
      if (large) await page.addStyleTag({ content: "html { font-size: 200% !important }" });
      expect(await faults(page)).toEqual([]);
    }
    await page.context().close();
  }
});

const ENHANCED = { rules: { "color-contrast-enhanced": { enabled: true } } };

/**
 * The faults of the screen: axe's violations with the contrast of WCAG AAA, buttons that are not high enough, and
 * elements wider than the screen. With text of double size (`large`), only the sizes are checked, because nothing else
 * differs.
 */
async function faults(page: Page, large = false): Promise<string[]> {
  const found = large ? [] : await findViolations(page, ENHANCED);
  const sizes = await page.evaluate(() => {
    const low = [...document.querySelectorAll<HTMLElement>("button, a.button, summary, input, select")]
      .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().height < 56)
      .map((one) => `low: ${one.innerText || one.tagName}`);
    const wide =
      document.documentElement.scrollWidth > innerWidth
        ? [`wide: ${document.documentElement.scrollWidth}`]
        : [];
    return [...low, ...wide];
  });
  return [...found, ...sizes];
}

test("[PHONE-11] the button that takes the picture is above the bar, also below a note of the receiver and the word PAID", async () => {
  const noted = parcel(1, {
    codKobo: 4_400_000,
    transfer: { kobo: 4_400_000, state: "paid" },
    said: [{ text: "Note: The gate is blue. Please call, the bell does not work", later: true }],
  });
  opened = await product.person({ size: PHONE });
  const page = opened;
  await beginShift(page, riderServer(riderDay(0, { runs: [run([stopOf(1, [noted])])] })));
  await button(page, "Delivered").click();
  await page.getByText(/^PAID by transfer/).waitFor();
  const { y, height } = (await button(page, "Take the picture").boundingBox())!;
  expect(y + height).toBeLessThanOrEqual((await page.locator(".bar").boundingBox())!.y);
});
