import { test } from "vitest";
import { cpu } from "/tmp/simp/tree.ts";
import { findViolations, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { populate } from "../fixtures/populated.ts";
import { goToScreen, openScreen, screensOf } from "../fixtures/screens.ts";
import { findBroken, findLost } from "../fixtures/screen-faults.ts";

const sums: Record<string, number> = {};
let last = 0;
const lap = (name: string) => { const now = cpu(); sums[name] = (sums[name] ?? 0) + now - last; last = cpu(); };

test("profile", { timeout: 900_000 }, async () => {
  last = cpu();
  const product = await openProduct();
  lap("open");
  const data = await populate(product);
  lap("populate");
  const page = await product.person({ cookie: data.cookies.super_admin });
  const screens = screensOf(data).filter(({ as }) => as === "super_admin");
  lap("person");
  for (const screen of screens) {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: "light" });
    if (page.url() !== "about:blank") await page.evaluate(() => localStorage.clear());
    lap("phone light");
    await (screen.shows ? openScreen : goToScreen)(page, screen);
    if (screen.shows) await page.getByText(screen.shows, { exact: true }).waitFor();
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
    lap(screen.shows ? "openScreen" : "goToScreen");
    if (!(await page.evaluate(() => "axe" in globalThis))) { await findViolations(page, "colours"); lap("axe first load"); }
    await findViolations(page);
    lap("axe all phone");
    await page.setViewportSize(LAPTOP);
    lap("to laptop");
    await page.emulateMedia({ colorScheme: "dark" });
    lap("to dark");
    await findViolations(page, "colours");
    lap("axe colours");
    await findLost(page); lap("lost 1280");
    await findBroken(page); lap("broken 1280");
    await page.setViewportSize({ width: 640, height: 450 }); lap("to zoomed");
    await findLost(page); lap("lost zoomed");
    await page.setViewportSize({ width: 320, height: 640 }); lap("to 320");
    await findLost(page); lap("lost 320");
    await findBroken(page); lap("broken 320");
    await page.setViewportSize(PHONE);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    lap("to 200%");
    await findLost(page); lap("lost 200%");
  }
  await product.close();
  lap("close");
  console.log(screens.length, Object.entries(sums).map(([k, v]) => `${k} ${v.toFixed(1)}`).join("\n"));
});
