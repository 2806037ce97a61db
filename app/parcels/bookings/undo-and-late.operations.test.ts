/** Reasons for Failed, undoing a change, late bookings, and the delayed mail. */
import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookMany, bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { FIRST_PAGE, MOST_FIRST, parsePageParams, readCursor } from "../../platform/http/keyset.ts";
import { bookings, bookingEvents, mails } from "../../platform/db/schema.ts";
import { trackParcel } from "../tracking/track-parcel.server.ts";
import { changeStatus, changeSelected, undoStatus } from "./change-status.server.ts";
import { countTabs } from "../dispatch/count-bookings.server.ts";
import { listBookings, PAGE_SIZE } from "../dispatch/list-bookings.server.ts";

const { opened } = await fileServices();
const admin = await makeAdmin(opened, "moderator");

type StatusChange = Parameters<typeof changeStatus>[2];
const set = (id: string, version: number, status: StatusChange["status"], more: Partial<StatusChange> = {}) =>
  changeStatus(opened.services, admin, { id, version, status, note: "", ...more }, crypto.randomUUID());
const undo = (id: string, version: number) =>
  undoStatus(opened.services, admin, { id, version }, crypto.randomUUID());
const read = async (id: string) =>
  (await opened.services.db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const eventsOf = (id: string) =>
  opened.services.db
    .select()
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, id))
    .orderBy(asc(bookingEvents.id));

async function waiting(bookingId: string): Promise<number[]> {
  const { rows } = await opened.services.db.execute<{ seconds: number }>(
    sql`select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
        where data ->> 'bookingId' = ${bookingId} and data ->> 'kind' = 'status_changed' order by created_on`,
  );
  return rows.map(({ seconds }) => seconds);
}

async function publicView(code: string) {
  const session = { ip: "127.0.0.1", sessionHash: null, person: null, staff: null, browser: null };
  const found = await trackParcel(opened.services, session, code);
  if (!found.ok) throw new Error(found.code);
  return found.parcel;
}

describe("a failed delivery", () => {
  test("[STATUS-6] needs a reason of the list, and 'other' a text; nothing is written without", async () => {
    const { id } = await bookOne(opened);
    expect(await set(id, 1, "failed")).toMatchObject({
      code: "invalid",
      errors: { reason: expect.any(String) as string },
    });
    expect(await set(id, 1, "failed", { reason: "other" })).toMatchObject({
      code: "invalid",
      errors: { note: expect.stringContaining("few words") as string },
    });
    expect(await read(id)).toMatchObject({ status: "pending", version: 1 });
    expect(await set(id, 1, "failed", { reason: "other", note: "Bridge closed" })).toMatchObject({
      ok: true,
    });
    // A status other than Failed stores no reason, even if the form sends one.
    await set(id, 2, "in_transit", { reason: "weather" });
    expect((await eventsOf(id)).map(({ reason }) => reason)).toEqual([null, "other", null]);
  });

  test("[STATUS-6] the public and the sender's mail read why and what happens next, never the note", async () => {
    const { id, trackingCode } = await bookOne(opened, { senderEmail: "why@example.com" });
    await set(id, 1, "failed", { reason: "nobody_home", note: "Blue gate, Musa is at work" });
    const { events } = await publicView(trackingCode);
    expect(events.at(-1)).toMatchObject({ to: "failed", reason: "nobody_home", note: null });
    const sent = await vi.waitFor(async () => {
      const wanted = `We could not deliver ${trackingCode}: nobody home`;
      const found = (await opened.mails(1)).find(({ subject }) => subject === wanted);
      expect(found?.subject).toBe(wanted);
      return found;
    }, 15_000);
    expect(sent?.text).toContain(
      "Nobody was home to receive the parcel. We will try again on the next working day.",
    );
  });
});

describe("an undo", () => {
  test("[STATUS-8] takes the change and its mail back; the public sees neither, staff see both", async () => {
    const { id, trackingCode } = await bookOne(opened);
    await set(id, 1, "delivered");
    expect(await waiting(id)).toEqual([12]);
    expect(await undo(id, 2)).toMatchObject({ ok: true, version: 3 });
    expect(await waiting(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ status: "pending", deliveredAt: null, version: 3 });
    expect((await eventsOf(id)).map(({ kind, toStatus }) => [kind, toStatus])).toEqual([
      ["booked", "pending"],
      ["status_set", "delivered"],
      ["undone", "pending"],
    ]);
    expect((await publicView(trackingCode)).events.map(({ to }) => to)).toEqual(["pending"]);
  });

  test("[STATUS-8] no mail goes before the last of many is changed and its ten seconds are over", async () => {
    const many: Record<string, string> = { to: "in_transit", intent: "bulk" };
    const ids = await bookMany(opened, 20);
    for (const id of ids) many[`row:${id}`] = "1:pending";
    await changeSelected.receive(opened.services, admin, many, crypto.randomUUID());
    for (const id of ids) expect(await waiting(id)).toEqual([14]);
  });

  test("gives back the time of delivery and the reason that were there before", async () => {
    const { id } = await bookOne(opened);
    await set(id, 1, "delivered");
    const { deliveredAt } = await read(id);
    opened.clock.pass(60_000);
    await set(id, 2, "failed", { reason: "damaged" });
    await undo(id, 3);
    expect(await read(id)).toMatchObject({ status: "delivered", deliveredAt });
    await set(id, 4, "failed", { reason: "weather" });
    await set(id, 5, "pending");
    await undo(id, 6);
    expect((await eventsOf(id)).at(-1)).toMatchObject({ toStatus: "failed", reason: "weather" });
  });

  test("gives back the time and the reason that a deed of the road gave", async () => {
    const { id } = await bookOne(opened);
    const tell = async (event: Partial<typeof bookingEvents.$inferInsert>) => {
      const deed = { occurredAt: opened.services.now(), toStatus: "delivered" as const, ...event };
      await opened.services.db.insert(bookingEvents).values({ actId: SOME_ACT, bookingId: id, ...deed });
      const deliveredAt = deed.toStatus === "delivered" ? deed.occurredAt : null;
      await opened.services.db
        .update(bookings)
        .set({ status: deed.toStatus, deliveredAt })
        .where(eq(bookings.id, id));
      return deliveredAt;
    };
    const deliveredAt = await tell({ kind: "delivered" });
    opened.clock.pass(60_000);
    await set(id, 1, "pending");
    await undo(id, 2);
    expect(await read(id)).toMatchObject({ status: "delivered", deliveredAt });
    await tell({ kind: "cancelled", toStatus: "failed", reason: "cancelled" });
    await set(id, 3, "pending");
    await undo(id, 4);
    expect((await eventsOf(id)).at(-1)).toMatchObject({ toStatus: "failed", reason: "cancelled" });
  });
});

