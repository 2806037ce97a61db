/** Pages that everybody may open, and parts that all pages have. */
import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp());

test("[HOME-2] the page about the company names its year, values and leaders", async () => {
  const { text } = await app.visitor().ask("/about");
  for (const word of ["2020", "Excellence", "Trust", "Innovation", "Responsibility"])
    expect(text).toContain(word);
  for (const leader of ["Adaeze Okonkwo", "Tunde Bakare", "Halima Sani"]) expect(text).toContain(leader);
});

test("[HOME-3] every page leads to the others, to the sign-in and out again", async () => {
  const links = ["Home", "About Us", "Book a Delivery", "Track Package", "Contact Us"];
  const guest = (await app.visitor().ask("/about")).text;
  for (const link of [...links, "Login", String(new Date().getFullYear())]) expect(guest).toContain(link);
  const customer = (await (await app.customer("ada@ona.test")).ask("/about")).text;
  for (const link of [...links, "Profile", "Logout"]) expect(customer).toContain(link);
});

test("[TRACK-8] a shared tracking link has a title, a text and a picture, and nothing personal", async () => {
  const booked = await bookOne(app);
  const { text } = await app.visitor().ask(`/track?code=${booked.trackingCode}`);
  const preview = [...text.matchAll(/<meta property="og:(\w+)" content="([^"]+)"/g)];
  expect(preview.map(([, name]) => name)).toEqual(expect.arrayContaining(["title", "description", "image"]));
  const words = preview.map(([, , content]) => content).join("\n");
  for (const personal of [booked.senderName, booked.receiverName, booked.senderPhone, booked.senderEmail])
    expect(words).not.toContain(personal);
});

test("[WEB-9] an unknown path is a 404 that says so and leads home", async () => {
  const { status, text } = await app.visitor().ask("/no/such/page");
  expect(status).toBe(404);
  for (const part of ["404", "Oops! Page not found", 'href="/"']) expect(text).toContain(part);
});
