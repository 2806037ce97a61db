/** The page on which senders change or cancel a booking: access to it, and its forms without JavaScript. */
import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { bookPriced, publishPrices } from "../fixtures/prices.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
await publishPrices(app);
const FORM = { ...BODY, deliveryType: "standard", version: "1", intent: "" };
const sent = (more: Record<string, string>) => ({ form: { idempotencyKey: crypto.randomUUID(), ...more } });

test("[BOOK-27] a tracking code alone opens and cancels nothing; the browser that booked, and the mailed address do", async () => {
  const { sender, code } = await bookPriced(app);
  const path = `/bookings/${code}`;
  const stranger = app.visitor();
  const refused = await stranger.ask(path);
  expect(refused.status).toBe(404);
  expect(refused.text).toContain("Only the sender can change this booking");
  expect(refused.text).not.toContain("Bompai");
  expect((await stranger.ask(path, sent({ intent: "cancel", code }))).status).toBe(404);
  expect((await stranger.ask(`${path}.wrong`, sent({ intent: "cancel", code }))).status).toBe(404);
  const other = (await bookPriced(app)).sender;
  expect((await other.ask(path, sent({ intent: "cancel", code }))).status).toBe(404);
  const staff = await app.admin("support");
  expect((await staff.ask(path)).status).toBe(404);
  expect((await sender.ask(`/track?code=${code}`)).text).toContain(`href="${path}"`);
  expect((await stranger.ask(`/track?code=${code}`)).text).not.toContain("/bookings/");

  const find = async () => (await app.mails(0)).find((mail) => mail.text.includes(`Tracking code: ${code}`));
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  const mailed = /Change or cancel: http:\/\/[^/]+(\/bookings\/\S+)/.exec((await find())!.text)![1]!;
  const page = await stranger.ask(mailed);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Bompai");
  const done = await stranger.ask(mailed, sent({ intent: "cancel" }));
  expect(done).toMatchObject({ status: 302, location: `/track?code=${code}` });
  expect(done.toast).toMatchObject({ title: "Parcel cancelled" });
  const tracked = (await app.visitor().ask(`/track?code=${code}`)).text;
  expect(tracked).toContain("The sender cancelled this parcel.");
  expect(tracked).not.toContain("₦");
  const own = (await sender.ask(`/track?code=${code}`)).text;
  expect(own).toContain("Price and payments");
  expect(own).not.toContain("Print waybill");
  const again = await sender.ask(path, sent({ intent: "cancel" }));
  expect(again.status).toBe(409);
  expect(again.text).toContain("You cancelled this parcel already");
  const mail = async () =>
    (await app.mails(0)).find(({ subject }) => subject === `Your parcel to Kano is cancelled: ${code}`);
  await expect.poll(mail, { timeout: 15_000 }).toBeDefined();
  expect((await mail())!.text).toContain("You cancelled this parcel, so we do not pick it up.");
});

test("[BOOK-28] the new price is shown beside the button, and sending the form again saves it; staff see both", async () => {
  const { sender, code } = await bookPriced(app);
  const path = `/bookings/${code}`;
  expect((await sender.ask(path)).text).toContain('value="2.5"');
  const heavier = { ...FORM, packageWeight: "12", receiverName: "Bola Ade" };
  const asked = await sender.ask(path, sent(heavier));
  expect(asked.status).toBe(400);
  expect(asked.text).toMatch(/The price becomes ₦[\d,.]+; it was ₦[\d,.]+\. Press the button again/);
  const newPrice = /name="newPrice" value="(\d+)"/.exec(asked.text)![1]!;
  const saved = await sender.ask(path, sent({ ...heavier, newPrice }));
  expect(saved).toMatchObject({ status: 302, location: `/track?code=${code}` });
  const office = (await (await app.admin("support")).ask(`/admin/bookings/${code}`)).text;
  for (const shown of ["Bola Ade", "12 kg", "by Sender"]) expect(office).toContain(shown);
});

test("[BOOK-28] what was printed is corrected by staff alone, and says so", async () => {
  const { sender, code } = await bookPriced(app);
  expect((await sender.ask(`/waybill/${code}`)).status).toBe(200);
  const page = (await sender.ask(`/bookings/${code}`)).text;
  expect(page).toContain("The waybill is printed");
  expect(page).toContain("Yes, cancel it");
  const refused = await sender.ask(`/bookings/${code}`, sent({ ...FORM, receiverName: "Bola" }));
  expect(refused.status).toBe(409);
});
