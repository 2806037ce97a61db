/** PICKUP-1: reads regular pickups, for senders and the office. */
import { and, asc, desc, eq, gte, inArray, sql, type SQL } from "drizzle-orm";
import { addDays, lagosDay } from "../../domain/dates.ts";
import { destinationHub } from "../../domain/destination-hub.ts";
import { closedDays } from "../../domain/places-days.ts";
import { SKIP_DAYS, type RegularState } from "../../domain/regular-pickup.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import {
  businesses,
  hubs,
  profiles,
  regularPickupActs,
  regularPickups,
  regularStops,
  runs,
  stores,
} from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type PageParams } from "../../platform/http/keyset.ts";
import { hasId } from "../../platform/db/has-id.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { BookOf } from "../address-book/book-owner.server.ts";
import { daysAhead } from "./due-days.ts";
import type { PickupList } from "./pickup-lists.ts";
import { ofPickupOwner } from "./lock-pickup.server.ts";
import { PROMISE_ACTS, promisedDays } from "./promised-days.ts";

type Reading = Pick<Services, "db" | "live" | "company" | "daysRules" | "now">;
type Pickup = typeof regularPickups.$inferSelect;

/** `planned`: the visit of this day is on a run. `out`: the rider of that run is on the way. */
export type PickupDay = {
  day: string;
  is: "due" | "planned" | "out" | "visited" | "missed" | "skipped";
  skippedBy: "sender" | "office" | null;
  taken: number | null;
};

/** The number of past days whose visits the page shows. */
const DAYS_BACK = 14;
const ACTS_SHOWN = 20;
/** The most acts that are read for the pickups of a page, newest first. Acts that are not read promise no day. */
const ACTS_JUDGED = 2000;

/** Reads the regular pickups of an owner. Ended pickups come last. */
export async function readOwnPickups(services: Reading, of: BookOf) {
  const rows = await services.db
    .select()
    .from(regularPickups)
    .where(ofPickupOwner(of))
    .orderBy(
      sql`${regularPickups.endedAt} is not null`,
      desc(regularPickups.createdAt),
      asc(regularPickups.id),
    )
    .limit(50);
  return withDays(services, rows);
}

/** Reads a regular pickup for the office, with its days, its history, and the hub whose area contains its address. */
export async function readPickup(services: Reading, id: string | null) {
  const [row] = await services.db
    .select({ pickup: regularPickups, ...owner })
    .from(regularPickups)
    .leftJoin(profiles, eq(profiles.id, regularPickups.userId))
    .leftJoin(stores, eq(stores.id, regularPickups.storeId))
    .leftJoin(businesses, eq(businesses.id, regularPickups.businessId))
    .where(hasId(regularPickups.id, id));
  if (!row) return null;
  const [found] = await withDays(services, [row.pickup]);
  const known = await activeHubs(services);
  const { town, state } = found!.wanted ?? found!;
  const near = destinationHub(known, { town, state });
  return {
    ...found!,
    owner: row.owner,
    hubs: known.map(({ id: value, name }) => ({ value, label: name })),
    nearHub: near.kind === "hub" ? near.hub.id : null,
  };
}
export type OfficePickup = NonNullable<Awaited<ReturnType<typeof readPickup>>>;

const owner = {
  owner: sql<string>`coalesce(${stores.businessName}, ${businesses.name}, ${profiles.fullName}, ${profiles.email}, '')`,
};

async function withDays(services: Reading, rows: readonly Pickup[]) {
  if (rows.length === 0) return [];
  const { db } = services;
  const now = services.now();
  const ids = rows.map(({ id }) => id);
  const [rules, company, judged, stops, acts] = await Promise.all([
    services.daysRules(now),
    services.company(),
    promiseActsOf(db, ids),
    db
      .select({ stop: regularStops, state: runs.state })
      .from(regularStops)
      .leftJoin(runs, eq(runs.id, regularStops.runId))
      .where(
        and(inArray(regularStops.pickupId, ids), gte(regularStops.day, lagosDay(addDays(now, -DAYS_BACK)))),
      ),
    Promise.all(ids.map((id) => actsOf(db, id))),
  ]);
  const today = lagosDay(now);
  const pastRules = { ...rules, closed: closedDays(addDays(now, -DAYS_BACK), company) };
  return rows.map((pickup, n) => {
    const own = new Map(
      stops.filter(({ stop }) => stop.pickupId === pickup.id).map((one) => [one.stop.day, one]),
    );
    const isVisited = pickup.status === "active" && pickup.hubId !== null;
    const ahead = isVisited ? daysAhead(rules, { ...pickup, hubId: pickup.hubId! }, now, SKIP_DAYS) : [];
    const dayOf = (day: string): PickupDay => {
      const found = own.get(day);
      return {
        day,
        is: found ? stateOf(found, day < today) : ahead.includes(day) ? "due" : "missed",
        skippedBy: found?.stop.skippedBy ?? null,
        taken: found?.stop.taken ?? null,
      };
    };
    const promise = { hubId: pickup.hubId ?? "", acts: judged.get(pickup.id) ?? [] };
    const known = new Set([...own.keys(), ...promisedDays(pastRules, promise, now, DAYS_BACK)]);
    const before = [...known].filter((day) => !ahead.includes(day)).toSorted();
    return {
      ...pickup,
      days: pickup.days,
      coming: ahead.map(dayOf),
      before: before.map(dayOf),
      acts: acts[n]!,
    };
  });
}
export type PickupOfPage = Awaited<ReturnType<typeof withDays>>[number];

