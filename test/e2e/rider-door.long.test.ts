/**
 * The rider's work at a receiver's door: pictures that stay with their deed, money, transfers, several receivers, and
 * scanned labels.
 */
import { afterEach, expect, test, vi } from "vitest";
import type { Page } from "playwright-core";
import sharp from "sharp";
import type { Deed } from "../../app/road/deeds/protocol.ts";
import type { DayParcel, RiderDay } from "../../app/road/deeds/rider-day.ts";
import { openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { parcel, riderDay, run, stopOf, uuid } from "../fixtures/rider-days.ts";
import { beginShift, button, doneText, sentText, typeDigits } from "../fixtures/rider-page.ts";
import { riderServer, type RiderServer } from "../fixtures/rider-server.ts";

const product = await closedAfterAll(openProduct({ camera: true }));
let opened: Page | null = null;
afterEach(async () => {
  await opened?.context().close();
  opened = null;
});

const cod = (n: number, change: Partial<DayParcel> = {}) =>
  parcel(n, { deliveryKobo: 250_000, codKobo: 4_400_000, proof: { needs: "pin", flag: null }, ...change });
const dayOf = (parcels: DayParcel[], change: Partial<RiderDay> = {}) =>
  riderDay(0, { runs: [run(parcels.map((one, at) => stopOf(at + 1, [one])))], ...change });

async function at(server: RiderServer): Promise<Page> {
  opened = await product.person({ size: PHONE });
  await beginShift(opened, server);
  return opened;
}
const named = (page: Page, name: string) => page.getByLabel("Who took it?").fill(name);
const online = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("online")));
const dids = (server: RiderServer) => [...server.deeds.values()].map(({ did }: Deed) => did);

test("[PHONE-5] a photo is taken inside the page, small and without what a camera writes beside it, and stays with its deed", async () => {
  const server = riderServer(dayOf([parcel(1), parcel(2), parcel(3)]));
  const page = await at(server);
  server.network = "none";
  await button(page, "Delivered").click();
  await button(page, "Take the picture").click();
  await page.getByAltText("What you took").waitFor();
  // When the rider goes back, the picture is discarded: 'Delivered' asks for a new one.
  await page.goBack();
  await button(page, "Delivered").click();
  await named(page, "Bola");
  expect(await button(page, "Delivered").isDisabled()).toBe(true);
  await button(page, "Take the picture").click();
  await button(page, "Delivered").click();
  await vi.waitFor(async () => expect(await doneText(page)).toBe("1 of 3 pieces done"));
  await button(page, "Not delivered").click();
  await button(page, "Place closed").click();
  await button(page, "Photo of the gate").click();
  await button(page, "Take the picture").click();
  await page.getByAltText("What you took").waitFor();
  await button(page, "Not delivered").click();
  await vi.waitFor(async () => expect(await doneText(page)).toBe("2 of 3 pieces done"));
  await page.reload();
  await vi.waitFor(async () => expect(await sentText(page)).toBe("2 not sent yet"));
  server.network = "good";
  await online(page);
  await vi.waitFor(() => expect(server.jpegs.size).toBe(2));
  const deeds = [...server.deeds.values()];
  expect(new Set(server.jpegs.keys())).toEqual(new Set(deeds.map(({ id }) => `${id}:1`)));
  for (const jpeg of server.jpegs.values()) {
    const { format, width, height, exif } = await sharp(jpeg).metadata();
    expect({ format, exif }).toEqual({ format: "jpeg", exif: undefined });
    expect(Math.max(width, height)).toBeLessThanOrEqual(1280);
    expect(jpeg.byteLength).toBeLessThanOrEqual(120_000);
  }
});

