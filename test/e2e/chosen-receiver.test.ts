/** A sender chooses a saved receiver in the middle of a booking, in a real browser. */
import { expect, test } from "vitest";
import { savedReceivers } from "../../app/platform/db/schema.ts";
import { fieldOf } from "../fixtures/booking-form.ts";
import { hydrated, openProduct } from "../fixtures/browser.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { makePayee } from "../fixtures/settlements.ts";

const product = await closedAfterAll(openProduct());

test("[SENDER-2] [BOOK-14] who chooses a receiver in the address book keeps the typed sender", async () => {
  const { person } = await makePayee(product);
  const [musa] = await product.services.db
    .insert(savedReceivers)
    .values({
      userId: person.id,
      fullName: "Musa Bello",
      phone: "+2348051234567",
      address: "Kano",
      state: "Kano",
    })
    .returning();
  const page = await product.person({ cookie: await sessionCookie(product, person.id, "customer") });
  await page.goto("/book");
  await hydrated(page);
  await fieldOf(page, "Sender", "Pickup address").fill("4 Allen Avenue, Ikeja, Lagos");
  expect(
    await page.getByRole("link", { name: "Choose from your address book" }).getAttribute("href"),
  ).toContain("?for=booking");
  await page.goto("/profile/address-book?for=booking");
  await page.getByRole("link", { name: "Send a parcel to Musa Bello" }).click();
  await page.waitForURL(`**/book?to=${musa!.id}`);
  await page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>("[name=senderAddress]")?.value.startsWith("4 Allen"),
  );
  expect(await fieldOf(page, "Receiver", "Full name").inputValue()).toBe("Musa Bello");
});
