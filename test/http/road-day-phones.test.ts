/**
 * A day of a carrier whose riders have phones: deeds, cash, transfers, a phone that dies and is replaced, cash that is
 * short.
 */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { moneyIn } from "../../app/care/exceptions/transfer-steps.server.ts";
import type { FailureReason } from "../../app/domain/failure-reasons.ts";
import { payIn } from "../../app/money/cash/count-cash.server.ts";
import {
  bookings,
  cashAccounts,
  cashOnDelivery,
  exceptions,
  payments,
  pieces,
  riderDevices,
  settlementEntries,
} from "../../app/platform/db/schema.ts";
import { NO_PROOF, type Deed, type DeedsAnswer, type Did } from "../../app/road/deeds/protocol.ts";
import { openTestApp, type Visitor } from "../fixtures/app.ts";
import { makeAdmin } from "../fixtures/bookings.ts";
import { wrongCash } from "../fixtures/cash-recount.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { LONG } from "../fixtures/long.ts";
import { Phone } from "../fixtures/phone.ts";
import { askJson, asJson, onShift } from "../fixtures/rider-phone.ts";
import { recountRoad, runNow } from "../fixtures/road.ts";
import { RoadDay, SHORT_DAY, WHOLE_DAY, type Send } from "../fixtures/road-day.ts";
import { countsOf } from "../fixtures/road-end.ts";

const app = await closedAfterAll(openTestApp({ limitsFactor: 100_000 }));
const { services, clock } = app;
const { db } = services;
const desk = await makeAdmin(app, "moderator");
const boss = await makeAdmin(app, "super_admin");
const SIZE = LONG ? WHOLE_DAY : SHORT_DAY;
const DIES_AFTER = 2;

type Carried = { visitor: Visitor; phone: Phone };
const phones = new Map<string, Carried>();
const done = new Map<string, { by: Carried; deed: Deed }>();
const byTransfer = new Set<string>();
let bosses = 0;
let dying: { rider: string; told: number; replaced: boolean } | null = null;

async function newPhone(riderId: string): Promise<Carried> {
  const office = await app.admin("super_admin", `boss-${++bosses}@ona.test`);
  const visitor = await onShift(app, office, riderId);
  const [device] = await db
    .select({ id: riderDevices.id })
    .from(riderDevices)
    .where(and(eq(riderDevices.riderId, riderId), isNull(riderDevices.revokedAt)));
  const carried = { visitor, phone: Phone.at(app, device!.id, riderId) };
  phones.set(riderId, carried);
  return carried;
}

/** At 13:00 the phone falls into the water: another phone sends all later deeds. */
async function replaceInTime(riderId: string, agedMs: number): Promise<void> {
  dying ??= { rider: riderId, told: 0, replaced: false };
  if (dying.rider !== riderId || dying.replaced || ++dying.told <= DIES_AFTER) return;
  dying.replaced = true;
  clock.pass(-agedMs - 1000);
  await newPhone(riderId);
  clock.pass(agedMs + 1000);
}

async function tell({ visitor, phone }: Carried, deed: Deed): Promise<void> {
  const sent = { protocol: 1, phone: phone.report(), deeds: [deed] };
  const { answers } = asJson<DeedsAnswer>(await askJson(visitor, "/rider/deeds", sent));
  const [answer] = answers;
  if (!answer || answer.answer === "wait" || answer.answer === "refused")
    throw new Error(JSON.stringify(answers));
}

/** Sends a deed that the rider did that long ago; a repeated key is a repeat of that deed. */
async function does(runId: string, agedMs: number, key: string, did: Did): Promise<void> {
  const before = done.get(key);
  if (before) return tell(before.by, before.deed);
  const run = await runNow(app, runId);
  if (did.kind === "delivered") await replaceInTime(run.riderId!, agedMs);
  const by = phones.get(run.riderId!)!;
  clock.pass(-agedMs);
  const deed = by.phone.does(did, run);
  clock.pass(agedMs);
  done.set(key, { by, deed });
  return tell(by, deed);
}

/** The amount to collect for the booking of these pieces, in cash; every third receiver pays by transfer. */
async function taken(runId: string, agedMs: number, ids: string[]) {
  const [row] = await db
    .select({ booking: pieces.bookingId, kobo: cashOnDelivery.amountKobo })
    .from(pieces)
    .innerJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, pieces.bookingId))
    .where(inArray(pieces.id, ids));
  if (!row) return [];
  if (row.kobo % 3 === 0) {
    await does(runId, agedMs, crypto.randomUUID(), {
      kind: "transfer_asked",
      booking: row.booking,
      kobo: row.kobo,
    });
    const [asked] = await db
      .select()
      .from(exceptions)
      .where(and(eq(exceptions.bookingId, row.booking), eq(exceptions.kind, "transfer_to_confirm")));
    const fields = { id: asked!.id, version: String(asked!.version), note: "", reference: `T${row.kobo}` };
    const paid = await moneyIn.receive(services, desk, fields, crypto.randomUUID());
    if (!paid.ok) throw new Error(JSON.stringify(paid));
    byTransfer.add(row.booking);
    return [];
  }
  const shown = { deliveryKobo: 0, codKobo: row.kobo };
  return [{ booking: row.booking, shown, takenKobo: row.kobo, method: "cash" as const, agreedBy: null }];
}