function stateOf(
  { stop, state }: { stop: typeof regularStops.$inferSelect; state: string | null },
  isOver: boolean,
): PickupDay["is"] {
  if (stop.skippedBy) return "skipped";
  if (stop.visitedAt) return "visited";
  if (state === "reconciled" || (isOver && state !== "out")) return "missed";
  return state === "planned" ? "planned" : "out";
}

/** Reads the acts that decide on which days a rider was promised, by pickup, oldest first. */
async function promiseActsOf(db: Db, ids: readonly string[]) {
  const { pickupId, kind, side, words, at } = regularPickupActs;
  const acts = await db
    .select({ pickupId, kind, side, words, at })
    .from(regularPickupActs)
    .where(and(inArray(pickupId, [...ids]), inArray(kind, PROMISE_ACTS)))
    .orderBy(desc(regularPickupActs.id))
    .limit(ACTS_JUDGED);
  return Map.groupBy(acts.toReversed(), (act) => act.pickupId);
}

const actsOf = (db: Db, pickupId: string) =>
  db
    .select({
      id: regularPickupActs.id,
      kind: regularPickupActs.kind,
      side: regularPickupActs.side,
      words: regularPickupActs.words,
      byName: regularPickupActs.byName,
      at: regularPickupActs.at,
    })
    .from(regularPickupActs)
    .where(eq(regularPickupActs.pickupId, pickupId))
    .orderBy(desc(regularPickupActs.id))
    .limit(ACTS_SHOWN);

/** Selects the regular pickups, and the changes of regular pickups, that wait for the office. */
export const isToDecide = sql`(${regularPickups.status} = 'asked' or ${regularPickups.wanted} is not null)`;

const IN_LIST: Record<PickupList, () => SQL> = {
  asked: () => isToDecide,
  active: () => eq(regularPickups.status, "active"),
  paused: () => eq(regularPickups.status, "paused"),
  over: () => inArray(regularPickups.status, ["ended", "refused"] satisfies RegularState[]),
};

const ROWS = 50;

/** Reads a page of a list of regular pickups, newest first. For staff with `readRoad`. */
export async function listPickups(db: Db, list: PickupList, page: PageParams) {
  const { where, orderBy } = keyset([regularPickups.createdAt, regularPickups.id], page);
  const rows = await db
    .select({
      id: regularPickups.id,
      name: regularPickups.name,
      address: regularPickups.address,
      days: regularPickups.days,
      fromTime: regularPickups.fromTime,
      untilTime: regularPickups.untilTime,
      status: regularPickups.status,
      isChange: sql<boolean>`${regularPickups.wanted} is not null`,
      createdAt: regularPickups.createdAt,
      hub: hubs.code,
      ...owner,
    })
    .from(regularPickups)
    .leftJoin(hubs, eq(hubs.id, regularPickups.hubId))
    .leftJoin(profiles, eq(profiles.id, regularPickups.userId))
    .leftJoin(stores, eq(stores.id, regularPickups.storeId))
    .leftJoin(businesses, eq(businesses.id, regularPickups.businessId))
    .where(and(IN_LIST[list](), where))
    .orderBy(...orderBy)
    .limit(ROWS + 1);
  return paginate(rows, ROWS, page);
}
export type ListedPickup = Awaited<ReturnType<typeof listPickups>>["rows"][number];

/** Counts the regular pickups that wait for a decision by the office. */
export const countToDecide = (db: Db): Promise<number> => db.$count(regularPickups, IN_LIST.asked());