test("[PHONE-5] without a network a PIN is given, not checked: name and photo are asked as well; nobody without a PIN is turned away", async () => {
  const server = riderServer(dayOf([cod(1), cod(2)]));
  const page = await at(server);
  server.network = "none";
  await button(page, "Delivered").click();
  await button(page, /cash taken/).click();
  await typeDigits(page, "4321");
  await page.getByText("the PIN is kept and checked later").waitFor();
  await named(page, "Bola");
  await button(page, "Take the picture").click();
  await button(page, "Delivered").click();
  await vi.waitFor(async () => expect(await doneText(page)).toBe("1 of 2 pieces done"));
  await button(page, "Delivered").click();
  await button(page, /cash taken/).click();
  await button(page, "No PIN").click();
  await named(page, "Aisha");
  await page.getByText("No picture possible").click();
  await button(page, "No photo, no signature: we tell the office").click();
  await button(page, "Delivered").click();
  server.network = "good";
  await online(page);
  await vi.waitFor(() => expect(server.deeds.size).toBe(2));
  expect(dids(server)).toMatchObject([
    { proof: { pin: "4321", noPin: false, name: "Bola", pictures: [{ number: 1, kind: "photo" }] } },
    { proof: { pin: null, noPin: true, name: "Aisha", pictures: [] } },
  ]);
});

test("[PHONE-14] less than the amount is no delivery without the name of who agreed; what nobody could change is kept as more", async () => {
  const server = riderServer(dayOf([cod(1), cod(2)]));
  const page = await at(server);
  await button(page, "Delivered").click();
  await typeDigits(page, "1234");
  await page.getByText("The PIN is right.").waitFor();
  await page.getByText("Gives less, or more").click();
  await button(page, "Less").click();
  await page.getByLabel("Cash taken, in naira, of ₦46,500").fill("40000");
  expect(await button(page, "Delivered").isDisabled()).toBe(true);
  await page.getByLabel("Who of the sender's side agreed").fill("Ngozi, sender");
  await button(page, "Delivered").click();
  await vi.waitFor(async () => expect(await doneText(page)).toBe("1 of 2 pieces done"));
  await button(page, "Delivered").click();
  await typeDigits(page, "1234");
  await page.getByText("Gives less, or more").click();
  await button(page, "More: change").click();
  await page.getByLabel("Cash that the receiver gives").fill("46000");
  await page.getByText("That is less than ₦46,500.").waitFor();
  expect(await button(page, "Delivered").isDisabled()).toBe(true);
  await page.getByLabel("Cash that the receiver gives").fill("47000");
  await page.getByText("Give back ₦500.").waitFor();
  await button(page, "I have no change").click();
  await button(page, "Delivered").click();
  await vi.waitFor(() => expect(server.deeds.size).toBe(2));
  expect(dids(server)).toMatchObject([
    { took: [{ takenKobo: 4_000_000, agreedBy: "Ngozi, sender", method: "cash" }] },
    { took: [{ takenKobo: 4_700_000, agreedBy: null, method: "cash" }] },
  ]);
});

test("[PHONE-14] a transfer shows account and code, waits for the desk, and releases nothing before it says PAID", async () => {
  const first = cod(1);
  const server = riderServer(dayOf([first, cod(2)]));
  const page = await at(server);
  await button(page, "Delivered").click();
  await button(page, "Pays by transfer").click();
  await page.getByText("0123456789").waitFor();
  await page.getByText("OD 4821 0001 NG").first().waitFor();
  await button(page, "Ask the desk: is it in?").click();
  await page.getByText("Waiting for the desk.").waitFor();
  await vi.waitFor(() => expect(dids(server)).toMatchObject([{ kind: "transfer_asked", kobo: 4_650_000 }]));
  expect(await button(page, "Delivered").isDisabled()).toBe(true);
  // The server now sends the data of a paid transfer: no money is due any more, but the PIN is still needed.
  const transfer = { kobo: 4_650_000, state: "paid" } as const;
  server.day = dayOf([{ ...first, deliveryKobo: 0, codKobo: 0, transfer }, cod(2)]);
  await page.getByText("PAID by transfer: ₦46,500").waitFor();
  await typeDigits(page, "1234");
  await page.getByText("The PIN is right.").waitFor();
  await button(page, "Delivered").click();
  await vi.waitFor(async () => expect(await doneText(page)).toBe("1 of 2 pieces done"));
  await button(page, "Delivered").click();
  await button(page, "Pays by transfer").click();
  await button(page, "Could not pay").click();
  await button(page, "Not delivered").click();
  await vi.waitFor(() => expect(server.deeds.size).toBe(3));
  expect(dids(server).slice(1)).toMatchObject([
    { kind: "delivered", took: [], proof: { pin: "1234" } },
    { kind: "attempted", reason: "could_not_pay" },
  ]);
});

