/**
 * A dispatcher's afternoon: ten exceptions cleared by the keyboard alone. docs/interactions.md has the number of keys.
 */
import { eq, isNull, sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { lagosDay } from "../../app/domain/dates.ts";
import type { ExceptionKind } from "../../app/domain/exception-kinds.ts";
import { exceptions, pieces } from "../../app/platform/db/schema.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { expectAccessible, hydrated, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { countSteps, expectSteps } from "../fixtures/count-steps.ts";
import { anyRun, handOver, openOne, putOnRun, readOne } from "../fixtures/exceptions.ts";
import { makeHubs, makeRider, piecesOf } from "../fixtures/road.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const product = await closedAfterAll(openProduct());
const { db } = product.services;
const HERE = "/admin/exceptions";
const DESK = { width: 1280, height: 800 };
/** The kinds of the ten exceptions in the order of the list: the longest overdue comes first. */
const KINDS = [
  "missing",
  "missing",
  "missing",
  "extra",
  "extra",
  "unconfirmed_claim",
  "deeds_disagree",
  "refused",
  "attempts_used",
  "no_destination",
] as const satisfies ExceptionKind[];
const found: { id: string; kind: ExceptionKind; bookingId: string }[] = [];

beforeAll(async () => {
  const { IKJ: ikeja } = await makeHubs(product, "IKJ", "KAN");
  const rider = await makeRider(product, ikeja.id);
  // The run is planned for today, because the product itself would open an exception for an unclosed run of yesterday
  // (EXC-9).
  const day = lagosDay(product.clock.now());
  const run = await anyRun(product, { hubId: ikeja.id, riderId: rider.id, name: "IKJ-D-7", day });
  for (const [n, kind] of KINDS.entries()) {
    const { id: bookingId } = await bookOne(product);
    const [piece] = await piecesOf(product, bookingId);
    await putOnRun(product, run.id, piece!.id, { kind: "rider", id: rider.id });
    if (kind === "unconfirmed_claim")
      await handOver(product, piece!.id, { kind: "hub", id: ikeja.id }, { oneSided: true, runId: run.id });
    const ofBooking = ["refused", "attempts_used", "no_destination"].includes(kind);
    await openOne(product, {
      kind,
      bookingId,
      pieceId: ofBooking ? null : piece!.id,
      hubId: kind === "no_destination" ? null : ikeja.id,
      note: `Found by number ${n}`,
    });
    const [one] = await db.select().from(exceptions).where(eq(exceptions.bookingId, bookingId));
    found.push({ id: one!.id, kind, bookingId });
    await db
      .update(exceptions)
      .set({ dueAt: sql`now() + ${n - 4} * interval '1 h' + interval '1 min'` })
      .where(eq(exceptions.id, one!.id));
  }
});

const inFocus = (page: Page, n: number) =>
  page.waitForFunction(
    (note) => document.activeElement?.closest("tr")?.textContent?.includes(note),
    `Found by number ${n}`,
  );
const focused = (page: Page, text: string | RegExp) =>
  page.waitForFunction(
    (wanted) => new RegExp(wanted).test(document.activeElement?.textContent ?? ""),
    text instanceof RegExp ? text.source : `^${text}$`,
  );
const open = async (path: string, size = DESK) => {
  const page = await product.admin({ size });
  const live = page.waitForResponse(/\/live\/admin/);
  await page.goto(path);
  await live;
  return page;
};
/** Opens the list, and waits until its keyboard shortcuts work. */
const openList = async () => {
  const page = await open(HERE);
  const help = page.getByRole("dialog");
  await expect
    .poll(async () => {
      await page.keyboard.press("?");
      return help.isVisible();
    })
    .toBe(true);
  await page.getByText("Exceptions: take the row").waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  return page;
};

testWhere(ONLY_LONG)(
  "[EXC-2] [WEB-5] what is overdue burns first, on a desk and on a phone, and nothing is lost at 320 px",
  async () => {
    const page = await open(HERE);
    const sections = page.getByRole("main").getByRole("region");
    expect(await sections.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual([
      "Overdue",
      "Due",
    ]);
    expect(await page.getByRole("region", { name: "Overdue" }).locator("tr[data-id]").count()).toBe(4);
    await expectAccessible(page);
    await page.goto(`${HERE}?view=${found[6]!.id}`);
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page);
    const phone = await open(HERE, { ...PHONE, width: 320 });
    await expectAccessible(phone);
    const [first] = await phone.locator("tr[data-id]").all();
    expect((await first!.boundingBox())!.y).toBeLessThan(PHONE.height);
    await phone.goto(`${HERE}?view=${found[0]!.id}`);
    await phone.getByRole("dialog").waitFor();
    await expectAccessible(phone);
  },
);

testWhere(ONLY_LONG)(
  "[EXC-2] t takes a row, c opens it at its reasons, Escape leads back to it, and help names the keys",
  async () => {
    const page = await openList();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await inFocus(page, 1);
    await page.keyboard.press("t");
    await page.getByText("You have it").waitFor();
    await inFocus(page, 1);
    expect(await readOne(product, found[1]!.id)).toMatchObject({ version: 2 });
    await page.keyboard.press("c");
    await page.getByRole("dialog").waitFor();
    await page.waitForFunction(() => document.activeElement?.matches("select[name=reason]"));
    await page.keyboard.press("Escape");
    await inFocus(page, 1);
    await page.getByRole("link", { name: "Mine" }).click();
    await page.waitForURL(/owner=/);
    await expect.poll(() => page.locator("tr[data-id]").count()).toBe(1);
  },
);

testWhere(ONLY_LONG)(
  "[EXC-2] [EXC-3] what a colleague closed is gone from an open list, and an open dialog says who closed it, and why",
  async () => {
    const { id } = await openOne(product, { kind: "to_complete", bookingId: found[0]!.bookingId });
    const [list, dialog] = [await open(HERE), await open(`${HERE}?view=${id}`)];
    await list.locator(`tr[data-id="${id}"]`).waitFor();
    const theirs = await open(`${HERE}?view=${id}&close=1`);
    await hydrated(theirs);
    await theirs.getByLabel("Close, because").selectOption("Nothing was wrong");
    await theirs.getByRole("form", { name: "Close" }).getByRole("button").click();
    await theirs.waitForURL((url) => !url.search);
    await list.locator(`tr[data-id="${id}"]`).waitFor({ state: "detached" });
    await dialog
      .getByRole("dialog")
      .getByText(/, closed by Ada Admin on /)
      .waitFor();
    expect(await dialog.getByRole("button", { name: "Save note" }).count()).toBe(0);
  },
);

testWhere(ONLY_LONG)(
  "[EXC-2] [EXC-4] [EXC-5] [EXC-6] [EXC-7] ten exceptions are cleared by keys, as docs/interactions.md says",
  async () => {
    const page = await openList();
    const steps = countSteps(page);
    const { press } = steps;
    await press("j");
    await inFocus(page, 0);
    /** Opens the row of exception `n`, presses the keys that clear it, and checks that the next row has the focus. */
    const clear = async (n: number, ...keys: readonly string[]) => {
      await press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]"));
      for (const key of keys) await press(key);
      await page.locator(`tr[data-id="${found[n]!.id}"]`).waitFor({ state: "detached" });
      if (n + 1 < KINDS.length) await inFocus(page, n + 1);
    };
    // The hub of the exceptions 0 to 6 is known. When the panel of such an exception opens, its first button (found,
    // kept, arrived or solved) has the focus, and Enter presses it.
    for (let n = 0; n <= 6; n++) await clear(n, "Enter");
    // The dispatcher has asked the sender by phone. Tab passes two links (message and call) and the text field. The
    // exception of a refused parcel is ended by the first button after these. The exception of a parcel without
    // attempts left is ended by the third button.
    await clear(7, "Tab", "Tab", "Tab", "Enter");
    await clear(8, "Tab", "Tab", "Tab", "Tab", "Tab", "Enter");
    // The last exception needs a hub: k chooses Kano in the list of hubs, and Tab passes the text field and reaches the
    // button.
    await clear(9, "k", "Tab", "Tab", "Enter");
    expectSteps("clear ten exceptions", steps);
    await page.getByText("Nothing is open").waitFor();

    expect(await db.$count(exceptions, isNull(exceptions.closedAt))).toBe(0);
    const reasons = await Promise.all(found.map(async ({ id }) => (await readOne(product, id)).closeReason));
    expect(reasons).toEqual([
      ...["found", "found", "found", "solved", "solved", "handed_over", "solved"],
      ...["try_again", "return", "solved"],
    ]);
    const held = await db.select().from(pieces).where(eq(pieces.bookingId, found[5]!.bookingId));
    expect(held[0]).toMatchObject({ holderKind: "hub" });
  },
);

test("[EXC-4] Lost asks once before it tells the sender", async () => {
  const { bookingId } = found[9]!;
  const [piece] = await piecesOf(product, bookingId);
  const { id } = await openOne(product, { kind: "missing", bookingId, pieceId: piece!.id });
  const page = await open(`${HERE}?view=${id}`);
  await hydrated(page);
  await page.getByRole("button", { name: "Lost: tell the sender" }).click();
  await focused(page, /^Yes, lost/);
  await page.getByRole("button", { name: "Not yet" }).click();
  expect(await readOne(product, id)).toMatchObject({ closedAt: null });
  await page.getByRole("button", { name: "Lost: tell the sender" }).click();
  await page.getByRole("button", { name: "Yes, lost: tell the sender" }).click();
  await page.getByText("Lost: the sender is told").first().waitFor();
  expect(await readOne(product, id)).toMatchObject({ closeReason: "lost" });
});
