/** HUB-1: reads hubs, also closed ones, and each hub's pieces, runs and riders. For staff with `readRoad`. */
import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { OPEN_STATUSES } from "../../domain/delivery-status.ts";
import type { Db } from "../../platform/db/client.server.ts";
import {
  adminMembers,
  bookings,
  hubAreas,
  hubMembers,
  hubs,
  laneHours,
  pieces,
  profiles,
  riders,
  runs,
} from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type PageParams } from "../../platform/http/keyset.ts";
import type { Area } from "./hub-areas.ts";
import type { Left } from "./left-text.ts";

type Reader = Pick<Db, "select">;

export const NOTHING_LEFT: Left = { pieces: 0, runs: 0, riders: 0, bound: 0 };

const count = sql<number>`count(*)::int`;

/**
 * Counts what is left at each hub, or only at `hubId`: its pieces, its runs that are not reconciled, its riders, and
 * pieces elsewhere for which dispatch chose this hub.
 */
export async function readLeft(db: Reader, hubId?: string): Promise<Map<string, Left>> {
  const only = (column: Parameters<typeof eq>[0]) => (hubId === undefined ? undefined : eq(column, hubId));
  const open = (hub: typeof runs.hubId | typeof runs.toHubId) =>
    db
      .select({ id: hub, n: count })
      .from(runs)
      .where(and(ne(runs.state, "reconciled"), only(hub)))
      .groupBy(hub);
  const [held, from, to, working, bound] = await Promise.all([
    db
      .select({ id: pieces.holderId, n: count })
      .from(pieces)
      .where(and(eq(pieces.holderKind, "hub"), only(pieces.holderId)))
      .groupBy(pieces.holderId),
    open(runs.hubId),
    open(runs.toHubId),
    db
      .select({ id: riders.hubId, n: count })
      .from(riders)
      .where(and(isNull(riders.leftAt), only(riders.hubId)))
      .groupBy(riders.hubId),
    db
      .select({ id: pieces.toHubId, n: count })
      .from(pieces)
      .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
      .where(
        and(
          isNotNull(pieces.toHubId),
          only(pieces.toHubId),
          sql`${pieces.holderId} is distinct from ${pieces.toHubId}`,
          or(
            inArray(pieces.holderKind, ["hub", "rider", "partner"]),
            and(eq(pieces.holderKind, "sender"), inArray(bookings.status, OPEN_STATUSES)),
          ),
        ),
      )
      .groupBy(pieces.toHubId),
  ]);
  const left = new Map<string, Left>();
  const add = (rows: readonly { id: string | null; n: number }[], what: keyof Left) => {
    for (const { id, n } of rows) {
      if (id === null) continue;
      const own = left.get(id) ?? { ...NOTHING_LEFT };
      left.set(id, { ...own, [what]: own[what] + n });
    }
  };
  add(held, "pieces");
  add([...from, ...to], "runs");
  add(working, "riders");
  add(bound, "bound");
  return left;
}

export type Hub = typeof hubs.$inferSelect & { areas: Area[] };

const areasOf = async (db: Reader, hubId?: string) =>
  Map.groupBy(
    await db
      .select()
      .from(hubAreas)
      .where(hubId === undefined ? undefined : eq(hubAreas.hubId, hubId))
      .orderBy(asc(hubAreas.state), asc(hubAreas.town)),
    (area) => area.hubId,
  );
const withAreas = (hub: typeof hubs.$inferSelect, areas: Awaited<ReturnType<typeof areasOf>>): Hub => ({
  ...hub,
  areas: (areas.get(hub.id) ?? []).map(({ state, town }) => ({ state, town })),
});

/** Returns all hubs by name, the active hubs before the closed ones. */
export async function listHubs(db: Reader): Promise<(Hub & { left: Left })[]> {
  const [rows, areas, left] = await Promise.all([
    db
      .select()
      .from(hubs)
      .orderBy(sql`${hubs.active} desc`, asc(hubs.name)),
    areasOf(db),
    readLeft(db),
  ]);
  return rows.map((hub) => ({ ...withAreas(hub, areas), left: left.get(hub.id) ?? NOTHING_LEFT }));
}

export async function readHub(db: Reader, id: string): Promise<Hub | null> {
  const [[hub], areas] = await Promise.all([db.select().from(hubs).where(eq(hubs.id, id)), areasOf(db, id)]);
  return hub ? withAreas(hub, areas) : null;
}

export type LaneTo = { id: string; name: string; code: string; hours: number | null };

/** Returns the other active hubs, each with the hours of a linehaul from this hub. Null: the usual hours. */
export const readLanes = (db: Reader, hubId: string): Promise<LaneTo[]> =>
  db
    .select({ id: hubs.id, name: hubs.name, code: hubs.code, hours: laneHours.hours })
    .from(hubs)
    .leftJoin(laneHours, and(eq(laneHours.fromHubId, hubId), eq(laneHours.toHubId, hubs.id)))
    .where(and(eq(hubs.active, true), ne(hubs.id, hubId)))
    .orderBy(asc(hubs.name));

/** Returns the runs from or to a hub that are not reconciled, the oldest day first. */
export function openRunsOf(db: Reader, hubId: string) {
  const { id, name, kind, day, state } = getTableColumns(runs);
  return db
    .select({ id, name, kind, day, state, rider: riders.name })
    .from(runs)
    .leftJoin(riders, eq(riders.id, runs.riderId))
    .where(and(ne(runs.state, "reconciled"), or(eq(runs.hubId, hubId), eq(runs.toHubId, hubId))))
    .orderBy(asc(runs.day), asc(runs.name))
    .limit(MOST_RUNS);
}
const MOST_RUNS = 100;

/** Selects the members of the team at a hub, by name. */
export const teamOf = (db: Reader, hubId: string) =>
  db
    .select({
      id: adminMembers.id,
      name: sql<string>`coalesce(${profiles.fullName}, ${profiles.email})`,
      role: adminMembers.adminRole,
    })
    .from(hubMembers)
    .innerJoin(adminMembers, eq(adminMembers.id, hubMembers.memberId))
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .where(eq(hubMembers.hubId, hubId))
    .orderBy(asc(profiles.fullName), asc(adminMembers.id));

/** Selects the riders who work at a hub, by name. */
export const ridersOf = (db: Reader, hubId: string) =>
  db
    .select({ id: riders.id, name: riders.name })
    .from(riders)
    .where(and(eq(riders.hubId, hubId), isNull(riders.leftAt)))
    .orderBy(asc(riders.name), asc(riders.id));

const PIECES = 20;

/** Returns a page of the pieces that a hub or a rider holds. The piece held longest is first. */
export async function piecesHeldBy(db: Reader, kind: "hub" | "rider", holderId: string, page: PageParams) {
  const { where, orderBy } = keyset([pieces.heldSince, pieces.id], page, "asc");
  const rows = await db
    .select({
      id: pieces.id,
      number: pieces.number,
      of: bookings.pieces,
      code: bookings.trackingCode,
      receiverState: bookings.receiverState,
      receiverTown: bookings.receiverTown,
      returning: pieces.returning,
      // `heldSince` is never null for a piece with a holder.
      createdAt: sql<Date>`${pieces.heldSince}`.mapWith(pieces.heldSince),
    })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(and(eq(pieces.holderKind, kind), eq(pieces.holderId, holderId), where))
    .orderBy(...orderBy)
    .limit(PIECES + 1);
  return paginate(rows, PIECES, page);
}
export type PieceHeldHere = Awaited<ReturnType<typeof piecesHeldBy>>["rows"][number];
