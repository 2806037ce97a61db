/** The bookings of the back office over HTTP: filters, the page of one booking, export, ticked rows, and refusals. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { activityLogs, contactMessages, bookings, bookingEvents } from "../../app/platform/db/schema.ts";
import { openTestApp } from "../fixtures/app.ts";
import { BODY } from "../fixtures/booking-form.ts";
import { bookedWith } from "../fixtures/bookings.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 1000 }));
const moderator = await app.admin("moderator");
const support = await app.admin("support");

type Row = typeof bookings.$inferSelect;

async function book(more: Partial<typeof BODY> = {}) {
  const key = randomUUID();
  const answer = await app.visitor().ask("/book", { form: { ...BODY, ...more, idempotencyKey: key } });
  expect(answer.status).toBe(302);
  const [row] = await bookedWith(app, key);
  return row!;
}

const read = async (id: string) =>
  (await app.services.db.select().from(bookings).where(eq(bookings.id, id)))[0]!;

test("[STAFF-18] filters by Lagos days, destination and service are in the URL, and the dashboard counts", async () => {
  app.clock.set(new Date("2026-11-19T23:30:00Z")); // In Lagos this is the 20th.
  const kano = await book();
  app.clock.set(new Date("2026-11-21T10:00:00Z"));
  const rivers = await book({ receiverAddress: "1 Aba Road, Port Harcourt", deliveryType: "standard" });
  const shown = async (query: string) => {
    const { text } = await support.ask(`/admin/bookings?${query}`);
    return [kano, rivers].map(({ trackingCode }) => text.includes(`/admin/bookings/${trackingCode}`));
  };
  expect(await shown("")).toEqual([true, true]);
  expect(await shown("from=2026-11-20&to=2026-11-20")).toEqual([true, false]);
  expect(await shown("to=2026-11-19")).toEqual([false, false]);
  expect(await shown("from=2026-11-21")).toEqual([false, true]);
  expect(await shown("state=Kano")).toEqual([true, false]);
  expect(await shown("type=standard&q=ngozi")).toEqual([false, true]);
  expect(await shown("from=nonsense&state=Nowhere")).toEqual([true, true]);

  const { text } = await support.ask("/admin");
  expect(text).toContain("Recent Incomplete Deliveries");
  expect(text).toContain(`/admin/bookings/${rivers.trackingCode}`);
  expect((await support.ask("/admin/customers?q=ngozi")).text).toContain("ngozi@example.com");
});

test("[STAFF-8] a booking's page shows everything, its history and its mails; an unknown code is 404", async () => {
  const row = await book({ packageDescription: "<b>Glass</b>" });
  await app.mails(1);
  const answer = await moderator.ask(`/admin/bookings/${row.trackingCode}`, {
    form: { id: row.id, version: "1", status: "failed", reason: "nobody_home", note: "Gate 2" },
  });
  expect(answer.status).toBe(200);
  const { text } = await support.ask(`/admin/bookings/${row.trackingCode.toLowerCase()}`);
  for (const part of [
    "4 Allen Avenue",
    "12 Bompai Road",
    "&lt;b&gt;Glass",
    "Nobody home",
    "Gate 2",
    "Test moderator",
  ])
    expect(text).toContain(part);
  expect((await support.ask("/admin/bookings/OD00000000NG")).status).toBe(404);
});

test("[STAFF-26] a customer's page is reached from the list, a booking and a message; support reads it and adds no note", async () => {
  const row = await book();
  await app.services.db.insert(contactMessages).values({
    formKey: randomUUID(),
    name: "Ngozi",
    email: "Ngozi@example.com",
    subject: "Complaint",
    message: "Late",
  });
  const [message] = await app.services.db.select().from(contactMessages);
  const links = [
    "/admin/customers",
    `/admin/bookings/${row.trackingCode}`,
    `/admin/contacts?view=${message!.id}`,
  ].map(async (path) => /\/admin\/customers\/[0-9a-f-]{36}/.exec((await support.ask(path)).text)?.[0]);
  const [page, ...same] = await Promise.all(links);
  expect(same).toEqual([page, page]);
  const note = { body: "Calls after five" };
  expect((await support.ask(page!, { form: note })).status).toBe(403);
  expect((await moderator.ask(page!, { form: { body: " " } })).status).toBe(400);
  expect((await moderator.ask(page!, { form: note })).status).toBe(302);
  const { text } = await support.ask(page!);
  for (const part of [row.trackingCode, "Complaint", "Calls after five", "Test moderator"])
    expect(text).toContain(part);
  const unknown = `/admin/customers/${randomUUID()}`;
  expect((await support.ask(unknown)).status).toBe(404);
  expect((await moderator.ask(unknown, { form: note })).status).toBe(404);
});

test("[STAFF-4] support changes nothing, neither one row nor ticked rows", async () => {
  const row = await book();
  const path = `/admin/bookings/${row.trackingCode}`;
  const one = { id: row.id, version: "1", status: "delivered" };
  expect((await support.ask(path, { form: one })).status).toBe(403);
  const many = { intent: "bulk", to: "delivered", [`row:${row.id}`]: "1:pending" };
  expect((await support.ask("/admin/bookings", { form: many })).status).toBe(403);
  expect(await read(row.id)).toMatchObject({ status: "pending", version: 1 });
});

test("[STAFF-7] ticked rows change together, each with its event; undo puts them back; who was faster wins", async () => {
  const rows = [await book(), await book(), await book()];
  const [first, second, third] = rows as [Row, Row, Row];
  const one = { id: third.id, version: "1", status: "failed", reason: "weather" };
  expect((await moderator.ask("/admin/bookings", { form: one })).status).toBe(200);
  const ticked = Object.fromEntries(rows.map(({ id }) => [`row:${id}`, "1:pending"]));
  const answer = await moderator.ask("/admin/bookings", {
    form: { intent: "bulk", to: "in_transit", ...ticked },
  });
  expect(answer.text).toContain("2 bookings changed; 1 left as they are");
  expect((await read(first.id)).status).toBe("in_transit");
  expect((await read(third.id)).status).toBe("failed");

  const back = { [`undo:${first.id}`]: "2:pending", [`undo:${second.id}`]: "2:pending" };
  expect((await moderator.ask("/admin/bookings", { form: { intent: "undo", ...back } })).text).toContain(
    "2 bookings changed back",
  );
  expect(await read(first.id)).toMatchObject({ status: "pending", version: 3 });
  const events = await app.services.db
    .select({ to: bookingEvents.toStatus })
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, first.id))
    .orderBy(bookingEvents.id);
  expect(events.map(({ to }) => to)).toEqual(["pending", "in_transit", "pending"]);
  expect((await moderator.ask("/admin/bookings", { form: { intent: "bulk", to: "failed" } })).status).toBe(
    400,
  );
});

test("a press repeated counts once, on one row and on ticked rows, and is answered alike", async () => {
  const [first, second] = [await book(), await book()];
  const page = await moderator.ask(`/admin/bookings/${first.trackingCode}`);
  const key = /name="idempotencyKey" value="([^"]+)"/.exec(page.text)![1]!;
  const press = () =>
    moderator.ask("/admin/bookings", {
      form: { idempotencyKey: key, id: first.id, version: "1", status: "in_transit" },
    });
  for (const { status, text } of await Promise.all([press(), press()])) {
    expect(status).toBe(200);
    expect(text).toContain("Booking status changed to In Transit");
  }
  expect(await read(first.id)).toMatchObject({ status: "in_transit", version: 2 });

  const ticked = {
    intent: "bulk",
    idempotencyKey: randomUUID(),
    to: "delivered",
    [`row:${first.id}`]: "2:in_transit",
    [`row:${second.id}`]: "1:pending",
  };
  const both = await Promise.all([0, 1].map(() => moderator.ask("/admin/bookings", { form: ticked })));
  for (const { status, text } of both) {
    expect(status).toBe(200);
    expect(text).toContain("2 bookings changed.");
  }
  expect(await read(second.id)).toMatchObject({ status: "delivered", version: 2 });
});

test("[STAFF-14] the export holds the filter's rows, disarms formulas, and is logged; only for staff", async () => {
  const row = await book({ senderName: '=CONCAT("A","B")', receiverAddress: "5 Maitama, Abuja" });
  const answer = await support.ask(`/admin/bookings/export.csv?state=FCT&q=${row.trackingCode}`);
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="bookings-2026-11-21.csv"');
  const lines = answer.text.trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(row.trackingCode);
  expect(lines[1]).toContain(`"'=CONCAT(""A"",""B"")"`);
  const [log] = await app.services.db.select().from(activityLogs).where(eq(activityLogs.action, "export"));
  expect(log).toMatchObject({
    description: "Exported bookings with state=FCT and a search",
    adminEmail: "support@ona.test",
  });
  expect((await app.visitor().ask("/admin/bookings/export.csv")).location).toContain("/admin/login");
});

test("an export reads in steps and repeats no row", async () => {
  const source = await book({ receiverAddress: "1 Market Road, Gusau, Zamfara" });
  const { id: _id, search: _search, ...rest } = source;
  const many = Array.from({ length: 2100 }, (_, index) => ({
    ...rest,
    formKey: randomUUID(),
    trackingCode: `OD${900_000_000 + index}NG`,
  }));
  for (let at = 0; at < many.length; at += 700)
    await app.services.db.insert(bookings).values(many.slice(at, at + 700));
  const { text } = await support.ask("/admin/bookings/export.csv?state=Zamfara");
  const codes = text
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[0]);
  expect(codes).toHaveLength(2101);
  expect(new Set(codes).size).toBe(2101);
});

test("[STAFF-31] the palette gets five bookings at most, found by code, name, phone, or street; nobody else does", async () => {
  const receiverName = "Palette Udoka";
  const receiverAddress = "7 Ogbunabali Close, Port Harcourt";
  const rows = [];
  for (let n = 0; n < 6; n++) {
    app.clock.set(new Date(app.clock.now().getTime() + 1000));
    rows.push(await book({ receiverName, receiverAddress, receiverPhone: `+234805555120${n}` }));
  }
  const newest = rows.map(({ trackingCode }) => trackingCode).toReversed();
  const found = async (q: string): Promise<string[]> => {
    const { status, text } = await support.ask(`/admin/bookings/found?${new URLSearchParams({ q })}`);
    expect(status).toBe(200);
    return JSON.parse(text).found.map(({ trackingCode }: Row) => trackingCode);
  };
  expect(await found("palette udoka")).toEqual(newest.slice(0, 5));
  expect(await found("ogbunabali")).toEqual(newest.slice(0, 5));
  expect(await found("0805 555 1202")).toEqual([rows[2]!.trackingCode]);
  expect(await found(newest[1]!.toLowerCase())).toEqual([newest[1]]);
  expect(await found("pa")).toEqual([]);
  const stranger = await app.visitor().ask("/admin/bookings/found?q=palette");
  expect([stranger.status, stranger.text.includes(newest[0]!)]).toEqual([302, false]);
});
