/**
 * A rider's day on the phone: the screens, the effect of each tap, and deeds (the rider's recorded actions) that must
 * survive faults of the network and the phone.
 */
import { afterEach, expect, test, vi } from "vitest";
import type { Page } from "playwright-core";
import { openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { parcel, riderDay, run, stopOf } from "../fixtures/rider-days.ts";
import { countSteps, expectSteps } from "../fixtures/count-steps.ts";
import {
  beginShift,
  button,
  deliveredTo,
  doneText,
  key,
  logOf,
  notDelivered,
  putPictures,
  sentText,
  typeDigits,
} from "../fixtures/rider-page.ts";
import { riderServer, SHIFT_PIN } from "../fixtures/rider-server.ts";

const product = await closedAfterAll(openProduct());
let opened: Page | null = null;
afterEach(async () => {
  await opened?.context().close();
  opened = null;
});

const cod = (n: number) =>
  parcel(n, { deliveryKobo: 250_000, codKobo: 4_400_000, proof: { needs: "pin", flag: null } });
const person = async () => (opened = await product.person({ size: PHONE }));

test("[PHONE-1] the document is the same for everybody, has no part of the office's pages, and is asked for anew", async () => {
  const [first, second] = await Promise.all([
    fetch(`${product.origin}/rider`),
    fetch(`${product.origin}/rider`),
  ]);
  const [a, b] = await Promise.all([first.text(), second.text()]);
  const plain = (html: string) => html.replace(/nonce="[^"]*"/, "");
  expect(plain(a)).toBe(plain(b));
  expect(a.match(/src="[^"]+"/g)).toEqual([expect.stringMatching(/^src="\/assets\/rider-[\w-]+\.js"$/)]);
  expect(Buffer.byteLength(a)).toBeLessThan(14_000);
  expect(first.headers.get("Cache-Control")).toBe("no-cache");
});

test("[PHONE-9] delivered by PIN is three taps and four digits; not delivered is three; the next stop follows", async () => {
  const server = riderServer(
    riderDay(0, { runs: [run([stopOf(1, [cod(1)]), stopOf(2, [parcel(2)]), stopOf(3, [parcel(3)])])] }),
  );
  const page = await person();
  await beginShift(page, server);
  expect(await page.locator(".place").innerText()).toBe("3 Opebi Road");
  expect(await page.locator(".sum").innerText()).toMatch(/Collect\s+₦46,500/);
  await button(page, "Delivered").click();
  await button(page, /cash taken/).click();
  await typeDigits(page, "1234");
  await page.getByText("The PIN is right.").waitFor();
  await button(page, "Delivered").click();
  await vi.waitFor(async () =>
    expect(await page.locator(".place").innerText()).toBe("45 Bode Thomas Street"),
  );
  await notDelivered(page, "Nobody home");
  await vi.waitFor(async () => expect(await doneText(page)).toBe("2 of 3 pieces done"));
  await vi.waitFor(() => expect(server.deeds.size).toBe(2));
  const [delivered, attempted] = [...server.deeds.values()].map(({ did }) => did);
  expect(delivered).toMatchObject({
    kind: "delivered",
    took: [{ takenKobo: 4_650_000, method: "cash", shown: { deliveryKobo: 250_000, codKobo: 4_400_000 } }],
    proof: { pin: "1234" },
  });
  expect(attempted).toMatchObject({ kind: "attempted", reason: "nobody_home" });
});

test("[PHONE-9] ten parcels of one place are at most four taps and the digits, and a wrong PIN delivers nothing", async () => {
  const ten = Array.from({ length: 10 }, (_, n) => cod(n + 1));
  const server = riderServer(riderDay(0, { runs: [run([stopOf(1, ten), stopOf(2, [parcel(20)])])] }));
  const page = await person();
  await beginShift(page, server);
  await button(page, "All 10 here").click();
  await button(page, /₦465,000 cash taken/).click();
  await typeDigits(page, "9999");
  await page.getByText("Wrong PIN. 4 tries left.").waitFor();
  expect(await button(page, "Delivered").isDisabled()).toBe(true);
  await page.goBack();
  const steps = countSteps(page);
  await steps.click(button(page, "All 10 here"));
  await steps.click(button(page, /₦465,000 cash taken/));
  for (const digit of "1234") await steps.click(key(page, digit));
  await page.getByText("The PIN is right.").waitFor();
  await steps.click(button(page, "Delivered"));
  await vi.waitFor(async () => expect(await doneText(page)).toBe("10 of 11 pieces done"));
  expectSteps("deliver ten parcels of one place, on the phone", steps);
  await steps.click(button(page, "Undo"));
  await vi.waitFor(async () => expect(await doneText(page)).toBe("0 of 11 pieces done"));
  expectSteps("undo a delivery, on the phone", steps);
});

test("[PHONE-9] the last deed is undone and an earlier one corrected, without network; all of it is sent later, in order", async () => {
  const server = riderServer(riderDay(4));
  const page = await person();
  await beginShift(page, server);
  server.network = "none";
  await deliveredTo(page, "Gateman");
  await vi.waitFor(async () => expect(await sentText(page)).toBe("1 not sent yet"));
  await button(page, "Undo").click();
  await vi.waitFor(async () => expect(await doneText(page)).toMatch(/^0 of/));
  await deliveredTo(page, "Sule");
  await notDelivered(page, "Refused");
  await page.locator("summary", { hasText: "2 stops done" }).click();
  await button(page, /^Correct: 1\./).click();
  await notDelivered(page, "Nobody home");
  await vi.waitFor(async () => expect(await sentText(page)).toBe("5 not sent yet"));
  server.network = "good";
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await vi.waitFor(async () => expect(await sentText(page)).toBe("All sent"));
  const sent = [...server.deeds.values()];
  expect(sent.map(({ seq, did }) => `${seq} ${did.kind}`)).toEqual([
    "1 delivered",
    "2 undo",
    "3 delivered",
    "4 attempted",
    "5 corrected",
  ]);
});

test("[PHONE-2] a tap that cannot be stored says so before it counts, with what to read to the hub", async () => {
  const server = riderServer(riderDay(3));
  const page = await person();
  await beginShift(page, server);
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
  });
  await notDelivered(page, "Nobody home");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(/^NOT SAVED\..*read: N1 48210001, \d+:\d\d/);
  await page.goBack();
  expect(await doneText(page)).toMatch(/^0 of/);
  expect(await logOf(page)).toEqual([]);
  expect(server.deeds.size).toBe(0);
});

