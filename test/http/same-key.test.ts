/**
 * BOOK-8: a form that is sent twice with the same idempotency key and content counts once. With other content the
 * second form is refused with 409, and the response has a new key with which it can be sent.
 */
import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import * as tables from "../../app/platform/db/schema.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { bookOne } from "../fixtures/bookings.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { note } from "../fixtures/long.ts";
import { makeProduct, makeStore } from "../fixtures/stores.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const boss = await app.admin("super_admin");

const LOCK = { intent: "activate", password: "open-sesame", confirmPassword: "open-sesame" };
const STORE = {
  storeName: "Ngozi Kitchen",
  email: "owner@example.com",
  phone: "0803 123 4567",
  address: "12 Allen Avenue, Ikeja, Lagos",
  description: "Soups and rice, cooked every day",
  category: "Food",
};

type Form = {
  who: Visitor;
  path: string;
  form: Record<string, string>;
  other: Record<string, string>;
  count: () => Promise<number>;
  /** The text of the refusal, which names the record of the first request. */
  says: (first: { location: string | null }) => string | RegExp;
};

/** Every form that creates a record. In the second request, the values of `other` replace those of `form`. */
const FORMS: Record<string, () => Promise<Form>> = {
  "a booking": async () => ({
    who: app.visitor(),
    path: "/book",
    form: BODY,
    other: { receiverName: "Somebody Else", packageWeight: "9" },
    count: () => app.services.db.$count(tables.bookings),
    says: ({ location }) =>
      new RegExp(
        location!.replace(
          /.*code=OD(\d{4})(\d{4})NG/,
          "OD.?$1.?$2.?NG[^<]*The details below are not booked yet",
        ),
      ),
  }),
  "a message": async () => ({
    who: app.visitor(),
    path: "/contact",
    form: { name: "Bola", email: "bola@example.com", phone: "", subject: "Complaint", message: "One" },
    other: { message: "Somebody Else" },
    count: () => app.services.db.$count(tables.contactMessages),
    says: () => "We already have another message from this form",
  }),
  "an order": async () => {
    const store = await makeStore(app.services, null);
    const product = await makeProduct(app.services, store.id, { priceKobo: 100 });
    return {
      who: app.visitor(),
      path: `/stores/${store.slug}`,
      form: { lines: `${product.id}.1.100`, buyerName: "Ada", buyerPhone: "0803 123 4567" },
      other: { lines: `${product.id}.2.100`, buyerName: "Somebody Else" },
      count: () => app.services.db.$count(tables.orders),
      says: () => /made order [A-Z0-9-]+\. The selection below is not ordered yet/,
    };
  },
  "a sign-in link": async () => ({
    who: app.visitor(),
    path: "/login",
    form: { email: "one@example.com" },
    other: { email: "somebody-else@example.com" },
    count: () => app.services.db.$count(tables.emailLinks),
    says: () => "You used this form before",
  }),
  "a product": async () => {
    const who = await app.customer("seller@example.com");
    const { rows } = await app.services.db.execute<{ id: string }>(
      sql`select id from profiles where email = 'seller@example.com'`,
    );
    const store = await makeStore(app.services, rows[0]!.id);
    return {
      who,
      path: `/store/dashboard/products?store=${store.slug}&add=1`,
      form: { intent: "add", name: "Ofada rice", price: "100", stock: "1", isActive: "on" },
      other: { name: "Somebody Else" },
      count: () => app.services.db.$count(tables.products, eq(tables.products.storeId, store.id)),
      says: () => "already added a product",
    };
  },
  "a store": async () => ({
    who: await app.customer("owner@example.com"),
    path: "/store/signup",
    form: STORE,
    other: { storeName: "Somebody Else" },
    count: () => app.services.db.$count(tables.stores),
    says: () => "You used this form before",
  }),
  "a reply": async () => {
    const [message] = await app.services.db
      .insert(tables.contactMessages)
      .values({
        formKey: crypto.randomUUID(),
        name: "A",
        email: "a@b.example",
        subject: "Complaint",
        message: "m",
      })
      .returning();
    return {
      who: boss,
      path: `/admin/contacts?view=${message!.id}`,
      form: { intent: "reply", id: message!.id, body: "It is in Kano." },
      other: { body: "Somebody Else" },
      count: () => app.services.db.$count(tables.contactReplies),
      says: () => "You already sent a reply from this form",
    };
  },
  "an admin": async () => ({
    who: boss,
    path: "/admin/settings?add=1",
    form: { intent: "create", name: "Ngozi", email: "n@ona.test", password: "plum-tree-9", role: "support" },
    other: { name: "Somebody Else", email: "somebody-else@ona.test" },
    count: () => app.services.db.$count(tables.adminMembers),
    says: () => "Check the list",
  }),
};

