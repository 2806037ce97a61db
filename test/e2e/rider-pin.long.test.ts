/** The receiver's PIN on the rider's phone: stops where it is optional, and stops where only some parcels have one. */
import { afterEach, expect, test, vi } from "vitest";
import type { Page } from "playwright-core";
import type { Deed } from "../../app/road/deeds/protocol.ts";
import type { DayParcel } from "../../app/road/deeds/rider-day.ts";
import { openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { parcel, riderDay, run, stopOf } from "../fixtures/rider-days.ts";
import { beginShift, button, doneText, proveByName, typeDigits } from "../fixtures/rider-page.ts";
import { riderServer, type RiderServer } from "../fixtures/rider-server.ts";

const product = await closedAfterAll(openProduct({ camera: true }));
let opened: Page | null = null;
afterEach(async () => {
  await opened?.context().close();
  opened = null;
});

const cod = (n: number, change: Partial<DayParcel> = {}) =>
  parcel(n, { deliveryKobo: 250_000, codKobo: 4_400_000, proof: { needs: "pin", flag: null }, ...change });
const dayOf = (parcels: DayParcel[]) =>
  riderDay(0, { runs: [run(parcels.map((one, at) => stopOf(at + 1, [one])))] });

async function at(server: RiderServer): Promise<Page> {
  opened = await product.person({ size: PHONE });
  await beginShift(opened, server);
  return opened;
}
const named = (page: Page, name: string) => page.getByLabel("Who took it?").fill(name);
const dids = (server: RiderServer) => [...server.deeds.values()].map(({ did }: Deed) => did);

test("[PROOF-1] a PIN that the receiver offers is taken in place of name and picture, also where none is needed", async () => {
  const server = riderServer(dayOf([parcel(1), parcel(2), parcel(3, { returning: true })]));
  const page = await at(server);
  await button(page, "Delivered").click();
  await named(page, "Bola");
  await button(page, "Take the picture").click();
  await page.getByAltText("What you took").waitFor();
  await button(page, "They have a PIN").click();
  await typeDigits(page, "4321");
  await page.getByText("Wrong PIN.").waitFor();
  expect(await button(page, "Delivered").isDisabled()).toBe(true);
  expect(await page.getByAltText("What you took").isVisible()).toBe(false);
  await button(page, "No PIN").click();
  expect(await page.getByLabel("Who took it?").inputValue()).toBe("Bola");
  expect(await page.getByAltText("What you took").isVisible()).toBe(true);
  await button(page, "They have a PIN").click();
  await typeDigits(page, "1234");
  await page.getByText("The PIN is right.").waitFor();
  await button(page, "Delivered").click();
  await vi.waitFor(async () => expect(await doneText(page)).toBe("1 of 3 pieces done"));
  await button(page, "Delivered").click();
  await proveByName(page, "Aisha");
  await button(page, "Delivered").click();
  await vi.waitFor(() => expect(server.deeds.size).toBe(2));
  expect(dids(server)).toMatchObject([
    { kind: "delivered", proof: { pin: "1234", noPin: false, name: "Bola", pictures: [{ number: 1 }] } },
    { kind: "delivered", proof: { pin: null, noPin: false, name: "Aisha", pictures: [{ number: 1 }] } },
  ]);
  // A parcel that goes back has no PIN.
  await button(page, "Delivered").click();
  await page.getByLabel("Who took it?").waitFor();
  expect(await button(page, "They have a PIN").count()).toBe(0);
});

test("[PHONE-14] one PIN releases what it is for, and leaves the others of the stop", async () => {
  const three = [cod(1), cod(2), cod(3)];
  const server = riderServer(riderDay(0, { runs: [run([stopOf(1, three)])] }));
  const own = new Set([three[0]!.booking, three[2]!.booking]);
  server.pinOf = (booking) => (own.has(booking) ? "1234" : "9876");
  const page = await at(server);
  await button(page, "All 3 here").click();
  await typeDigits(page, "1234");
  await button(page, "Only what this PIN is for: 2 parcels").click();
  await page.getByText("The PIN is right.").waitFor();
  await button(page, /₦93,000 cash taken/).click();
  await button(page, "Delivered").click();
  await vi.waitFor(async () => expect(await doneText(page)).toBe("2 of 3 pieces done"));
  await vi.waitFor(() => expect(dids(server)).toMatchObject([{ took: [{}, {}] }]));
});
