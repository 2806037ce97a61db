/** TRIP-23: reads the work of all hubs for one table, which dispatch and the dashboard show. */
import { and, desc, eq, gt, inArray, isNotNull, ne, sql, type SQL } from "drizzle-orm";
import { addDays, lagosDay, startOfLagosDay } from "../../../domain/dates.ts";
import { FIRST_STATUS, OPEN_STATUSES } from "../../../domain/delivery-status.ts";
import { planColumn } from "../../../parcels/receiver-choices/read-choices.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { bookings, pieces, runs } from "../../../platform/db/schema.ts";
import { sectionFinder, type BoardHub } from "./board.ts";
import { asksSender, lastWord, MOST_PICKUPS, onNoRun } from "./read-board.server.ts";

export type HubRow = {
  id: string;
  name: string;
  code: string;
  closed: boolean;
  /**
   * The number of pieces to pick up, without those that their senders bring. A piece at a place that several hubs serve
   * counts at each of these hubs.
   */
  toPickUp: number;
  /** The number of pieces in the hub that can be planned now: they are on no run and wait for nobody's answer. */
  toPlan: number;
  /** How many pieces of `toPlan` must be delivered today at the latest. */
  dueToday: number;
  /** How many pieces of `toPlan` are late, because their last promised day has passed. */
  late: number;
  runsOut: number;
  /** Since when the oldest of the pieces in this row has waited. */
  oldest: Date | null;
};

/** Counts for each hub the pieces that dispatch can plan, and how many of them are late or due today. */
async function toPlan(db: Db, now: Date) {
  const today = startOfLagosDay(now);
  const plan = sql`case when not ${pieces.returning} then ${planColumn} end`;
  const waits = sql`(${plan} in ('refuse', 'hold') or ${plan} > ${lagosDay(now)})`;
  const open = db
    .select({
      hubId: pieces.holderId,
      lastDay: sql`${bookings.promisedDay}`.mapWith(bookings.promisedDay).as("last_day"),
      since: sql`coalesce(${pieces.heldSince}, ${bookings.createdAt})`
        .mapWith(bookings.createdAt)
        .as("since"),
    })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(
      and(
        eq(pieces.holderKind, "hub"),
        onNoRun,
        sql`not ${asksSender}`,
        sql`${lastWord} is distinct from 'held_for_collection'`,
        sql`${waits} is not true`,
      ),
    )
    .as("open");
  const before = (at: Date) => sql`${open.lastDay} < ${at.toISOString()}::timestamptz`;
  return db
    .select({
      hubId: open.hubId,
      toPlan: sql<number>`count(*)::int`,
      late: sql<number>`(count(*) filter (where ${before(today)}))::int`,
      dueToday: sql<number>`(count(*) filter (where ${before(addDays(today, 1))} and not ${before(today)}))::int`,
      oldest: sql`min(${open.since})`.mapWith(bookings.createdAt),
    })
    .from(open)
    .groupBy(open.hubId);
}

type PickUps = {
  /**
   * The hub that already has another piece of the same booking. The booking is on this hub's board. Null if no hub has
   * a piece of it.
   */
  hubId: string | null;
  dropOffHubId: string | null;
  town: string | null;
  state: string;
  n: number;
  oldest: Date;
};

/** How many bookings should be picked up by now and are on no run: those promised for today, and for earlier days. */
export type PickupsDue = { today: number; earlier: number };

/**
 * Counts pieces of new bookings that wait for their pickup, by place and by drop-off hub. BOOK-32: also counts the
 * bookings whose promised pickup day has come.
 */