describe("an undo that comes late or is refused", () => {
  test("after the mail has gone, the sender is notified of the status again", async () => {
    const { id, trackingCode } = await bookOne(opened);
    const about = async () =>
      (await opened.services.db.select().from(mails).where(eq(mails.bookingId, id))).filter(
        ({ kind }) => kind === "status_changed",
      ).length;
    await set(id, 1, "in_transit");
    const before = (await opened.services.db.select().from(mails)).length;
    for (let sent = before; (await about()) === 0;) sent = (await opened.mails(sent + 1)).length;
    await undo(id, 2);
    expect(await waiting(id)).toHaveLength(2);
    expect((await publicView(trackingCode)).status).toBe("pending");
  });

  test("is refused where somebody changed the booking since, to those who only read, and a second time", async () => {
    const { id } = await bookOne(opened);
    await set(id, 1, "in_transit");
    const reader = await makeAdmin(opened, "support");
    const refused = await undoStatus(opened.services, reader, { id, version: 2 }, crypto.randomUUID());
    expect(refused).toMatchObject({ code: "forbidden" });
    await set(id, 2, "delivered");
    expect(await undo(id, 2)).toMatchObject({ code: "conflict" });
    expect(await undo(id, 3)).toMatchObject({ ok: true });
    expect(await undo(id, 4)).toMatchObject({ code: "conflict" });
  });
});

describe("late", () => {
  test("[STATUS-7] begins when the promised Lagos day has ended, is counted without counting, and ends with delivery", async () => {
    const { db } = opened.services;
    const before = await countTabs(db, opened.clock.now());
    const rows = [await bookOne(opened), await bookOne(opened)];
    const at = rows[0]!.estimatedDelivery;
    const lastMinute = new Date(startOfLagosDay(at).getTime() + 24 * 60 * 60_000 - 60_000);
    const midnight = new Date(lastMinute.getTime() + 60_000);
    const late = async (now: Date) => (await countTabs(db, now)).late;
    const had = await late(lastMinute);
    expect(await late(midnight)).toBeGreaterThanOrEqual(had + 2);
    const atMidnight = await late(midnight);
    await set(rows[0]!.id, 1, "delivered");
    expect(await late(midnight)).toBe(atMidnight - 1);
    await set(rows[1]!.id, 1, "failed", { reason: "weather" });
    expect(await late(midnight)).toBe(atMidnight - 2);
    await set(rows[1]!.id, 2, "in_transit");
    expect(await late(midnight)).toBe(atMidnight - 1);
    expect((await countTabs(db, opened.clock.now())).all).toBe(before.all + 2);

    const list = await listBookings(db, {
      search: "",
      status: null,
      lateBefore: startOfLagosDay(midnight),
      ...FIRST_PAGE,
    });
    expect(list.rows).toHaveLength(Math.min(atMidnight - 1, PAGE_SIZE));
    expect(list.rows.map(({ id }) => id)).not.toContain(rows[0]!.id);
  });

  test("pages from the longest late on, with a search too", async () => {
    const { db } = opened.services;
    const count = PAGE_SIZE + 5;
    for (let n = 0; n < count; n++) {
      const { id } = await bookOne(opened, { receiverName: `Overdue ${n}` });
      const estimatedDelivery = new Date(Date.UTC(2020, 0, 1 + ((n * 7) % count)));
      await db.update(bookings).set({ estimatedDelivery }).where(eq(bookings.id, id));
    }
    const filter = { search: "overdue", status: null, lateBefore: new Date("2020-06-01T00:00:00Z") };
    const first = await listBookings(db, { ...filter, ...FIRST_PAGE });
    const params = new URLSearchParams({ next: first.next ?? "" });
    const second = await listBookings(db, {
      ...filter,
      ...parsePageParams(params, (text) => readCursor(text), MOST_FIRST),
    });
    const days = [...first.rows, ...second.rows].map(({ promisedDay }) => promisedDay.getTime());
    expect(days).toHaveLength(count);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  });
});