test.each(Object.keys(FORMS))("[BOOK-8] %s", async (name) => {
  const { who, path, form, other, count, says } = await FORMS[name]!();
  const before = await count();
  const key = crypto.randomUUID();
  const first = await who.ask(path, { form: { ...form, idempotencyKey: key } });
  expect(first.status).toBe(302);
  const again = await who.ask(path, { form: { ...form, idempotencyKey: key } });
  expect([again.status, again.location]).toEqual([302, first.location]);
  expect(await count()).toBe(before + 1);

  const refused = await who.ask(path, { form: { ...form, ...other, idempotencyKey: key } });
  expect(refused.status).toBe(409);
  expect(refused.text.replaceAll("<!-- -->", "")).toMatch(says(first));
  expect(refused.text.toLowerCase()).toContain(
    Object.values(other)
      .find((value) => /somebody/i.test(value))!
      .toLowerCase(),
  );
  expect(await count()).toBe(before + 1);

  // The page of the refusal has a new key, with which the same content counts as a new request.
  const keys = [...refused.text.matchAll(/name="idempotencyKey" value="([^"]+)"/g)].map(
    ([, found]) => found!,
  );
  expect(keys).not.toContain(key);
  const second = await who.ask(path, { form: { ...form, ...other, idempotencyKey: keys[0]! } });
  if (name !== "a sign-in link") expect(second.status).toBe(302);
  expect(await count()).toBe(before + 2);
});

afterAll(() => {
  const forms = Object.keys(FORMS).length;
  note("The same key with other content", { "kinds of forms": forms, "refused with 409": forms, stored: 0 });
});

test("the release before names the field _key; its pages and send queues still count once", async () => {
  const who = app.visitor();
  const key = crypto.randomUUID();
  const before = await app.services.db.$count(tables.bookings);
  const first = await who.ask("/book", { form: { ...BODY, _key: key } });
  const again = await who.ask("/book", { form: { ...BODY, _key: key } });
  expect([first.status, again.status, again.location]).toEqual([302, 302, first.location]);
  expect(await app.services.db.$count(tables.bookings)).toBe(before + 1);
});

test("a password is no part of a form's hash, and another one is refused all the same", async () => {
  const key = crypto.randomUUID();
  const ask = (password: string) =>
    boss.ask("/admin/site-lock", {
      form: { ...LOCK, password, confirmPassword: password, idempotencyKey: key },
    });
  const statuses = [await ask("first-word"), await ask("first-word"), await ask("second-word")].map(
    ({ status }) => status,
  );
  await boss.send("/admin/site-lock", { intent: "deactivate" });
  expect(statuses).toEqual([302, 302, 409]);
});

test("[STATUS-4] a status that is not changed is no change: no event, no mail, no row in the log", async () => {
  const booking = await bookOne(app);
  await app.mails(1);
  const written = async () => [
    await app.services.db.$count(tables.bookingEvents, eq(tables.bookingEvents.bookingId, booking.id)),
    await app.services.db.$count(tables.activityLogs, eq(tables.activityLogs.entityId, booking.id)),
    (
      await app.services.db.execute(
        sql`select from pgboss.job where data->>'bookingId' = ${booking.id} and data->>'kind' = 'status_changed'`,
      )
    ).rowCount,
  ];
  const press = (form: Record<string, string>) =>
    boss.ask("/admin/bookings", { form: { idempotencyKey: crypto.randomUUID(), ...form } });
  const same = await press({ id: booking.id, version: "1", status: "pending", note: "again" });
  expect(same.status).toBe(200);
  expect(same.text).toContain("is Pending already");
  const bulk = await press({ intent: "bulk", to: "pending", [`row:${booking.id}`]: "1:in_transit" });
  expect(bulk.text).toContain("0 bookings changed");
  expect(await written()).toEqual([1, 0, 0]);

  const key = crypto.randomUUID();
  const change = { id: booking.id, version: "1", status: "in_transit", idempotencyKey: key };
  expect((await press(change)).status).toBe(200);
  expect((await press(change)).status).toBe(200);
  expect(await written()).toEqual([2, 1, 1]);
  const other = await press({ ...change, version: "2", status: "delivered" });
  expect([other.status, await written()]).toEqual([409, [2, 1, 1]]);
  expect(other.text).toContain("so Delivered was not set");
});
