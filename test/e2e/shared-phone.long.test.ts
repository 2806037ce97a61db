/**
 * PROFILE-7: two people share a phone. Neither person sees or sends the data of the other. Before a sign-out deletes
 * unsent data, the page asks.
 */
import { afterEach, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { bookings, profiles } from "../../app/platform/db/schema.ts";
import { fill } from "../fixtures/booking-form.ts";
import { expectAccessible, LAPTOP, openProduct, settled } from "../fixtures/browser.ts";
import { note } from "../fixtures/long.ts";
import { sessionCookie } from "../fixtures/session-cookie.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const product = await closedAfterAll(openProduct({ serviceWorker: true }));
afterEach(() => {
  product.network = "up";
  product.lostForms = null;
});

/** Creates a customer with a session; returns the customer's id and the session's Cookie header. */
async function person(email: string): Promise<{ id: string; cookie: string }> {
  const { services } = product;
  const [row] = await services.db
    .insert(profiles)
    .values({ email, firstName: "Ada", phone: "+2348031234567", emailVerifiedAt: new Date() })
    .returning();
  return { id: row!.id, cookie: await sessionCookie(product, row!.id, "customer") };
}

async function signInAs(page: Page, cookie: string): Promise<void> {
  const [name, ...value] = cookie.split("=");
  await page.context().addCookies([{ name: name!, value: value.join("="), url: product.origin }]);
  // A person cannot sign in without the network: the page after a sign-in always comes from the server.
  product.network = "up";
  await page.goto("/about");
  await settled(page);
}

/** All data that the browser stores for the product, as one text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((done, fail) => {
      const request = indexedDB.open("ona");
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
    const records = await Promise.all(
      [...db.objectStoreNames].map(
        (name) =>
          new Promise((done) => {
            const all = db.transaction(name).objectStore(name).getAll();
            all.onsuccess = () => done(all.result);
          }),
      ),
    );
    db.close();
    const names = await caches.keys();
    const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      records,
      pages.flat().map(({ url }) => url),
    ]);
  });

/** The bookings with this description that are stored in the product's database. */
const made = (description: string) =>
  product.services.db.select().from(bookings).where(eq(bookings.packageDescription, description));

const signOut = (page: Page) =>
  page.getByRole("navigation", { name: "Main", exact: true }).getByRole("button", { name: "Logout" });

/**
 * Waits until the page says that the booking is in the send queue. The typed values cannot show that, because the
 * form's review shows them too.
 */
const queued = (page: Page) =>
  page.getByText("We send this booking once you have network, and book it only once.").waitFor();

/** Sends the booking form while the network is down, until the booking is in the send queue. */
async function bookOffline(page: Page, packageDescription: string): Promise<void> {
  await page.goto("/book");
  await settled(page);
  product.network = "down";
  await fill(page);
  await page.locator("[name=packageDescription]").fill(packageDescription);
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await queued(page);
  // The list of queued bookings may be drawn before the form is empty again.
  await expect.poll(() => page.locator("[name=packageDescription]").inputValue()).toBe("");
}

test("[PROFILE-7] drafts, waiting bookings and last parcels stay with their person, and go when they sign out, after a question", async () => {
  const ada = await person("ada@example.com");
  const bola = await person("bola@example.com");
  const page = await product.person({ size: LAPTOP, cookie: ada.cookie });

  // Ada has a half-filled form, and a booking in the send queue.
  await bookOffline(page, "Ada's books");
  await page.locator("[name=receiverName]").fill("Ada's secret friend");

  // Bola signs in on Ada's phone: Ada's draft and queued booking are neither shown nor sent.
  await signInAs(page, bola.cookie);
  await page.goto("/book");
  await settled(page);
  expect(await page.locator("[name=receiverName]").inputValue()).toBe("");
  expect(await page.getByText("Ada's books").count()).toBe(0);
  await page.locator("[name=receiverName]").fill("Bola's aunt");

  // Bola signs out with no booking in the queue: the page asks no question, and only Bola's data is deleted.
  await signOut(page).click();
  await page.getByRole("link", { name: "Login" }).first().waitFor();
  await expect.poll(() => stored(page)).not.toContain("Bola's aunt");
  expect(await stored(page)).toContain("Ada's books");
  expect(await stored(page)).not.toContain("bola@");

  // A guest on the phone sees no data of Ada or Bola.
  await page.goto("/book");
  await settled(page);
  expect(await page.getByText("Ada's books").count()).toBe(0);
  expect(await page.locator("[name=receiverName]").inputValue()).toBe("");

  // Ada signs in again, and finds her draft and her queued booking. The page asks before it signs her out.
  expect(await made("Ada's books")).toHaveLength(0);
  product.lostForms = "/book";
  await signInAs(page, ada.cookie);
  await page.goto("/book");
  await page.getByText("Ada's books for").waitFor();
  expect(await page.locator("[name=receiverName]").inputValue()).toBe("Ada's secret friend");
  await signOut(page).click();
  const question = page.getByRole("dialog", { name: "1 booking not sent yet" });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Send now" }).click();
  await question.getByText("Not sent yet.").waitFor();
  await question.getByRole("button", { name: "Stay signed in" }).click();
  await question.waitFor({ state: "detached" });
  expect(await page.getByText("Ada's books").count()).toBe(1);

  await signOut(page).click();
  await question.getByRole("button", { name: "Sign out and delete" }).click();
  await page.getByRole("link", { name: "Login" }).first().waitFor();
  await expect.poll(() => stored(page)).not.toMatch(/Ada's|secret friend/);
  expect(await made("Ada's books")).toHaveLength(0);
  note("Two people on one phone", {
    "of the first person shown to the second, or to a guest": 0,
    "sent as the second person's": 0,
    "left on the phone after signing out": 0,
  });
});

test("'Send now' books it as the person's own, a guest's booking is sent as a guest's, also while somebody is signed in", async () => {
  const chidi = await person("chidi@example.com");
  const page = await product.person({ size: LAPTOP });

  // Chidi signs in while a guest's booking is in the send queue.
  await bookOffline(page, "Guest's lamp");
  await signInAs(page, chidi.cookie);
  await page.goto("/book");
  await expect
    .poll(async () => (await made("Guest's lamp")).map(({ customerId }) => customerId), { timeout: 20_000 })
    .toEqual([null]);
  expect(await page.getByText("Guest's lamp").count()).toBe(0);
  expect(await page.getByText("Booking successful!").count()).toBe(0);

  product.lostForms = "/book";
  await fill(page);
  await page.locator("[name=packageDescription]").fill("Chidi's radio");
  await page.getByRole("button", { name: "Book Delivery" }).click();
  await queued(page);
  await signOut(page).click();
  const question = page.getByRole("dialog", { name: "1 booking not sent yet" });
  await question.waitFor();
  product.lostForms = null;
  await question.getByRole("button", { name: "Send now" }).click();
  await question.waitFor({ state: "detached" });
  await page.getByText("Booking successful!").waitFor();
  expect((await made("Chidi's radio")).map(({ customerId }) => customerId)).toEqual([chidi.id]);
});

testWhere(ONLY_LONG)(
  "a guest's half-filled booking is not shown to who signs in, and theirs not to the guest after them",
  async () => {
    const dayo = await person("dayo@example.com");
    const page = await product.person({ size: LAPTOP });
    const receiver = page.locator("[name=receiverName]");
    const open = async () => {
      await page.goto("/book");
      await settled(page);
    };
    await open();
    await receiver.fill("The guest's aunt");
    await signInAs(page, dayo.cookie);
    await open();
    expect(await receiver.inputValue()).toBe("");
    await receiver.fill("Dayo's uncle");
    await page.reload();
    await expect.poll(() => receiver.inputValue()).toBe("Dayo's uncle");
    await signOut(page).click();
    await page.getByRole("link", { name: "Login" }).first().waitFor();
    await open();
    await expect.poll(() => receiver.inputValue()).toBe("The guest's aunt");
    expect(await stored(page)).not.toContain("Dayo's uncle");
  },
);

testWhere(ONLY_LONG)(
  "signing out without a network says so and changes nothing; when only its answer is lost, the draft goes too",
  async () => {
    const efe = await person("efe@example.com");
    const page = await product.person({ size: LAPTOP, cookie: efe.cookie });
    const receiver = page.locator("[name=receiverName]");
    await page.goto("/book");
    await settled(page);
    await receiver.fill("Efe's friend");
    for (const state of ["down", "deaf"] as const) {
      product.network = state;
      await signOut(page).click();
      await page.getByRole("alert").filter({ hasText: "Logout Error" }).waitFor();
      product.network = "up";
      expect(await receiver.inputValue()).toBe("Efe's friend");
      await page.reload();
      await settled(page);
      if (state === "deaf") break;
      expect(await signOut(page).count()).toBe(1);
      await expect.poll(() => receiver.inputValue()).toBe("Efe's friend");
    }
    expect(await signOut(page).count()).toBe(0);
    await expect.poll(() => stored(page)).not.toContain("Efe's friend");
    expect(await receiver.inputValue()).toBe("");
  },
);
