/**
 * A rider's work at receivers' doors, with the whole product: the office shows exactly the phone's record, with and
 * without network.
 */
import { eq, inArray } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { Page } from "playwright-core";
import {
  bookingEvents,
  bookings,
  cashAccounts,
  cashOnDelivery,
  payees,
  pieces,
  proofPictures,
  proofs,
} from "../../app/platform/db/schema.ts";
import { wrongCash } from "../fixtures/cash-recount.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { hydrated, LAPTOP, openProduct, PHONE } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { countSteps, expectSteps, type Steps } from "../fixtures/count-steps.ts";
import { outForDelivery, pinOf } from "../fixtures/proofs.ts";
import { button, codeAtStop, doneText, key, sentText, typeDigits } from "../fixtures/rider-page.ts";
import { bookedAt, makeHubs, makeRider, recountRoad } from "../fixtures/road.ts";

const product = await closedAfterAll(openProduct({ camera: true }));
const { services } = product;
const { db } = services;
const { IKJ } = await makeHubs(product, "IKJ");
const desk = await makeAdmin(product, "moderator");
const SHIFT = "271828";

/** The page of a phone that the office has enrolled for the rider and that is on a shift. */
async function onShift(riderId: string): Promise<Page> {
  const office = await product.admin({ size: LAPTOP });
  await office.goto(`/admin/riders/${riderId}`);
  await hydrated(office);
  await office.getByRole("button", { name: "Add phone" }).click();
  const number = await office.getByText(/^\d{4} \d{4}$/).innerText();
  const page = await product.person({ size: PHONE });
  await page.goto("/rider/enrol");
  await page.getByLabel("Number").fill(number);
  await page.getByRole("button", { name: "Make this my phone" }).click();
  await page.getByText("Choose six digits").waitFor();
  await typeDigits(page, SHIFT);
  await page.getByText("The same six digits again").waitFor();
  await typeDigits(page, SHIFT);
  await page.getByText(/of \d+ pieces? done/).waitFor();
  return page;
}

/** A parcel with cash on delivery, whose receiver has a PIN. */
async function parcelPaidAtDoor() {
  const [payee] = await db.insert(payees).values({}).returning();
  const paid = await bookedAt(product, desk, IKJ.id, {
    receiverEmail: "bola@example.com",
    receiverPhone: "08037654321",
    receiverAddress: "1 Bode Thomas Street, Surulere, Lagos",
  });
  await db.insert(cashOnDelivery).values({
    bookingId: paid.booking.id,
    payeeId: payee!.id,
    amountKobo: 4_400_000,
    codFeePerMille: 15,
    codFeeMinimumKobo: 30_000,
  });
  return paid;
}

async function deliverWithCashAndPin(page: Page, steps: Steps, pin: string): Promise<void> {
  product.network = "up";
  await steps.click(button(page, "Delivered"));
  await steps.click(button(page, /₦44,000 cash taken/));
  for (const digit of pin) await steps.click(key(page, digit));
  await page.getByText("The PIN is right.").waitFor();
  await steps.click(button(page, "Delivered"));
  expectSteps("deliver with cash and PIN, on the phone", steps);
}

async function deliverOfflineWithPhoto(page: Page): Promise<void> {
  product.network = "down";
  await button(page, "Delivered").click();
  await page.getByLabel("Who took it?").fill("Gateman Sule");
  await button(page, "Take the picture").click();
  await button(page, "Delivered").click();
}

async function failAttempt(page: Page, steps: Steps): Promise<void> {
  steps.done();
  await steps.click(button(page, "Not delivered"));
  await steps.click(button(page, "Nobody home"));
  await steps.click(button(page, "Not delivered"));
  expectSteps("say why it was not delivered, on the phone", steps);
}

/**
 * Checks that the office has the proofs, holders, events and cash of the work at the doors, and that each sum equals
 * its recount.
 */
async function expectInOffice(
  ids: string[],
  runId: string,
  riderId: string,
  done: Map<string, string>,
): Promise<void> {
  const rows = await db
    .select({ code: bookings.trackingCode, kind: proofs.kind, holder: pieces.holderKind })
    .from(proofs)
    .innerJoin(bookings, eq(bookings.id, proofs.bookingId))
    .innerJoin(pieces, eq(pieces.bookingId, bookings.id))
    .where(inArray(bookings.id, ids));
  expect(new Map(rows.map(({ code, kind }) => [code, kind]))).toEqual(done);
  for (const { kind, holder } of rows) expect(holder).toBe(kind === "attempt" ? "rider" : "receiver");
  const events = await db.select().from(bookingEvents).where(eq(bookingEvents.runId, runId));
  expect(events.filter(({ kind }) => kind === "delivered")).toHaveLength(2);
  expect(events.filter(({ kind }) => kind === "attempted")).toHaveLength(1);
  const [balance] = await db.select().from(cashAccounts).where(eq(cashAccounts.holderId, riderId));
  expect(balance).toMatchObject({ balanceKobo: 4_400_000 });
  expect([await recountRoad(product), await wrongCash(db)]).toEqual([[], []]);
}

test(
  "[PHONE-9] [PHONE-5] [DEED-5] three doors, one of them offline: events, custody, cash and proofs in the office are what was tapped",
  { timeout: 120_000 },
  async () => {
    const musa = await makeRider(product, IKJ.id);
    const paid = await parcelPaidAtDoor();
    const places = [2, 3].map((n) => ({
      receiverPhone: `0803765432${n}`,
      receiverAddress: `${n} Bode Thomas Street, Surulere, Lagos`,
    }));
    const { run, parcels } = await outForDelivery(product, desk, { hub: IKJ.id, rider: musa.id }, places, [
      paid,
    ]);
    const pin = await pinOf(services, paid.booking.id);
    const page = await onShift(musa.id);
    const steps = countSteps(page);
    const done = new Map<string, string>();
    for (let n = 0; n < 3; n++) {
      const code = await codeAtStop(page);
      if (code === paid.booking.trackingCode) {
        await deliverWithCashAndPin(page, steps, pin);
        done.set(code, "pin");
      } else if (![...done.values()].includes("photo")) {
        await deliverOfflineWithPhoto(page);
        done.set(code, "photo");
      } else {
        await failAttempt(page, steps);
        done.set(code, "attempt");
      }
      await vi.waitFor(async () => expect(await doneText(page)).toBe(`${n + 1} of 3 pieces done`));
    }
    product.network = "up";
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await vi.waitFor(async () => expect(await sentText(page)).toBe("All sent"), 20_000);
    await vi.waitFor(
      async () => expect((await db.select().from(proofPictures)).map(({ kind }) => kind)).toEqual(["photo"]),
      20_000,
    );
    const ids = [paid, ...parcels].map(({ booking }) => booking.id);
    await expectInOffice(ids, run.id, musa.id, done);
    const office = await product.admin({ size: LAPTOP });
    await office.goto(`/admin/runs/${run.id}`);
    expect(await office.getByText("Nobody home").count()).toBeGreaterThan(0);
  },
);
