/** From the quote page to the booking form, and the price without a script. */
import { expect, test } from "vitest";
import { bookingCharges, bookings, idempotencyKeys } from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const HEAVY = "A document weighs at most 0.5 kg. Choose Parcel.";
const QUOTE = "/quote?from=Lagos&to=Kano&weight=2.5&type=Electronics&value=20000";
const LINE = /Express, Lagos to Kano, 2\.5 kg(?:<!-- -->|: )+<strong[^>]*>₦14,900</;

/** The URL of a link on a page, as a browser reads it from the HTML. */
function linkTo(text: string, path: string, more = ""): string {
  const found = [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
  return found.find((href) => href.startsWith(path) && href.includes(more)) ?? "";
}
const chosen = (text: string, name: string) =>
  /<option value="([^"]*)" selected="">/.exec(
    new RegExp(`<select[^>]*name="${name}".*?</select>`).exec(text)?.[0] ?? "",
  )?.[1];
const stored = async () => [
  (await app.services.db.select().from(bookings)).length,
  (await app.services.db.select().from(bookingCharges)).length,
  (await app.services.db.select().from(idempotencyKeys)).length,
];
const pressed = (who: Visitor, form: Record<string, string>) =>
  who.ask("/book", { form: { ...form, intent: "show-price" } });

test("[PRICE-10] without a price list the form says for which parcel we tell the price", async () => {
  const guest = app.visitor();
  const { text } = await guest.ask(linkTo((await guest.ask(QUOTE)).text, "/book?", "express"));
  expect(text).toMatch(/Express, Lagos to Kano, 2\.5 kg.{0,60}We will tell you the price/);
  expect(text).not.toContain("Show price");
  await publishPrices(app);
});

test("[PRICE-10] 'Book Express' carries from, to, weight, type, service and value; 'Change' carries them back", async () => {
  const guest = app.visitor();
  const form = await guest.ask(linkTo((await guest.ask(QUOTE)).text, "/book?", "express"));
  expect(form.text).toMatch(LINE);
  expect(chosen(form.text, "senderState")).toBe("Lagos");
  expect(chosen(form.text, "receiverState")).toBe("Kano");
  expect(chosen(form.text, "packageType")).toBe("Electronics");
  expect(form.text).toMatch(/name="packageWeight" value="2\.5"/);
  expect(form.text).toMatch(/name="declaredValue" value="20000"/);
  expect(form.text).toMatch(/checked="" value="express"|value="express" checked=""/);
  // The bar at the bottom shows the price from the form's first step on.
  expect(form.text).toMatch(/data-price-bar.*?Express.*?₦14,900/);
  const change = linkTo(form.text, "/quote?");
  const back = await guest.ask(change);
  expect(chosen(back.text, "type")).toBe("Electronics");
  expect(back.text).toContain("₦14,900");
  expect(linkTo(form.text, "/login", "from")).toContain(encodeURIComponent("service=express"));
});

test("[PRICE-10] what is no whole question fills in nothing", async () => {
  for (const query of [
    "from=Lagos",
    "from=Lagos&to=Kano&weight=x&service=express",
    "from=Lagos&to=Kano&weight=1",
  ]) {
    const { status, text } = await app.visitor().ask(`/book?${query}`);
    expect(status).toBe(200);
    expect(chosen(text, "senderState")).not.toBe("Lagos");
    expect(text).not.toContain("Change</a>");
  }
});

test("[PRICE-10] [BOOK-10] a customer's own address fills in its state, and stays out where a price from another state was asked for", async () => {
  const ada = await app.customer("ada-quoted@example.com");
  await ada.ask("/profile", {
    form: {
      intent: "update",
      firstName: "Ada",
      lastName: "Obi",
      phone: "0803 123 4567",
      address: "4 Allen Avenue, Ikeja, Lagos",
    },
  });
  const address = async (from: string) =>
    (await ada.ask(`/book?from=${from}&to=Kano&weight=1&service=standard`)).text.includes("4 Allen Avenue");
  expect([await address("Lagos"), await address("Rivers")]).toEqual([true, false]);
  const plain = (await ada.ask("/book")).text;
  expect(chosen(plain, "senderState")).toBe("Lagos");
});

