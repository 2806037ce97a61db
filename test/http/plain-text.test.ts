/** The spellings of pasted text in bookings, sign-ins, tracking and search queries. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { OTHER_SIGNS, UNSEEN } from "../fixtures/spellings.ts";
import { linkFor } from "../fixtures/people.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
await app.admin("super_admin", "boss-1@ona.test");
const PASSWORD = "a-long-test-password";
const ALL = [...UNSEEN, ...OTHER_SIGNS];
const spelled = (fields: Record<string, string>, spell: (text: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, spell(text)]));

test.each(ALL)("[TEXT-1] [TEXT-2] a booking with %s is stored as the plain one", async (name, spell) => {
  const texts = { senderName: "Ngọ́zi Eze", senderAddress: BODY.senderAddress };
  const signs = {
    senderPhone: "0803-123 4567",
    senderEmail: "ngozi-o@example.com",
    packageWeight: "2.5",
    declaredValue: "12500.50",
  };
  const isText = UNSEEN.some(([one]) => one === name);
  const guest = app.visitor();
  const answer = await guest.ask("/book", {
    form: {
      ...{ ...BODY, ...(isText ? spelled(texts, spell) : texts), ...spelled(signs, spell) },
      idempotencyKey: await guest.keyOf("/book"),
    },
  });
  expect(answer.status, answer.text).toBe(302);
  const code = new URL(answer.location ?? "", "http://here").searchParams.get("code") ?? "";
  const [row] = await app.services.db.select().from(bookings).where(eq(bookings.trackingCode, code));
  expect(row).toMatchObject({
    senderName: texts.senderName.normalize("NFC"),
    senderAddress: BODY.senderAddress,
    senderPhone: "+2348031234567",
    senderEmail: "ngozi-o@example.com",
    packageWeight: 2.5,
    declaredValueKobo: 1_250_050,
  });
  const tracked = await guest.ask(`/track?code=${encodeURIComponent(spell(code))}`);
  expect(tracked.text).toContain("Ikeja, Lagos");
});

test.each(ALL)("[TEXT-2] an email with %s gets a link, and staff sign in", async (name, spell) => {
  const email = `ada-${ALL.findIndex(([one]) => one === name)}@example.com`;
  app.clock.pass(61_000);
  const who = app.visitor();
  const form = { idempotencyKey: await who.keyOf("/login"), email: spell(email) };
  expect((await who.ask("/login", { form })).location).toMatch(/^\/login\?sent=1/);
  expect(await linkFor(app, email)).toContain("code=");
  const signedIn = await app
    .visitor()
    .ask("/admin/login", { form: { email: spell("boss-1@ona.test"), password: PASSWORD } });
  expect(signedIn.status).toBe(302);
});

test("[TEXT-3] a password stays as it is typed", async () => {
  const form = { email: "boss-1@ona.test", password: ` ${PASSWORD}\u200b` };
  expect((await app.visitor().ask("/admin/login", { form })).status).toBe(401);
});

test("[TEXT-4] the track field and the desk find a code in a sentence and in a link; of two, both are offered", async () => {
  const staff = await app.admin("moderator");
  const guest = app.visitor();
  const code = async () => {
    const form = { ...BODY, idempotencyKey: await guest.keyOf("/book") };
    return new URL((await guest.ask("/book", { form })).location ?? "", "http://h").searchParams.get("code")!;
  };
  const [one, two] = [await code(), await code()];
  const digits = one.slice(2, -2);
  const encoded = (text: string) => encodeURIComponent(text);
  for (const text of [
    `Your code is ${one}.`,
    `https://ona.example/track?code=${one}`,
    `OD ${digits}, Lagos`,
  ]) {
    expect((await guest.ask(`/track?code=${encoded(text)}`)).text, text).toContain("Ikeja, Lagos");
    expect((await staff.ask(`/admin/bookings?q=${encoded(text)}`)).text, text).toContain(one);
  }
  const both = await guest.ask(`/track?code=${encoded(`${one} or ${two}`)}`);
  expect(both.status).toBe(200);
  for (const each of [one, two]) expect(both.text).toContain(`/track?code=${each}`);
  expect(both.text).not.toContain("Ikeja, Lagos");
});

test("[TEXT-5] ?q=olayinka finds 'Ọláyínká' in bookings and customers, and what folds to nothing finds nothing", async () => {
  const staff = await app.admin("moderator");
  const guest = app.visitor();
  const form = { ...BODY, senderName: "Ọláyínká Adé", senderEmail: "ade@example.com" };
  await guest.ask("/book", { form: { ...form, idempotencyKey: await guest.keyOf("/book") } });
  for (const page of ["/admin/bookings", "/admin/customers"]) {
    expect((await staff.ask(`${page}?q=olayinka`)).text).toContain("Ọláyínká");
    for (const nothing of ["'", "...", "\u0301"])
      expect((await staff.ask(`${page}?q=${encodeURIComponent(nothing)}`)).text).not.toContain("Ọláyínká");
  }
});