const send: Send = async (operation, fields, key) => {
  const runId = fields["run"]!;
  const agedMs = Number(fields["agedMs"] ?? 0);
  const ids = Object.keys(fields).flatMap((name) => (name.startsWith("piece:") ? name.slice(6) : []));
  switch (operation.operationName) {
    case "runs.out": {
      const sentOut = await operation.receive(services, desk, fields, key);
      const { riderId } = await runNow(app, runId);
      if (riderId && !phones.has(riderId)) await newPhone(riderId);
      return sentOut;
    }
    case "runs.count_pickup": {
      const own = await db
        .select({ id: pieces.id })
        .from(pieces)
        .where(eq(pieces.bookingId, fields["booking"]!));
      const all = own.map(({ id }) => id);
      return does(runId, agedMs, key, {
        ...{ kind: "picked_up", kg: null, took: [], note: "", counted: [] },
        pieces: all,
      });
    }
    case "runs.delivered": {
      const took = done.has(key) ? [] : await taken(runId, agedMs, ids);
      const proof = { ...NO_PROOF, pin: fields["pin"] ?? null };
      return does(runId, agedMs, key, {
        ...{ kind: "delivered", refused: [], note: "" },
        ...{ pieces: ids, took, proof },
      });
    }
    case "runs.attempted":
      return does(runId, agedMs, key, {
        ...{ kind: "attempted", note: "", proof: NO_PROOF },
        ...{ pieces: ids, reason: fields["reason"] as FailureReason },
      });
    default:
      return operation.receive(services, desk, fields, key);
  }
};

/** Each rider hands in their cash, one of them ₦2,000 too little. */
async function handIn(): Promise<string> {
  const { rows: hubs } = await db.execute<{ id: string; hub: string }>(
    sql`select id::text, hub_id::text as hub from riders`,
  );
  const open = await db.select().from(cashAccounts).where(eq(cashAccounts.holderKind, "rider"));
  const short = open.find(({ balanceKobo }) => balanceKobo > 200_000)!.holderId;
  for (const { holderId: id, balanceKobo, lastEntry } of open) {
    const given = balanceKobo - (id === short ? 200_000 : 0);
    const hub = hubs.find((rider) => rider.id === id)!.hub;
    const fields = {
      kind: "rider",
      id,
      hub,
      coins: String(given / 100),
      whole: "all",
      seen: String(lastEntry),
    };
    const counted = await payIn.receive(services, boss, fields, crypto.randomUUID());
    if (!counted.ok) throw new Error(JSON.stringify(counted));
  }
  return short;
}

test(
  "[DEED-5] [DEED-7] [CASH-4] a day with phones: one holder for each piece, balances are what was collected less what was paid in, each difference has a name",
  { timeout: 900_000 },
  async () => {
    await new RoadDay(app, SIZE, { shuffled: false, doubled: true, seed: 7 }, send).run();
    expect(dying).toMatchObject({ replaced: true });
    expect(await recountRoad(app)).toEqual([]);
    const { pieces: count, missing, named, extra, open } = await countsOf(app);
    expect({ count, open, named, extra }).toEqual({
      count: SIZE.bookings + SIZE.second,
      ...{ open: 0, named: missing, extra: SIZE.extra },
    });
    const collected = await db
      .select({ id: bookings.id, kobo: cashOnDelivery.amountKobo })
      .from(bookings)
      .innerJoin(cashOnDelivery, eq(cashOnDelivery.bookingId, bookings.id))
      .where(eq(bookings.status, "delivered"));
    expect(byTransfer.size).toBeGreaterThan(0);
    const cash = collected
      .filter(({ id }) => !byTransfer.has(id))
      .reduce((total, { kobo }) => total + kobo, 0);
    const balances = async () =>
      (await db.select().from(cashAccounts).where(eq(cashAccounts.holderKind, "rider"))).reduce(
        (total, { balanceKobo }) => total + balanceKobo,
        0,
      );
    expect(await balances()).toBe(cash);
    const short = await handIn();
    expect(await balances()).toBe(200_000);
    const [left] = await db.select().from(cashAccounts).where(eq(cashAccounts.holderId, short));
    expect(left!.balanceKobo).toBe(200_000);
    const differences = await db
      .select()
      .from(exceptions)
      .where(and(eq(exceptions.kind, "cash_difference"), isNull(exceptions.closedAt)));
    expect(differences).toHaveLength(1);
    expect(await wrongCash(db)).toEqual([]);
    expect(await db.$count(settlementEntries, isNull(settlementEntries.reverses))).toBe(collected.length);
    expect(await db.$count(payments)).toBe(0);
  },
);
