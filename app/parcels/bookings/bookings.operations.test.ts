import { and, eq, sql, type SQL } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  bookedWith,
  bookOne,
  makeAdmin,
  typedBooking as rawValues,
} from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { actAuthor } from "../../access/author.server.ts";
import { asCustomerOrGuest, asGuest } from "../../access/actors.server.ts";
import type { AdminRole } from "../../domain/admin-roles.ts";
import { againAfterConflict } from "../../platform/db/transact.server.ts";
import { activityLogs, bookings, bookingEvents, profiles } from "../../platform/db/schema.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { createBooking } from "./create-booking.server.ts";
import { listBookings } from "../dispatch/list-bookings.server.ts";
import { storeBooking } from "./store-booking.server.ts";
import { changeStatus } from "./change-status.server.ts";
import { FIRST_LETTERS } from "../../domain/tracking-code.ts";

const { opened } = await fileServices();

const book = (more?: Record<string, string>) => bookOne(opened, more);
const admin = (role: AdminRole) => makeAdmin(opened, role);

async function jobsOf(bookingId: string): Promise<number> {
  const { rows } = await opened.services.db.execute<{ n: number }>(
    sql`select count(*)::int as n from pgboss.job where name = 'mail' and data ->> 'bookingId' = ${bookingId}`,
  );
  return rows[0]!.n;
}

describe("a booking", () => {
  test("[BOOK-3] is a row, a first event and one mail job", async () => {
    const row = await book();
    expect(
      await opened.services.db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, row.id)),
    ).toHaveLength(1);
    expect(await jobsOf(row.id)).toBe(1);
  });

  test("is nothing at all when its mail job cannot be queued", async () => {
    const { db } = opened.services;
    const key = crypto.randomUUID();
    // The worker of jobs locks its tables in another order than a schema change, so the schema change may deadlock.
    const alter = (change: SQL) =>
      againAfterConflict(() => db.execute(sql`alter table pgboss.job ${change}`));
    await alter(sql`add constraint no_mail check (name <> 'mail') not valid`);
    try {
      const booking = createBooking(opened.services, asGuest("127.0.0.1"), rawValues(), key);
      await expect(booking).rejects.toThrow();
    } finally {
      await alter(sql`drop constraint no_mail`);
    }
    expect(await bookedWith(opened, key)).toHaveLength(0);
  });

  test("[TRACK-1] draws again when a code is taken, and falls back to RX when none can be drawn", async () => {
    const draws = [11, 11, 22];
    const seeing = { ...opened.services, randomInt: () => draws.shift() ?? 22 };
    const first = await createBooking(seeing, asGuest("127.0.0.1"), rawValues(), crypto.randomUUID());
    const second = await createBooking(seeing, asGuest("127.0.0.1"), rawValues(), crypto.randomUUID());
    const third = await createBooking(seeing, asGuest("127.0.0.1"), rawValues(), crypto.randomUUID());
    expect(first).toMatchObject({ ok: true, trackingCode: "OD00000011NG" });
    expect(second).toMatchObject({ ok: true, trackingCode: "OD00000022NG" });
    expect(third).toMatchObject({ ok: true, trackingCode: expect.stringMatching(/^RX\d{13}/) as string });
  });

  test("[TRACK-1] has nine digits once a tenth of the codes with eight is taken, and is found as typed", async () => {
    const { services } = opened;
    await book();
    await services.db.execute(sql`analyze bookings`);
    const {
      id: _,
      trackingCode: _code,
      search: _search,
      deliveredAt: _never,
      labelPrintedAt: _not,
      movedTo: _stays,
      promisedDay: _made,
      ...row
    } = await book();
    const author = actAuthor(asGuest("127.0.0.1"));
    const booking = { author, price: null, letters: FIRST_LETTERS };
    const insert = (nineDigitsFrom?: number) =>
      storeBooking(
        services,
        services.db,
        { ...booking, row: { ...row, formKey: crypto.randomUUID() } },
        nineDigitsFrom,
      );
    expect((await insert())?.trackingCode).toMatch(/^OD\d{8}NG$/);
    const code = (await insert(1))?.trackingCode ?? "";
    expect(code).toMatch(/^OD\d{9}NG$/);
    const typed = `${code.slice(0, 5)} ${code.slice(5)}`.toLowerCase();
    for (const search of [code.toLowerCase(), typed]) {
      const { rows } = await listBookings(services.db, { search, status: null, ...FIRST_PAGE });
      expect(rows.map(({ trackingCode }) => trackingCode)).toEqual([code]);
    }
  });
});