test("[ONLINE-7] the receiver pays by a QR code that fits the phone and can be left for another way; the rider hands over once it says 'Paid online'", async () => {
  const company = { ...riderDay(0).company, onlineTransfer: true };
  const server = riderServer(dayOf([cod(1), parcel(2)], { company }));
  const page = await at(server);
  await button(page, "Delivered").click();
  await button(page, "Pays by transfer, or online").click();
  await button(page, "Pays online").click();
  await page.getByText("No network, or it cannot be paid online now.").waitFor();
  const qr = { width: 41, height: 41, path: "M4 4h33v33h-33z" };
  server.payHere = { url: `${product.origin}/r/OD48210001NG.0123456789abcdef`, kobo: 4_650_000, qr };
  await button(page, "Pays online").click();
  const code = page.getByRole("img", { name: "QR code of the page to pay" });
  const { y, height } = (await code.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(PHONE.height);
  expect(await page.getByText("₦46,500").isVisible()).toBe(true);
  expect(await button(page, "Delivered").isDisabled()).toBe(true);
  await button(page, "Pays another way").click();
  await button(page, "Pays online").click();
  await code.waitFor();
  const paid = cod(1, { deliveryKobo: 0, codKobo: 0, paidOnlineKobo: 4_650_000 });
  server.day = dayOf([paid, parcel(2)], { company });
  await page.getByText("Paid online: ₦46,500. Take no cash for it.").waitFor();
  await typeDigits(page, "1234");
  await page.getByText("The PIN is right.").waitFor();
  await button(page, "Delivered").click();
  await vi.waitFor(() => expect(dids(server)).toMatchObject([{ kind: "delivered", took: [] }]));
});

test("[CASH-11] a part by transfer: the desk is asked about that part, and the rest is taken in cash once it is in", async () => {
  const server = riderServer(dayOf([cod(1), parcel(2)]));
  const page = await at(server);
  await button(page, "Delivered").click();
  await button(page, "Pays by transfer").click();
  await page.getByText("A part in cash").click();
  const part = page.getByLabel("By transfer, in naira, of ₦46,500");
  await part.fill("46500");
  await page.getByText("That is not a part of it.").waitFor();
  await part.fill("40000");
  await page.getByText("Take ₦6,500 in cash once the transfer is PAID.").waitFor();
  await button(page, "Ask the desk: is it in?").click();
  await vi.waitFor(() => expect(dids(server)).toMatchObject([{ kind: "transfer_asked", kobo: 4_000_000 }]));
  const transfer = { kobo: 4_000_000, state: "part" } as const;
  server.day = dayOf([cod(1, { deliveryKobo: 0, codKobo: 650_000, transfer }), parcel(2)]);
  await page.getByText("PAID by transfer: ₦40,000. Take no cash for it. Still to collect: ₦6,500.").waitFor();
  await button(page, "The rest in cash").click();
  await button(page, /₦6,500 cash taken/).click();
  await typeDigits(page, "1234");
  await page.getByText("The PIN is right.").waitFor();
  await button(page, "Delivered").click();
  await vi.waitFor(() =>
    expect(dids(server).slice(1)).toMatchObject([
      { kind: "delivered", took: [{ method: "cash", takenKobo: 650_000 }] },
    ]),
  );
});

test("[PHONE-12] where labels are scanned first, no piece is delivered whose label was not", async () => {
  const two = [parcel(1), parcel(2)];
  const server = riderServer(riderDay(0, { scanFirst: true, runs: [run([stopOf(1, two)])] }));
  const page = await at(server);
  await button(page, "All 2 here").click();
  const code = page.getByLabel("Or type the code");
  await code.fill("OD48210009NG");
  await button(page, "Add").click();
  await page.getByText("OD48210009NG does not belong here.").waitFor();
  for (const { code: label } of two) {
    await code.fill(label);
    await button(page, "Add").click();
  }
  await named(page, "Bola");
  await button(page, "Take the picture").click();
  await button(page, "Delivered").click();
  await vi.waitFor(() => expect(dids(server)).toMatchObject([{ pieces: [uuid(3, 101), uuid(3, 201)] }]));
});