async function ofNewBookings(db: Db, now: Date): Promise<(PickUps & PickupsDue)[]> {
  const newest = db
    .select({
      id: bookings.id,
      dropOffHubId: bookings.dropOffHubId,
      town: bookings.senderTown,
      state: bookings.senderState,
      createdAt: bookings.createdAt,
      pickupDay: bookings.pickupDay,
    })
    .from(bookings)
    .where(eq(bookings.status, FIRST_STATUS))
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(MOST_PICKUPS)
    .as("newest");
  const promised = (when: SQL) =>
    sql<number>`(count(distinct ${newest.id}) filter (where ${newest.dropOffHubId} is null and ${newest.pickupDay} ${when}))::int`;
  const rows = await db
    .select({
      dropOffHubId: newest.dropOffHubId,
      town: newest.town,
      state: newest.state,
      n: sql<number>`count(*)::int`,
      oldest: sql`min(${newest.createdAt})`.mapWith(bookings.createdAt),
      today: promised(sql`= ${lagosDay(now)}`),
      earlier: promised(sql`< ${lagosDay(now)}`),
    })
    .from(newest)
    .innerJoin(pieces, and(eq(pieces.bookingId, newest.id), eq(pieces.holderKind, "sender"), onNoRun))
    .groupBy(newest.dropOffHubId, newest.town, newest.state);
  return rows.map((row) => ({ ...row, hubId: null }));
}

/**
 * Counts pieces that are still with the sender, although a hub already has another piece of the same booking. Both
 * pieces must be on no run.
 */
async function restOfBookings(db: Db): Promise<PickUps[]> {
  const held = db
    .selectDistinct({ hubId: pieces.holderId, bookingId: pieces.bookingId })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(
      and(
        eq(pieces.holderKind, "hub"),
        gt(bookings.pieces, 1),
        inArray(bookings.status, OPEN_STATUSES),
        ne(bookings.status, FIRST_STATUS),
        onNoRun,
      ),
    )
    .as("held");
  return db
    .select({
      hubId: held.hubId,
      dropOffHubId: bookings.dropOffHubId,
      town: bookings.senderTown,
      state: bookings.senderState,
      n: sql<number>`count(*)::int`,
      oldest: sql`min(${bookings.createdAt})`.mapWith(bookings.createdAt),
    })
    .from(held)
    .innerJoin(bookings, eq(bookings.id, held.bookingId))
    .innerJoin(pieces, and(eq(pieces.bookingId, bookings.id), eq(pieces.holderKind, "sender"), onNoRun))
    .groupBy(held.hubId, bookings.dropOffHubId, bookings.senderTown, bookings.senderState);
}

/** Counts the runs on their way, by hub. A linehaul counts at the hub it leaves and at its destination. */
async function runsOut(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({ from: runs.hubId, to: runs.toHubId })
    .from(runs)
    .where(and(eq(runs.state, "out"), isNotNull(runs.hubId)));
  const counts = new Map<string, number>();
  for (const hub of rows.flatMap(({ from, to }) => (to ? [from, to] : [from])))
    counts.set(hub, (counts.get(hub) ?? 0) + 1);
  return counts;
}

const older = (a: Date | null, b: Date): Date => (a && a < b ? a : b);

/**
 * Reads the table of all hubs with a board (boardHubs), and how many pickups are due at all of them together. Pieces to
 * pick up are counted only in the newest bookings, up to MOST_PICKUPS, as on the boards. For staff with `readRoad`.
 */
export async function readHubTable(
  db: Db,
  hubs: readonly BoardHub[],
  now: Date,
): Promise<{ rows: HubRow[]; pickupsDue: PickupsDue }> {
  const [held, fresh, rest, out] = await Promise.all([
    toPlan(db, now),
    ofNewBookings(db, now),
    restOfBookings(db),
    runsOut(db),
  ]);
  const heldIn = new Map(held.map((row) => [row.hubId, row]));
  const rows = hubs.map((hub) => {
    const sectionOf = sectionFinder(hubs, hub);
    const mine = [...fresh, ...rest.filter(({ hubId }) => hubId === hub.id)].filter(
      (place) => sectionOf({ ...place, with: "sender" })?.kind === "pickup",
    );
    const own = heldIn.get(hub.id);
    return {
      ...{ id: hub.id, name: hub.name, code: hub.code, closed: hub.closed },
      toPickUp: mine.reduce((sum, { n }) => sum + n, 0),
      toPlan: own?.toPlan ?? 0,
      dueToday: own?.dueToday ?? 0,
      late: own?.late ?? 0,
      runsOut: out.get(hub.id) ?? 0,
      oldest: mine.reduce((oldest, place) => older(oldest, place.oldest), own?.oldest ?? null),
    };
  });
  const sum = (when: keyof PickupsDue) => fresh.reduce((all, place) => all + place[when], 0);
  return { rows, pickupsDue: { today: sum("today"), earlier: sum("earlier") } };
}
