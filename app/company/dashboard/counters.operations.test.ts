/**
 * STAFF-5: the counters that triggers maintain equal a recount after many parallel writes: 2,000, or 100,000 in `npm
 * run test:long`.
 */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { BOOKING_STATUSES } from "../../domain/delivery-status.ts";
import { DELETED_EMAIL } from "../../domain/erased.ts";
import {
  contactMessages,
  customerSummaries,
  bookings,
  profiles,
  referrals,
} from "../../platform/db/schema.ts";
import {
  listCustomers,
  readCustomerCursor,
  type CustomerCursor,
  type CustomerPage,
  type CustomerRow,
} from "../../people/customers/list-customers.server.ts";
import { note, times } from "../../../test/fixtures/long.ts";
import { randomFrom } from "../../../test/fixtures/random.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { readFigures, recentIncomplete } from "./figures.server.ts";

const { opened } = await fileServices({});

const WRITES = times(2000, 100_000);
const STATES = ["Lagos", "Kano", "Rivers", "FCT"];
let number = 10_000_000;

function booking(email: string, at: Date, name = "Ngozi Eze") {
  return {
    trackingCode: `OD${number++}NG`,
    formKey: randomUUID(),
    senderName: name,
    senderEmail: email,
    senderPhone: "+2348031234567",
    senderAddress: "4 Allen Avenue, Ikeja",
    senderState: "Lagos",
    receiverName: "Musa Bello",
    receiverPhone: "+2348031234568",
    receiverAddress: "12 Bompai Road",
    receiverState: STATES[number % STATES.length]!,
    packageDescription: "Books",
    packageWeight: 1,
    packageType: "Parcel" as const,
    deliveryType: "standard" as const,
    estimatedDelivery: at,
    createdAt: at,
  };
}

test(
  `${WRITES} random writes side by side: every figure and every customer equals a recount`,
  async () => {
    const { db } = opened.services;
    const roll = randomFrom(7);
    const now = opened.clock.now().getTime();
    const writeOne = async () => {
      const kind = roll(10);
      const at = new Date(now - roll(40 * 24 * 60) * 60_000);
      const email = `Person${roll(40)}@Example.com`;
      if (kind < 5) {
        await db.insert(bookings).values(booking(roll(2) ? email : email.toLowerCase(), at));
      } else if (kind < 8) {
        const status = BOOKING_STATUSES[roll(4)]!;
        await db.execute(sql`
        update bookings set status = ${status}, version = version + 1,
          delivered_at = ${status === "delivered" ? at : null}::timestamptz
        where id = (select id from bookings order by id offset ${roll(30)} limit 1)`);
      } else if (kind === 8) {
        await db
          .insert(contactMessages)
          .values({ formKey: randomUUID(), name: "A", email: "a@b.c", subject: "Complaint", message: "m" });
      } else {
        await db.execute(
          sql`update contact_messages set is_read = true where id = (select id from contact_messages offset ${roll(9)} limit 1)`,
        );
        await db.execute(
          sql`delete from bookings where id = (select id from bookings order by id offset ${roll(50)} limit 1)`,
        );
      }
    };
    let left = WRITES;
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        while (left-- > 0) await writeOne();
      }),
    );

    const { rows } = await db.execute<{ status: string; at: string; email: string; state: string }>(
      sql`select status, lagos_day(created_at) as at, lower(sender_email) as email, receiver_state as state from bookings`,
    );
    const figures = await readFigures(opened.services);
    const unread = await db.$count(contactMessages, eq(contactMessages.isRead, false));
    expect(figures).toMatchObject({
      totalDeliveries: rows.length,
      todayDeliveries: rows.filter(({ at }) => at === "2026-11-21").length,
      customers: new Set(rows.map(({ email }) => email)).size,
      pendingDeliveries: rows.filter(({ status }) => status === "pending").length,
      unreadMessages: unread,
    });
    expect(rows.length).toBeGreaterThan(500);
    for (const { day, count } of figures.perDay)
      expect(count).toBe(rows.filter(({ at }) => at === day).length);
    for (const { state, count } of figures.perState)
      expect(count).toBe(rows.filter((row) => row.state === state).length);

    const { rows: differing } = await db.execute(sql`
    select email, bookings_count, last_booking_at from customer_summaries where bookings_count > 0
    except
    select lower(sender_email), count(*), max(created_at) from bookings group by 1`);
    expect(differing).toEqual([]);
    note("Running totals against a recount", { "random writes, 12 side by side": WRITES, differing: 0 });
  },
  20_000 + WRITES * 10,
);

