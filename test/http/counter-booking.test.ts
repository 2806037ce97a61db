/** Bookings at the counter, over HTTP: the sender is known by phone and may have no email. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { linkOf } from "../../app/parcels/receiver-link/receiver-link.server.ts";
import { bookings, customerSummaries, mails } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const { db } = app.services;
await publishPrices(app);
const moderator = await app.admin("moderator");
const FORM = "/admin/bookings/new";
const book = (form: Record<string, string>) => moderator.send(FORM, { ...BODY, ...form });
const codeIn = (location: string | null) => /OD\w+/.exec(location ?? "")![0];

test("[STAFF-24] [STAFF-9] without an email a booking is found, priced, tracked and moved; nobody is mailed, and no customer is listed", async () => {
  const code = codeIn((await book({ senderEmail: "", senderPhone: "0803 777 1234" })).location);
  const [row] = await db.select().from(bookings).where(eq(bookings.trackingCode, code));
  const money = await moderator.ask(`/admin/bookings/${code}/money`);
  expect(money.text).toContain("₦14,000");
  expect((await moderator.ask("/admin/bookings?q=08037771234")).text).toContain(code);
  await moderator.send("/admin/bookings", { id: row!.id, version: "1", status: "in_transit" });
  const tracked = await app.visitor().ask(`/track?code=${code}`);
  expect(tracked.text).toContain("In Transit");
  // The first booking has no email of the sender, so only this second booking sends a mail.
  const mailed = codeIn((await book({ senderEmail: "bola@example.com" })).location);
  const sent = () => db.select({ to: mails.toAddress, subject: mails.subject }).from(mails);
  const subjects = async () => (await sent()).map(({ subject }) => subject).join();
  await expect.poll(subjects, { timeout: 10_000 }).toContain(mailed);
  expect((await sent()).map(({ to }) => to)).toEqual(["bola@example.com"]);
  expect((await db.select().from(customerSummaries)).map(({ email }) => email)).toEqual(["bola@example.com"]);
});

test("[STAFF-24] [BOOK-1] a wrong email is refused there too; the sender's own form asks for one", async () => {
  expect((await moderator.ask(FORM)).text).toMatch(/Email<span[^>]*> \(optional\)/);
  expect((await book({ senderEmail: "bola@" })).text).toContain("Please enter a valid email address");
  const guest = await app.visitor().send("/book", { ...BODY, senderEmail: "" });
  expect([guest.status, guest.text.includes("Enter the sender&#x27;s email address")]).toEqual([400, true]);
});

test("[RECEIVER-3] the paper receipt of a sender without an email has the receiver's link; one with an email, and a label, have none", async () => {
  const receiptOf = async (code: string) =>
    /\/receipts\/[\w.-]+/.exec((await moderator.ask(`/admin/bookings/${code}/money`)).text)![0];
  const code = codeIn((await book({ senderEmail: "", senderPhone: "0803 777 1235" })).location);
  const link = await linkOf(app.services, "receiver", code);
  const { text } = await moderator.ask(await receiptOf(code));
  const svg = `${await receiptOf(code)}/receiver.svg`;
  const picture = await moderator.ask(svg);
  expect(picture.headers.get("Content-Type")).toBe("image/svg+xml");
  for (const part of link.replace(/^https?:\/\//, "").split(/(?<=\.)(?=[0-9a-f]{32}$)/))
    expect(picture.text).toContain(`>${part}<`);
  // The page has no link as text. Only the printed page shows it, as a picture, so that staff do not read it on the
  // screen.
  expect(text).not.toContain("/r/");
  expect(text).toMatch(/hidden [^"]*print:flex[^>]*><div[^>]*>\s*<h2[^>]*>For the receiver/);
  expect(text).not.toMatch(/PIN (?:<!-- -->)?\d{4}/);
  const label = await moderator.ask(`/admin/waybills?codes=${code}`);
  expect(label.text).toContain(code);
  expect(label.text).not.toContain("/r/");
  const other = codeIn((await book({ senderEmail: "bola@example.com" })).location);
  expect((await moderator.ask(await receiptOf(other))).text).not.toContain("For the receiver");
  expect((await moderator.ask(`${await receiptOf(other)}/receiver.svg`)).status).toBe(404);
  // Everybody else with the receipt's URL, even other staff, gets neither the receiver's part of the page nor its
  // picture.
  for (const who of [
    app.visitor(),
    await app.admin("super_admin"),
    await app.admin("moderator", "colleague@ona.test"),
  ]) {
    expect((await who.ask(await receiptOf(code))).text).not.toContain("For the receiver");
    expect((await who.ask(svg)).status).toBe(404);
  }
  const status = (is: "delivered" | "pending") =>
    db
      .update(bookings)
      .set({ status: is, deliveredAt: is === "delivered" ? app.clock.now() : null })
      .where(eq(bookings.trackingCode, code));
  await status("delivered");
  expect((await moderator.ask(svg)).status).toBe(404);
  await status("pending");
  for (const [minutes, answer] of [
    [59, 200],
    [61, 404],
  ] as const) {
    const createdAt = new Date(app.clock.now().getTime() - minutes * 60_000);
    await db.update(bookings).set({ createdAt }).where(eq(bookings.trackingCode, code));
    expect([minutes, (await moderator.ask(svg)).status]).toEqual([minutes, answer]);
  }
});
