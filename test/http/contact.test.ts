import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { activityLogs, contactMessages } from "../../app/platform/db/schema.ts";
import { keyInSpace } from "../../app/platform/operations/operation-key.server.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));

const FORM = {
  name: "Bola Ade",
  email: "bola@example.com",
  phone: "0803 123 4567",
  subject: "Tracking Issue",
  message: "Where is it?\n<script>alert(1)</script>",
};

const messagesOf = (key: string, name = "contact.send_message") =>
  app.services.db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.formKey, keyInSpace(app.services, "guests", name, key)));

async function write(more: Record<string, string> = {}) {
  const visitor = app.visitor();
  const key = await visitor.keyOf("/contact");
  const answer = await visitor.ask("/contact", { form: { ...FORM, ...more, idempotencyKey: key } });
  const [row] = await messagesOf(key);
  return { answer, row, key, visitor };
}

describe("at /contact", () => {
  test("[CONTACT-2] a message is stored, mailed to the company, and confirmed", async () => {
    const { answer, row } = await write();
    expect(answer.status).toBe(302);
    expect(answer.toast).toMatchObject({
      title: "Message sent!",
      text: "We've received your message and will get back to you soon.",
    });
    expect(row).toMatchObject({ name: "Bola Ade", phone: "+2348031234567", isRead: false });
    const mails = await app.mails(2);
    const mail = mails.find(({ kind }) => kind === "contact_received");
    expect(mail).toMatchObject({ toAddress: "hello@onadelivery.example" });
    expect(mail!.html).not.toContain("<script>");
  });

  test("[CONTACT-2] the page says so until one leaves it; the writer is mailed that it arrived, five times in an hour at most, without a word that was typed", async () => {
    const strict = await openTestApp({ limitsFactor: 1 });
    for (let n = 0; n < 6; n++) {
      const visitor = strict.visitor();
      const form = { ...FORM, idempotencyKey: await visitor.keyOf("/contact") };
      const { location } = await visitor.ask("/contact", { form });
      expect(location).toBe("/contact?sent=1");
      const page = (await visitor.ask(location!)).text;
      expect(page).toContain("We have your message");
      expect(page).not.toContain("Send Message");
    }
    const mails = await strict.mails(11);
    const copies = mails.filter(({ kind }) => kind === "contact_copy");
    expect(copies).toHaveLength(5);
    expect(copies[0]).toMatchObject({ toAddress: "bola@example.com" });
    for (const { subject, text, html } of copies) {
      expect(text).toContain("It was not you?");
      for (const typed of ["Where is it", "Bola", "0803", "234803", "Tracking Issue", "script>alert"])
        expect(`${subject}${text}${html}`).not.toContain(typed);
    }
    expect(mails.filter(({ kind }) => kind === "contact_received")).toHaveLength(6);
    await strict.close();
  });

  test("[CONTACT-4] a request for a purchase is a message with its own subject", async () => {
    const visitor = app.visitor();
    const key = await visitor.keyOf("/book/purchase");
    const form = { ...FORM, what: "Ankara, 6 yards", where: "Balogun Market, Lagos", upTo: "12500" };
    const wrong = await visitor.ask("/book/purchase", {
      form: { ...form, upTo: "cheap", idempotencyKey: key },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("Balogun Market, Lagos");
    const sent = await visitor.ask("/book/purchase", { form: { ...form, idempotencyKey: key } });
    expect(sent.toast).toMatchObject({ title: "Message sent!" });
    const [row] = await messagesOf(key, "contact.request_purchase");
    expect(row).toMatchObject({
      subject: "Custom Purchase",
      message: "Buy: Ankara, 6 yards\nWhere: Balogun Market, Lagos\nUp to: ₦12,500",
    });
  });
});

describe("at /contact, a message too many or with errors", () => {
  test("sent twice it is one message", async () => {
    const { visitor, key } = await write();
    await visitor.ask("/contact", { form: { ...FORM, idempotencyKey: key } });
    expect(await messagesOf(key)).toHaveLength(1);
  });

  test.each([
    ["name", ""],
    ["email", "bola"],
    ["phone", "12"],
    ["subject", "Gossip"],
    ["message", " "],
  ])("%s '%s' is refused and what was typed stays", async (field, value) => {
    const { answer, row } = await write({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(field === "message" ? "Bola Ade" : "Where is it?");
    expect(row).toBeUndefined();
  });

  test("[CONTACT-3] more than five in ten minutes from one address are too many", async () => {
    const strict = await openTestApp();
    const visitor = strict.visitor();
    const statuses: number[] = [];
    const keys = Array.from({ length: 6 }, () => crypto.randomUUID());
    // The first form is sent again with its key, as after a lost response: it makes no second message.
    for (const idempotencyKey of [...keys, keys[0]!])
      statuses.push((await visitor.ask("/contact", { form: { ...FORM, idempotencyKey } })).status);
    expect(statuses).toEqual([302, 302, 302, 302, 302, 429, 302]);
    await strict.close();
  });
});

const open = (visitor: Visitor, id: string) => visitor.ask(`/admin/contacts?view=${id}`);
const isRead = async (id: string) =>
  (await app.services.db.select().from(contactMessages).where(eq(contactMessages.id, id)))[0]!.isRead;

describe("reading in the back office", () => {
  test("[STAFF-10] opening a message alone writes nothing; marking it read is logged once", async () => {
    const { row } = await write();
    const moderator = await app.admin("moderator");
    const page = await open(moderator, row!.id);
    expect(page.text.replaceAll(/<[^>]*>/g, "")).toContain(
      "From: Bola Ade (bola@example.com) • 0803 123 4567",
    );
    expect(await isRead(row!.id)).toBe(false);
    const marked = await moderator.ask("/admin/contacts", { form: { id: row!.id, intent: "read" } });
    expect(marked.toast).toMatchObject({ title: "Marked as Read", text: "Contact message marked as read." });
    await moderator.ask("/admin/contacts", { form: { id: row!.id, intent: "read" } });
    expect(await isRead(row!.id)).toBe(true);
    expect(
      await app.services.db.select().from(activityLogs).where(eq(activityLogs.entityId, row!.id)),
    ).toHaveLength(1);
  });

  test("[STAFF-10] a page that marks it read while a reply is written gets no toast in a cookie", async () => {
    const { row } = await write();
    const moderator = await app.admin("moderator");
    const opened = await moderator.ask("/admin/contacts", { form: { id: row!.id, intent: "opened" } });
    expect([opened.status, opened.toast]).toEqual([200, null]);
    expect(await isRead(row!.id)).toBe(true);
  });

  test("support reads it and leaves it unread, and may not reply", async () => {
    const { row } = await write();
    const support = await app.admin("support");
    expect((await open(support, row!.id)).status).toBe(200);
    expect((await support.ask("/admin/contacts", { form: { id: row!.id, intent: "read" } })).status).toBe(
      403,
    );
    expect(
      (await support.ask("/admin/contacts", { form: { id: row!.id, intent: "reply", body: "Hi" } })).status,
    ).toBe(403);
    expect(await isRead(row!.id)).toBe(false);
    const logged = await app.services.db
      .select()
      .from(activityLogs)
      .where(eq(activityLogs.action, "refused"));
    expect(logged.map(({ description }) => description)).toEqual([
      `markContactRead on ${row!.id}`,
      `replyToContact on ${row!.id}`,
    ]);
  });
});

describe("answers and the list in the back office", () => {
  test("an unknown button does nothing, and a message that is not there is not found", async () => {
    const { row } = await write();
    const moderator = await app.admin("moderator");
    for (const intent of ["", "delete", "constructor"]) {
      const answer = await moderator.ask("/admin/contacts", { form: { id: row!.id, intent } });
      expect(answer.status).toBe(400);
    }
    expect(await isRead(row!.id)).toBe(false);
    for (const id of ["nonsense", crypto.randomUUID()]) {
      const answer = await moderator.ask("/admin/contacts", { form: { id, intent: "read" } });
      expect([answer.status, answer.text]).toEqual([
        404,
        expect.stringContaining("This message was removed"),
      ]);
    }
  });

  test("[STAFF-10] a reply goes out once, with our address to answer to", async () => {
    const { row } = await write({ email: "replied@example.com" });
    const admin = await app.admin("super_admin");
    const form = {
      id: row!.id,
      intent: "reply",
      body: "It is in Kano.",
      idempotencyKey: crypto.randomUUID(),
    };
    await Promise.all([admin.ask("/admin/contacts", { form }), admin.ask("/admin/contacts", { form })]);
    const sent = async () => (await app.mails(1)).filter((mail) => mail.kind === "contact_reply");
    for (const until = Date.now() + 5000; (await sent()).length === 0 && Date.now() < until;)
      await new Promise((done) => setTimeout(done, 100));
    expect(await sent()).toMatchObject([{ toAddress: "replied@example.com", subject: "Re: Tracking Issue" }]);
    expect(await isRead(row!.id)).toBe(true);
  });

  test("[STAFF-10] tabs, search and the badge say the same", async () => {
    const { row } = await write({ message: "An umbrella of a rare kind" });
    const admin = await app.admin("super_admin");
    expect((await admin.ask("/admin/contacts?q=umbrella")).text).toContain(row!.id);
    expect((await admin.ask("/admin/contacts?tab=unread")).text).toContain(row!.id);
    expect((await admin.ask("/admin/contacts?tab=read")).text).not.toContain(row!.id);
    // The search treats % and _, which are special in LIKE, as ordinary characters.
    expect((await admin.ask("/admin/contacts?q=u%25a")).text).toContain("No messages found.");
  });
});