test("[PRICE-10] [BOOK-16] without a script the first button shows the price, stores nothing and keeps form and key", async () => {
  const guest = app.visitor();
  const key = await guest.keyOf("/book");
  const { text } = await guest.ask("/book");
  const buttons = [...text.slice(text.indexOf('name="senderName"')).matchAll(/<button type="submit"[^>]*>/g)];
  expect(buttons[0]![0]).toContain('value="show-price"');
  const form = { ...BODY, senderName: "Ngozi & Söhne", idempotencyKey: key };
  const before = await stored();
  const shown = await pressed(guest, form);
  expect(shown.status).toBe(200);
  expect(shown.text).toMatch(/Express, Lagos to Kano, 2\.5 kg.{0,80}₦14,000/);
  expect(shown.text).toContain("Nothing is booked yet");
  expect(shown.text).toContain('value="Ngozi &amp; Söhne"');
  expect(shown.text).toContain("12 Bompai Road, Kano");
  expect(shown.text).toContain(`value="${key}"`);
  expect(await stored()).toEqual(before);
  // Showing the price has not used the key: the form can still book with it, and books only once.
  const booked = await guest.ask("/book", { form });
  expect(booked.location).toMatch(/^\/track\?code=OD/);
  expect((await guest.ask("/book", { form })).location).toBe(booked.location);
  expect((await stored())[0]).toBe(before[0]! + 1);
});

test("[PRICE-10] 'Show price' asks only for what the price needs", async () => {
  const guest = app.visitor();
  const half = {
    senderState: "Lagos",
    receiverAddress: "12 Bompai Road, Kano",
    packageWeight: "2.5",
    packageType: "Parcel",
  };
  const shown = await pressed(guest, half);
  expect(shown.text).toMatch(/Standard, Lagos to Kano, 2\.5 kg.{0,80}₦6,450/);
  const wrong = await pressed(guest, {
    ...half,
    receiverAddress: "",
    packageWeight: "heavy",
    deliveryType: "same_day",
  });
  expect(wrong.status).toBe(400);
  for (const error of [
    "Choose the state of the delivery address",
    "Enter the weight in kilograms as a number",
  ])
    expect(wrong.text).toContain(error);
  expect(wrong.text).not.toContain("Enter the sender&#x27;s full name");
});

test("[PRICE-10] [STAFF-24] at the counter too", async () => {
  const moderator = await app.admin("moderator");
  const before = await stored();
  const { text, status } = await moderator.send("/admin/bookings/new", { ...BODY, intent: "show-price" });
  expect([status, text.includes("₦14,000")]).toEqual([200, true]);
  expect(await stored()).toEqual(before);
});

test("[BOOK-21] a document above 0.5 kg is refused on both forms, and without a choice it is a parcel", async () => {
  const guest = app.visitor();
  const refused = await guest.ask("/book", { form: { ...BODY, packageType: "Document" } });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(HEAVY);
  // Without a script the type of the package cannot follow the weight: the refused form has 'Parcel' chosen, so that
  // the next press succeeds.
  expect(chosen(refused.text, "packageType")).toBe("Parcel");
  const priceless = await pressed(guest, { ...BODY, packageType: "Document" });
  expect(priceless.text).toContain(HEAVY);
  expect(priceless.text).toContain("Correct what is marked to see the price.");
  expect(priceless.text).not.toContain("Choose both states");
  const light = await guest.ask("/book", {
    form: { ...BODY, packageType: "Document", packageWeight: "0,5" },
  });
  expect(light.status).toBe(302);

  const quoted = await guest.ask("/quote?from=Lagos&to=Kano&weight=0.6&type=Document");
  expect(quoted.text).toContain(HEAVY);
  // The refused quote has 'Parcel' chosen, so that the next press succeeds.
  expect(chosen(quoted.text, "type")).toBe("Parcel");
  const type = async (query: string) => chosen((await guest.ask(`/quote${query}`)).text, "type");
  const lane = "?from=Lagos&to=Kano&weight=";
  expect([await type(""), await type(`${lane}0.5`), await type(`${lane}0.51`)]).toEqual([
    "Document",
    "Document",
    "Parcel",
  ]);
  expect(chosen((await guest.ask("/book")).text, "packageType")).toBe("Document");
});

test("[BOOK-21] [PROFILE-8] a heavy document from before is sent again as a parcel", async () => {
  const ada = await app.customer("ada-again@example.com");
  const { location } = await ada.ask("/book", {
    form: { ...BODY, packageType: "Document", packageWeight: "0.5" },
  });
  const code = /code=(\w+)/.exec(location!)![1]!;
  const again = async () => chosen((await ada.ask(`/book?again=${code}`)).text, "packageType");
  expect(await again()).toBe("Document");
  await app.services.db.update(bookings).set({ packageWeight: 2 });
  expect(await again()).toBe("Parcel");
});
