/**
 * The accessibility tree of each main screen, compared with the files in test/e2e/aria-snapshots/. When a screen
 * changes, the diff of its file shows what changed for a screen reader. `node scripts/run.mjs
 * node_modules/vitest/vitest.mjs run --project browser aria-snapshots -u` updates the files.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { populate, type TestData, type Role } from "../fixtures/populated.ts";
import { openScreen } from "../fixtures/screens.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const product = await closedAfterAll(openProduct({ standingClock: true }));
const data = await populate(product);

type SnapshotScreen = {
  name: string;
  as: Role;
  path: (data: TestData) => string;
  form?: Record<string, string>;
  /** The text of an announcement that appears a moment after the page; the snapshot waits for it. */
  says?: string;
  /** If true, the screen is checked at a laptop's width, because a phone shows only a part of it (BOOK-20). */
  desk?: true;
};

const SCREENS: SnapshotScreen[] = [
  { name: "home", as: "guest", path: () => "/" },
  { name: "book", as: "guest", path: () => "/book", desk: true },
  { name: "book-refused", as: "guest", path: () => "/book", form: {}, desk: true },
  { name: "track", as: "guest", path: () => "/track" },
  { name: "track-not-found", as: "guest", path: () => "/track?code=OD00000000NG" },
  // This screen comes after the other tracking screens. The browser remembers this parcel, and would then list it on
  // the other screens too.
  { name: "track-found", as: "guest", path: ({ delivered }) => `/track?code=${delivered}` },
  { name: "contact", as: "guest", path: () => "/contact" },
  { name: "stores", as: "guest", path: () => "/stores" },
  {
    name: "store-with-selection",
    as: "guest",
    path: ({ product: id }) => `/stores/mama-ngozi-kitchen?sel=${id}.2`,
  },
  { name: "order", as: "guest", path: ({ order }) => `/orders/${order.viewToken}` },
  { name: "login", as: "guest", path: () => "/login" },
  { name: "signup-refused", as: "guest", path: () => "/signup", form: { firstName: "Ada" } },
  { name: "profile", as: "customer", path: () => "/profile" },
  { name: "store-dashboard", as: "owner", path: () => "/store/dashboard" },
  { name: "store-orders", as: "owner", path: () => "/store/dashboard/orders" },
  { name: "office-dashboard", as: "super_admin", path: () => "/admin" },
  { name: "office-bookings", as: "super_admin", path: () => "/admin/bookings" },
  {
    name: "office-message",
    as: "super_admin",
    path: ({ message }) => `/admin/contacts?view=${message}`,
    says: "Marked as Read",
  },
  { name: "office-new-admin", as: "super_admin", path: () => "/admin/settings?add=1" },
];

const pages = new Map<string, Page>();
/** One page for all screens of a role at one size. After the first screen, its browser has the scripts in its cache. */
async function pageOf(as: Role, size: typeof PHONE): Promise<Page> {
  const key = `${as} ${size.width}`;
  const page = pages.get(key) ?? (await product.person({ cookie: data.cookies[as], size }));
  if (pages.has(key)) {
    // The draft that the previous screen stored for its form is removed.
    await page.evaluate(() => localStorage.clear());
    return page;
  }
  pages.set(key, page);
  // The browser's clock is stopped, so that no toast disappears before the snapshot.
  const now = product.clock.now().getTime();
  await page.clock.install({ time: now - 1000 });
  await page.clock.pauseAt(now);
  return page;
}

/** Removes values that differ in each run, and the ids that React generates. */
const same = (snapshot: string) =>
  snapshot
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "…")
    .replaceAll(/#_R_\w+_-/g, "#")
    .replaceAll(/(localhost(:|%3A))\d+/g, "$1…");

const NAMELESS =
  /- (button|link|textbox|searchbox|combobox|checkbox|radio|img|dialog|navigation)( \[.*)?:?$/gm;

test.each(SCREENS)(
  "[HOME-1] [HOME-3] [BOOK-2] [BOOK-11] [CONTACT-1] [STORE-2] $name",
  async ({ name, as, path, form, says, desk }) => {
    const page = await pageOf(as, desk ? LAPTOP : PHONE);
    await openScreen(page, { path: path(data), ...(form && { form }) });
    if (says) await page.getByText(says).first().waitFor();
    // The page's first background requests may still change the tree: two equal snapshots in a row show that they have
    // ended.
    let snapshot = "";
    for (let now = await page.locator("body").ariaSnapshot(); now !== snapshot;) {
      snapshot = now;
      await page.waitForTimeout(400);
      now = await page.locator("body").ariaSnapshot();
    }
    await expect(`${same(snapshot)}\n`).toMatchFileSnapshot(`aria-snapshots/${name}.txt`);

    // The screen has one main heading, no heading skips a level, and nothing lacks a name.
    const dialog = page.getByRole("dialog");
    const inDialog = (await dialog.count()) > 0;
    const shown = inDialog ? await dialog.ariaSnapshot() : snapshot;
    const levels = [...shown.matchAll(/- heading .*\[level=(\d)\]/g)].map(([, level]) => Number(level));
    if (!inDialog) expect(levels.filter((level) => level === 1)).toEqual([1]);
    for (const [at, level] of levels.entries())
      expect(level - (levels[at - 1] ?? level), levels.join(" ")).toBeLessThanOrEqual(1);
    expect(shown.match(NAMELESS) ?? []).toEqual([]);
  },
);