test("[STAFF-5] the five newest deliveries that are not delivered", async () => {
  const { db } = opened.services;
  const rows = await recentIncomplete(opened.services);
  const { rows: expected } = await db.execute<{ code: string }>(
    sql`select tracking_code as code from bookings where status <> 'delivered' order by created_at desc, id desc limit 5`,
  );
  expect(rows.map((row) => row.trackingCode)).toEqual(expected.map(({ code }) => code));
});

test("[STAFF-5] today is the Lagos day: a booking at 11:30 pm UTC belongs to tomorrow", async () => {
  const { db } = opened.services;
  opened.clock.set(new Date("2026-12-01T22:59:00Z"));
  await db.insert(bookings).values(booking("late@example.com", new Date("2026-12-01T23:30:00Z")));
  expect((await readFigures(opened.services)).todayDeliveries).toBe(0);
  opened.clock.set(new Date("2026-12-01T23:01:00Z"));
  expect((await readFigures(opened.services)).todayDeliveries).toBe(1);
});

test("a booking of an erased person counts, and makes nobody a customer", async () => {
  const { db } = opened.services;
  await db.insert(bookings).values(booking(DELETED_EMAIL, new Date("2026-11-20T10:00:00Z")));
  const found = await db.select().from(customerSummaries).where(eq(customerSummaries.email, DELETED_EMAIL));
  expect(found).toEqual([]);
});

/** Reads every page of the list of customers, one after the other. */
async function everyPageOfCustomers(): Promise<CustomerRow[]> {
  const walked: CustomerRow[] = [];
  let cursor: CustomerCursor | null = null;
  do {
    const page: CustomerPage = await listCustomers(opened.services.db, {
      search: "",
      cursor,
      direction: "next",
    });
    walked.push(...page.rows);
    cursor = readCustomerCursor(page.next);
  } while (cursor);
  return walked;
}

test("[STAFF-9] customers: bookings first, then accounts, then referral links; most bookings first; every page once", async () => {
  const { db } = opened.services;
  const [ada, bola] = await db
    .insert(profiles)
    .values([
      {
        email: "ada@example.com",
        firstName: "Ada",
        lastName: "Account",
        phone: "+2348030000001",
        referralCode: "ADA234",
      },
      { email: "bola@example.com", referralCode: "BOLA34" },
      { email: "staff-only@example.com", firstName: "Never", lastName: "Listed" },
    ])
    .returning({ id: profiles.id });
  await db.insert(referrals).values({ referrerId: ada!.id, referredId: bola!.id });
  await db
    .insert(bookings)
    .values(booking("ADA@example.com", new Date("2026-11-01T10:00:00Z"), "Ada Booked"));

  const one = async (search: string) =>
    (await listCustomers(db, { search, cursor: null, direction: "next" })).rows;
  expect(await one("ada@")).toMatchObject([
    {
      email: "ada@example.com",
      name: "Ada Booked",
      bookingsCount: 1,
      referralCode: "ADA234",
      referralsMade: 1,
      referredBy: null,
    },
  ]);
  expect(await one("bola@")).toMatchObject([
    {
      name: "Unknown",
      phone: "Unknown",
      bookingsCount: 0,
      referredBy: "ada@example.com",
      lastBookingAt: null,
    },
  ]);
  expect(await one("staff-only")).toEqual([]);
  await db
    .update(profiles)
    .set({ firstName: "Bola", phone: "+2348030000002" })
    .where(eq(profiles.id, bola!.id));
  expect(await one("bola@")).toMatchObject([{ name: "Bola", phone: "+2348030000002" }]);

  await db
    .insert(bookings)
    .values(
      Array.from({ length: 130 }, (_, index) => booking(`many${index}@example.com`, opened.clock.now())),
    );
  const walked = await everyPageOfCustomers();
  const { rows: all } = await db.execute<{ email: string }>(
    sql`select email from customer_summaries order by bookings_count desc, email`,
  );
  expect(walked.map(({ email }) => email)).toEqual(all.map(({ email }) => email));
  const second = walked[50]!;
  const back = await listCustomers(db, {
    search: "",
    cursor: { at: -second.bookingsCount, id: second.email },
    direction: "previous",
  });
  expect(back.rows.map(({ email }) => email)).toEqual(walked.slice(0, 50).map(({ email }) => email));
});
