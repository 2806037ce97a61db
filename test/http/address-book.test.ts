/** SENDER-1 to SENDER-5: address books over HTTP, without JavaScript. */
import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const HERE = "/profile/address-book";
const MUSA = {
  intent: "add",
  fullName: "Musa Bello",
  phone: "0803 555 0123",
  address: "5 Bompai Road, Kano",
};

test("[SENDER-1] a receiver is added, corrected after an error, edited, exported and deleted", async () => {
  const ada = await app.customer("book@example.com");
  expect((await ada.ask(HERE)).text).toContain("No receivers yet");
  const refused = await ada.send(`${HERE}?add=1`, { ...MUSA, phone: "12" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Enter a real phone number");
  expect(refused.text).toContain('value="Musa Bello"');
  const added = await ada.send(`${HERE}?add=1`, { ...MUSA, note: "=1+1" });
  expect(added).toMatchObject({ status: 302, location: HERE });
  const page = (await ada.ask(HERE)).text;
  expect(page).toContain("Musa Bello");
  const id = /\?edit=([0-9a-f-]{36})/.exec(page)![1]!;
  const file = await ada.ask(`${HERE}/export.csv`);
  expect(file.text).toContain("5 Bompai Road, Kano");
  expect(file.text).toContain("'=1+1");
  expect((await ada.ask(`${HERE}?edit=${id}`)).text).toContain('value="Musa Bello"');
  await ada.send(`${HERE}?edit=${id}`, { ...MUSA, intent: "edit", fullName: "Musa B. Bello" });
  expect((await ada.ask(HERE)).text).toContain("Musa B. Bello");
  const eve = await app.customer("other-book@example.com");
  expect((await eve.ask(`${HERE}?edit=${id}`)).status).toBe(404);
  expect((await eve.send(`${HERE}?edit=${id}`, { ...MUSA, intent: "edit" })).status).toBe(404);
  await ada.send(`${HERE}?delete=${id}`, { intent: "delete" });
  expect((await ada.ask(HERE)).text).toContain("No receivers yet");
  expect((await app.visitor().ask(HERE)).location).toContain("/login");
});

test("[SENDER-2] the booking form finds receivers while typing and is filled in from the list", async () => {
  const ada = await app.customer("typing@example.com");
  await ada.send(`${HERE}?add=1`, { ...MUSA, landmark: "by the mosque" });
  const found = JSON.parse((await ada.ask("/book/receivers.json?q=mus")).text) as { id: string }[];
  expect(found).toMatchObject([{ name: "Musa Bello", address: "5 Bompai Road, Kano (by the mosque)" }]);
  expect((await app.visitor().ask("/book/receivers.json?q=mus")).text).toBe("[]");
  expect((await ada.ask("/book")).text).toContain(HERE);
  expect((await app.visitor().ask("/book")).text).not.toContain(HERE);
  const list = (await ada.ask(HERE)).text;
  expect(list).toContain(`/book?to=${found[0]!.id}`);
  expect((await ada.ask(`/book?to=${found[0]!.id}`)).text).toContain("5 Bompai Road, Kano (by the mosque)");
});

test("[SENDER-3] [SENDER-4] after booking the receiver is saved by one press, and the list has 'Send again'", async () => {
  const ada = await app.customer("after@example.com");
  const form = { ...BODY, idempotencyKey: await ada.keyOf("/book") };
  const code = (await ada.ask("/book", { form })).location!.split("=")[1]!;
  expect((await ada.ask(`/track?code=${code}`)).text).toContain("Save receiver");
  const saved = await ada.send(HERE, { intent: "from-booking", code });
  expect(saved.location).toBe(`/track?code=${code}`);
  expect((await ada.ask(`/track?code=${code}`)).text).not.toContain("Save receiver");
  const list = (await ada.ask(HERE)).text;
  expect(list).toContain(`/book?again=${code}`);
  const data = JSON.parse((await ada.ask("/profile/export.json")).text) as { addressBook: unknown[] };
  expect(data.addressBook).toHaveLength(1);
});