test("[PHONE-3] a phone whose log the browser cleared begins a new one, and its next deeds count", async () => {
  const server = riderServer(riderDay(4));
  const page = await person();
  await beginShift(page, server);
  await notDelivered(page, "Nobody home");
  await vi.waitFor(() => expect(server.deeds.size).toBe(1));
  await page.evaluate(
    () =>
      new Promise((done) => {
        const gone = indexedDB.deleteDatabase("ona-rider");
        gone.addEventListener("success", done);
        gone.addEventListener("blocked", () => location.reload());
      }),
  );
  await page.reload();
  await notDelivered(page, "Refused");
  await vi.waitFor(() => expect(server.deeds.size).toBe(2));
  expect((await logOf(page)).map(({ seq }) => seq)).toEqual([1]);
});

test("[PHONE-3] a picture without a deed is deleted after an hour, and not before", async () => {
  const server = riderServer(riderDay(4));
  const page = await person();
  await beginShift(page, server);
  const bound = (deed: string, minutes: number) => ({
    ...{ id: `${deed}:1`, deed, number: 1, kind: "photo", isTaken: false, answer: null },
    at: Date.now() - minutes * 60_000,
  });
  expect(await putPictures(page, [bound("old", 61), bound("new", 59)])).toEqual(["new:1", "old:1"]);
  await page.reload();
  await vi.waitFor(async () => expect(await putPictures(page, [])).toEqual(["new:1"]));
});

test("[PHONE-6] answers that are lost, and two tabs, make no deed twice; what waits stays", async () => {
  const server = riderServer(riderDay(5));
  const page = await person();
  await beginShift(page, server);
  server.network = "lost";
  await notDelivered(page, "Nobody home");
  await vi.waitFor(() => expect(server.deeds.size).toBe(1));
  const second = await page.context().newPage();
  await second.goto("/rider");
  await second.getByText("1 not sent yet").waitFor();
  server.network = "good";
  server.answerOf = ({ seq }) => (seq === 2 ? "wait" : "taken");
  await notDelivered(second, "Refused");
  await notDelivered(page, "Place closed");
  await vi.waitFor(async () =>
    expect(await logOf(page)).toMatchObject([{ answer: "seen" }, { answer: "wait" }, { answer: "taken" }]),
  );
  await vi.waitFor(async () => expect(await sentText(page)).toBe("1 not sent yet"));
  await vi.waitFor(async () => expect(await doneText(second)).toMatch(/^7 of/));
});

test("[PHONE-7] a revoked phone shows nothing of the run, and sends what it has; the end of a shift keeps what is not sent", async () => {
  const server = riderServer(riderDay(4));
  const page = await person();
  await beginShift(page, server);
  await notDelivered(page, "Nobody home");
  await vi.waitFor(() => expect(server.deeds.size).toBe(1));
  server.answerOf = () => "wait";
  await notDelivered(page, "Refused");
  await vi.waitFor(async () =>
    expect(await logOf(page)).toMatchObject([{ answer: "taken" }, { answer: "wait" }]),
  );
  server.phone = "revoked";
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByRole("heading", { name: "This phone is no rider's phone any more" }).waitFor();
  expect(await page.locator("body").innerText()).not.toContain("Opebi");
  await page.getByText("1 not sent yet.").waitFor();
  expect(await logOf(page)).toMatchObject([{ seq: 2, answer: "wait" }]);
  server.answerOf = () => "flagged";
  await page.reload();
  await vi.waitFor(() => expect(server.deeds.size).toBe(2));
});

test("[PHONE-7] 'End shift' hides the run until the PIN, and keeps what is not sent", async () => {
  const server = riderServer(riderDay(3));
  const page = await person();
  await beginShift(page, server);
  server.answerOf = () => "wait";
  await notDelivered(page, "Nobody home");
  await button(page, "More").click();
  await button(page, "End shift").click();
  await button(page, "End shift").click();
  await page.getByRole("heading", { name: "Begin your shift" }).waitFor();
  await page.getByText("1 not sent yet.").waitFor();
  expect(await page.locator("body").innerText()).not.toContain("Bode Thomas");
  server.answerOf = () => "taken";
  await typeDigits(page, SHIFT_PIN);
  await vi.waitFor(async () => expect(await sentText(page)).toBe("All sent"));
  expect(server.deeds.size).toBe(1);
});
