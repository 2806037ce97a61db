/**
 * RUN-23: the database refuses to change what happened. The role that runs the product cannot UPDATE, DELETE
 * or TRUNCATE a table of a history or a ledger, except for erasure and retention.
 */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { makeHubs, makeRider, piecesOf } from "../../../test/fixtures/road.ts";
import { bookCollect, collectCash, makePayee, NAIRA } from "../../../test/fixtures/settlements.ts";
import { ERASED_RECEIVER } from "../../domain/erased.ts";
import {
  bookingEvents,
  bookings,
  cashEntries,
  custodyEntries,
  payments,
  pieces,
  proofs,
  riderDeeds,
} from "./schema.ts";

const { opened, clock, db } = await fileServices();
await publishSamples(opened);
const { IKJ } = await makeHubs(opened, "IKJ");
const desk = await makeAdmin(opened, "moderator");

/** The tables whose rows are only added, each with a change that must be refused. */
const KEPT: Record<string, string> = {
  acts: "kind = 'noted'",
  activity_logs: "description = 'x'",
  booking_charges: "total_kobo = 1",
  booking_events: "to_status = 'delivered'",
  cash_entries: "kobo = 1",
  custody_entries: "occurred_at = now()",
  payments: "kobo = 1",
  proofs: "pieces = '{2}'",
  rider_deeds: "seq = 9",
  settlement_entries: "gross_kobo = 1",
};

let booking: { id: string };
beforeAll(async () => {
  const at = clock.now();
  const { code } = await bookCollect(opened, await makePayee(opened), 10_000);
  await collectCash(opened, desk, code, 10_000 * NAIRA);
  booking = await bookOne(opened, { pieces: "2" });
  await db.insert(payments).values({
    ...{
      actId: SOME_ACT,
      bookingId: booking.id,
      method: "cash",
      direction: "in",
      kobo: 100,
      byName: "Ada",
      at,
    },
  });
  const [piece] = await piecesOf(opened, booking.id);
  const { id: riderId } = await makeRider(opened, IKJ.id);
  const by = { byUserId: desk.person.id, byName: "Ada" };
  await db.insert(bookingEvents).values({
    ...{
      actId: SOME_ACT,
      bookingId: booking.id,
      kind: "noted",
      occurredAt: at,
      receivedAt: at,
      note: "Ada called",
      ...by,
    },
    ...{ fromStatus: "pending", toStatus: "pending" },
  });
  await db.insert(custodyEntries).values({
    ...{
      actId: SOME_ACT,
      pieceId: piece!.id,
      fromKind: "sender",
      toKind: "hub",
      toId: IKJ.id,
      method: "scan",
    },
    ...{ occurredAt: at, receivedAt: at, ...by },
  });
  await db.insert(cashEntries).values({
    ...{ actId: SOME_ACT, holderKind: "hub", holderId: IKJ.id, kind: "deposit", kobo: -100 },
    ...{ reference: "SLIP1", occurredAt: at, receivedAt: at, ...by },
  });
  await db.insert(riderDeeds).values({
    ...{ deedId: randomUUID(), deviceId: randomUUID(), riderId, seq: 1, kind: "delivered", protocol: 1 },
    ...{ body: { note: "Ada" }, occurredAt: at, receivedAt: at, flags: [], bookingIds: [booking.id] },
  });
  await db.insert(proofs).values({
    ...{
      deedId: randomUUID(),
      actId: SOME_ACT,
      bookingId: booking.id,
      pieces: [1],
      kind: "photo",
      pictures: 0,
      flags: [],
    },
    ...{ occurredAt: at, receivedAt: at, takenBy: "Ada", latitude: 6.5, longitude: 3.3, accuracy: 9, ...by },
  });
});

test("[RUN-23] each table refuses UPDATE, DELETE and TRUNCATE as the product's own role", async () => {
  for (const [table, change] of Object.entries(KEPT)) {
    expect([table, await db.$count(sql.raw(table) as never)]).not.toEqual([table, 0]);
    for (const statement of [
      `update ${table} set ${change}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
        cause: { code: "23001" },
      });
  }
});

test("[RUN-23] a function of the same name as the one that erases gives no way around", async () => {
  const client = new pg.Client({ connectionString: opened.connectionString });
  await client.connect();
  try {
    await client.query(`create function pg_temp.erase_phone() returns void language plpgsql as
      'begin update rider_deeds set body = ''{}''; end'`);
    await expect(client.query("select pg_temp.erase_phone()")).rejects.toThrow("append-only");
  } finally {
    await client.end();
  }
});

const refuses = (statement: string) => expect(db.execute(sql.raw(statement)), statement).rejects.toThrow();

test("[RUN-23] as the owner of the tables, too: words, names, positions and hand-overs stay while they are needed", async () => {
  for (const statement of [
    "update booking_events set note = null",
    "update booking_events set note = 'other' where note is not null",
    "update booking_events set by_name = 'Former staff', by_user_id = null",
    "update booking_events set by_name = null",
    "update custody_entries set by_name = 'Not kept', by_user_id = null",
    "update rider_deeds set body = '{}'",
    "update proofs set latitude = null, longitude = null, accuracy = null",
    "update proofs set taken_by = null",
    "update proofs set by_name = 'Not kept', by_user_id = null",
    "update cash_entries set covered_at = now()",
    "update cash_entries set by_name = 'Not kept', by_user_id = null",
    ...Object.keys(KEPT).flatMap((table) => [`delete from ${table}`, `truncate ${table}`]),
    "delete from pieces",
    "truncate pieces cascade",
  ])
    await refuses(statement);
});

test("[RUN-23] a row of the bank's day is set once, and fewer pieces take theirs along", async () => {
  await db.execute(sql`update cash_entries set bank_day = '2026-11-20' where reference = 'SLIP1'`);
  await refuses("update cash_entries set bank_day = '2026-11-21' where reference = 'SLIP1'");
  const [, second] = await piecesOf(opened, booking.id);
  const at = clock.now();
  await db.insert(custodyEntries).values({
    ...{
      actId: SOME_ACT,
      pieceId: second!.id,
      fromKind: "sender",
      toKind: "hub",
      toId: IKJ.id,
      method: "scan",
    },
    ...{ occurredAt: at, receivedAt: at, byUserId: null, byName: "Ada" },
  });
  await db.update(bookings).set({ pieces: 1 }).where(eq(bookings.id, booking.id));
  expect(await db.$count(pieces, eq(pieces.bookingId, booking.id))).toBe(1);
  expect(await db.$count(custodyEntries, eq(custodyEntries.pieceId, second!.id))).toBe(0);
});

test("[RUN-23] erasing the receiver takes the words of the booking, and nothing of another", async () => {
  const other = await bookOne(opened);
  await db.update(bookings).set(ERASED_RECEIVER).where(eq(bookings.id, booking.id));
  await db
    .update(bookingEvents)
    .set({ note: null, changes: null })
    .where(eq(bookingEvents.bookingId, booking.id));
  const [deed] = await db.select().from(riderDeeds);
  expect(deed!.body).toEqual({});
  expect((await db.select().from(proofs))[0]).toMatchObject({ takenBy: null, latitude: null });
  await refuses(`update booking_events set note = 'x' where booking_id = '${booking.id}'`);
  await refuses(`update booking_events set changes = '{}' where booking_id = '${other.id}'`);
});