describe("a booking of somebody who is known", () => {
  test("[BOOK-9] keeps a friend's referral code and refuses one's own", async () => {
    const { db } = opened.services;
    const [friend] = await db
      .insert(profiles)
      .values({ email: "friend@example.com", referralCode: "FRND23" })
      .returning();
    const row = await book({ referralCode: "frnd-2 3" });
    expect(row).toMatchObject({ referralCode: "FRND23", referrerId: friend!.id });
    const own = await createBooking(
      opened.services,
      asGuest("127.0.0.1"),
      rawValues({ referralCode: "FRND23", senderEmail: "Friend@Example.com" }),
      crypto.randomUUID(),
    );
    expect(own).toMatchObject({
      ok: false,
      errors: { referralCode: expect.stringContaining("your own") as string },
    });
  });

  test("[BOOK-10] of a customer is theirs", async () => {
    const [person] = await opened.services.db
      .insert(profiles)
      .values({ email: "mine@example.com" })
      .returning();
    const session = { ip: "127.0.0.1", sessionHash: null, person: person!, staff: null };
    const booked = await createBooking(
      opened.services,
      asCustomerOrGuest(session),
      rawValues(),
      crypto.randomUUID(),
    );
    const [row] = await opened.services.db
      .select()
      .from(bookings)
      .where(eq(bookings.trackingCode, booked.ok ? booked.trackingCode : ""));
    expect(row!.customerId).toBe(person!.id);
  });
});

describe("a status change", () => {
  test("[STATUS-1] [STATUS-2] [STATUS-5] writes row, event, activity and mail job, and stamps what was delivered", async () => {
    const row = await book();
    const actor = await admin("moderator");
    const change = { id: row.id, version: 1, status: "delivered", note: "at the gate" } as const;
    const changed = await changeStatus(opened.services, actor, change, crypto.randomUUID());
    expect(changed).toMatchObject({ ok: true, version: 2 });
    const { db } = opened.services;
    const [now] = await db.select().from(bookings).where(eq(bookings.id, row.id));
    expect(now).toMatchObject({ status: "delivered", version: 2, deliveredAt: opened.clock.now() });
    const events = await db
      .select()
      .from(bookingEvents)
      .where(eq(bookingEvents.bookingId, row.id))
      .orderBy(bookingEvents.id);
    expect(events[1]).toMatchObject({
      fromStatus: "pending",
      toStatus: "delivered",
      note: "at the gate",
      byName: "moderator",
    });
    expect(
      await db
        .select()
        .from(activityLogs)
        .where(and(eq(activityLogs.entityId, row.id), eq(activityLogs.action, "update_booking"))),
    ).toHaveLength(1);
    expect(await jobsOf(row.id)).toBe(2);
    // After a change back from Delivered, the time of delivery is cleared.
    await changeStatus(
      opened.services,
      actor,
      { id: row.id, version: 2, status: "pending", note: "" },
      crypto.randomUUID(),
    );
    const [back] = await db.select().from(bookings).where(eq(bookings.id, row.id));
    expect(back!.deliveredAt).toBeNull();
  });

  test("[STATUS-3] of two staff at once, one sees who was first", async () => {
    const row = await book();
    const [one, two] = [await admin("moderator"), await admin("super_admin")];
    const results = await Promise.all(
      [one, two].map((actor, at) =>
        changeStatus(
          opened.services,
          actor,
          { id: row.id, version: 1, status: at ? "delivered" : "in_transit", note: "" },
          crypto.randomUUID(),
        ),
      ),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    const refused = results.find((result) => !result.ok);
    expect(refused).toMatchObject({
      code: "conflict",
      errors: { form: expect.stringContaining("Check it, then try again.") as string },
    });
    expect(
      await opened.services.db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, row.id)),
    ).toHaveLength(2);
  });
});

describe("a status change that is repeated or not allowed", () => {
  test("pressed twice is one change, and both presses get its result", async () => {
    const row = await book();
    const actor = await admin("moderator");
    const key = crypto.randomUUID();
    const change = { id: row.id, version: 1, status: "in_transit", note: "" } as const;
    const press = (more: Partial<Parameters<typeof changeStatus>[2]> = {}) =>
      changeStatus(opened.services, actor, { ...change, ...more }, key);
    const results = await Promise.all([press(), press(), press()]);
    expect(results).toEqual(
      Array.from({ length: 3 }, () => ({
        ok: true,
        changed: true,
        trackingCode: row.trackingCode,
        version: 2,
        status: "in_transit",
      })),
    );
    expect(
      await opened.services.db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, row.id)),
    ).toHaveLength(2);
    // The key of the form belongs to the first change, so the form cannot make a second change.
    expect(await press({ status: "delivered" })).toMatchObject({ ok: false, code: "conflict" });
  });

  test("is not for those who only read", async () => {
    const row = await book();
    const refused = await changeStatus(
      opened.services,
      await admin("support"),
      { id: row.id, version: 1, status: "failed", note: "" },
      crypto.randomUUID(),
    );
    expect(refused).toMatchObject({ code: "forbidden" });
  });
});
