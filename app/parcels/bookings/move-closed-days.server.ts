/** STATUS-10: after a change of hours, holidays or hubs, moves parcels from days that are closed now. */
import { and, eq, gte, inArray, isNull, not, sql } from "drizzle-orm";
import { lagosDay, middayOf, startOfLagosDay } from "../../domain/dates.ts";
import { FIRST_STATUS, OPEN_STATUSES } from "../../domain/delivery-status.ts";
import { movedPickup, type Mover } from "../../domain/moved-day.ts";
import { deliveringDayFrom, type DaysRules } from "../../domain/places-days.ts";
import { addEvents, deedTopics } from "../../history/add-events.server.ts";
import { dayMoved, moveDays } from "../../history/moved-days.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, pieces, runPieces, runs } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { startRounds } from "../../platform/jobs/rounds.server.ts";
import { beginAct } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { moveDropOffs } from "./move-drop-offs.server.ts";

const FIRST_MS = 30_000;
const EVERY_MS = 2 * 60_000;
const AT_ONCE = 200;
const BY = {
  source: "program" as const,
  authorId: null,
  by: { byUserId: null, byName: "Automatic check" },
};

type Moved = { id: string; pickupDay: string | null; mover: Mover };

const PROMISED_ON = sql<string>`lagos_day(${bookings.promisedDay})`;
/**
 * True if the parcel is on a delivery run of its promised day. Dispatch planned the run for that day on
 * purpose, so the day stays.
 */
const TAKEN = sql`exists (select from ${pieces} p join ${runPieces} rp on rp.piece_id = p.id and rp.ended_at is null
  join ${runs} r on r.id = rp.run_id
  where p.booking_id = bookings.id and r.kind = 'delivery' and r.day::text = ${PROMISED_ON})`;

/**
 * Finds the open bookings whose promised day is closed. First reads the different pairs of place and day,
 * which are few, so that each pair is checked only once.
 */
async function closedPromises(db: Db, rules: DaysRules, today: Date): Promise<Moved[]> {
  const to = { town: bookings.receiverTown, state: bookings.receiverState };
  const isOpen = and(inArray(bookings.status, OPEN_STATUSES), gte(bookings.promisedDay, today));
  const days = await db
    .selectDistinct({ ...to, day: PROMISED_ON })
    .from(bookings)
    .where(isOpen);
  const found: Moved[] = [];
  for (const { day, town, state } of days) {
    if (deliveringDayFrom(rules, middayOf(day), { town, state }) === day) continue;
    const rows = await db
      .select({ id: bookings.id })
      .from(bookings)
      .where(and(isOpen, isSame(to.town, town), eq(to.state, state), eq(PROMISED_ON, day), not(TAKEN)));
    found.push(...rows.map(({ id }): Moved => ({ id, pickupDay: null, mover: { why: "closed" } })));
  }
  return found;
}

const isSame = (column: typeof bookings.receiverTown, town: string | null) =>
  town === null ? isNull(column) : eq(column, town);

async function closedPickups(db: Db, rules: DaysRules, today: string): Promise<Moved[]> {
  const rows = await db
    .select({
      id: bookings.id,
      service: bookings.deliveryType,
      from: { town: bookings.senderTown, state: bookings.senderState },
      to: { town: bookings.receiverTown, state: bookings.receiverState },
      dropOffHubId: bookings.dropOffHubId,
      pickupDay: bookings.pickupDay,
    })
    .from(bookings)
    .where(and(eq(bookings.status, FIRST_STATUS), gte(bookings.pickupDay, today)));
  return rows.flatMap(({ id, pickupDay, ...of }): Moved[] => {
    const days = pickupDay && movedPickup(rules, { ...of, pickupDay });
    if (!days) return [];
    return [{ id, pickupDay: days.pickupDay, mover: { why: "closed", from: days.lastDay } }];
  });
}

/**
 * Moves parcels from closed days, with an event, a mail to the sender and a message to the receiver. Returns
 * the number of moved parcels. If two processes do this at the same time, each parcel is still moved once.
 */
export async function moveClosedDays(services: Services): Promise<number> {
  const { db, live, now } = services;
  await moveDropOffs(services);
  const at = now();
  const rules = await services.daysRules(at);
  const closed = [
    ...(await closedPromises(db, rules, startOfLagosDay(at))),
    ...(await closedPickups(db, rules, lagosDay(at))),
  ];
  const found = [...new Map(closed.map((one) => [one.id, one])).values()];
  let count = 0;
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const some = found.slice(from, from + AT_ONCE);
    const codes = await transact(db, async (tx) => {
      const act = beginAct(tx, { ...BY, kind: "day_moved", at });
      const work = { services, tx, act };
      const moved = await moveDays(work, new Map(some.map(({ id, mover }) => [id, mover])));
      const again = await movePickups(work, some, new Set(moved.map(({ bookingId }) => bookingId)));
      const done = await addEvents(work, [...moved, ...again]);
      return [...done.values()].map(({ code }) => code);
    });
    if (codes.length > 0) live.publish(...deedTopics(codes));
    count += codes.length;
  }
  return count;
}

/** Moves pickup days. Each moved pickup day gets an event for the sender, even if the promised day stays. */
async function movePickups(
  { tx }: { tx: Parameters<typeof moveDays>[0]["tx"] },
  some: readonly Moved[],
  told: ReadonlySet<string>,
) {
  const events = [];
  for (const { id, pickupDay } of some) {
    if (!pickupDay) continue;
    const [row] = await tx
      .update(bookings)
      .set({ pickupDay })
      .where(
        and(
          eq(bookings.id, id),
          eq(bookings.status, FIRST_STATUS),
          sql`${bookings.pickupDay} < ${pickupDay}`,
        ),
      )
      .returning({ promised: bookings.promisedDay });
    if (row && !told.has(id)) events.push(dayMoved(id, lagosDay(row.promised), "closed", {}));
  }
  return events;
}

/** Moves parcels from closed days every two minutes. Returns a function that stops this. */
export function startMovingClosedDays(services: Services): () => void {
  const round = () =>
    void moveClosedDays(services).then(
      (moved) => moved > 0 && services.log.info({ moved }, "days moved that are closed now"),
      (error: unknown) =>
        services.log.warn({ err: error }, "closed days were not looked for; it will be tried again"),
    );
  return startRounds(round, FIRST_MS, EVERY_MS);
}
