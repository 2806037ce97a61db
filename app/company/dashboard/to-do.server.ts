/** STAFF-40: the work that waits now, for the top of the dashboard. */
import { sql, type SQL } from "drizzle-orm";
import type { Admin } from "../../access/actor.ts";
import { ownHub } from "../../access/own-hub.server.ts";
import { may } from "../../access/permissions.ts";
import { mayOpenPage } from "../../access/staff-pages.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { OPEN_STATUSES } from "../../domain/delivery-status.ts";
import { isToDecide } from "../../parcels/regular-pickups/read-pickups.server.ts";
import { namedStatement } from "../../platform/db/prepared.server.ts";
import {
  bookings,
  cashAccounts,
  claims,
  contactMessages,
  exceptions,
  onlinePayments,
  regularPickups,
  riders,
  transferNotices,
} from "../../platform/db/schema.ts";
import { wordList } from "../../platform/db/schema/columns.ts";
import type { Services } from "../../platform/services.server.ts";
import { boardHubs } from "../../road/runs/board/board-hubs.server.ts";
import { readHubTable, type HubRow, type PickupsDue } from "../../road/runs/board/hub-table.server.ts";
import { readRunsOut, type RunOut } from "../../road/runs/runs-out.server.ts";
import type { TodoCounts } from "./to-do.ts";

export type ToDo = {
  waits: TodoCounts;
  /** The runs on their way, the earliest departure first. Empty for a role that may not read runs. */
  runs: RunOut[];
  /** The hubs with pieces that must leave today and are on no run. Empty for a role that may not plan runs. */
  unplanned: Pick<HubRow, "id" | "name" | "code" | "dueToday" | "late">[];
  /**
   * The pickups that were promised for today or earlier and are on no run. Null if there are none, if no hub is active,
   * or for a role that may not plan runs.
   */
  pickups: (PickupsDue & { hubs: number }) | null;
};

/** A count of this number or more is shown as '999+'. */
const CAP = 1000;
const SPLIT = "|";

/** Returns SQL that writes two values into one text: the count of `rows`, up to the cap, and the earliest `at`. */
const waiting = (rows: SQL) =>
  sql`(select count(*) || ${SPLIT} || coalesce(min(at)::text, '') from (${rows} limit ${sql.raw(String(CAP))}) found)`;
const now = sql`${sql.placeholder("now")}::timestamptz`;
/** The hub whose riders' cash is counted; null for all hubs. */
const hub = sql`${sql.placeholder("hub")}::uuid`;
/** An id that no hub has. It is used for a hub clerk who has no hub, so that the clerk's count of cash is 0. */
const NO_HUB = "00000000-0000-0000-0000-000000000000";

type Row = Record<keyof TodoCounts, string> & { worst: string | null };

const read = namedStatement<Row>(
  "dashboard_to_do",
  () => sql`
    select
      ${waiting(sql`select due_at as at from ${exceptions} where closed_at is null and due_at <= ${now} order by due_at`)} as overdue,
      (select id::text from ${exceptions} where closed_at is null order by due_at, id limit 1) as worst,
      ${waiting(sql`select opened_at as at from ${exceptions} where closed_at is null and due_at > ${now}`)} as exceptions,
      ${waiting(sql`select opened_at as at from ${claims} where closed_at is null and state = 'open'`)} as claims,
      ${waiting(sql`select created_at as at from ${transferNotices} where state = 'open'
        union all select created_at from ${onlinePayments} where state = 'problem' and closed_at is null`)} as payments,
      ${waiting(sql`select coalesce(since, ${now}) as at from ${cashAccounts} where holder_kind = 'rider' and balance_kobo > 0
        and (${hub} is null or holder_id in (select id from ${riders} where hub_id = ${hub}))`)} as cash,
      ${waiting(sql`select promised_day as at from ${bookings} where status in ${wordList(OPEN_STATUSES)}
        and promised_day < ${sql.placeholder("today")}::timestamptz order by promised_day`)} as late,
      ${waiting(sql`select case when status = 'asked' then created_at else updated_at end as at from ${regularPickups}
        where ${isToDecide}`)} as regular,
      ${waiting(sql`select created_at as at from ${contactMessages} where not is_read order by created_at`)} as messages`,
);

/** The page that lists the rows of a count. A role that may not open the page does not get the count. */
const PAGES: Record<keyof TodoCounts, string> = {
  overdue: "/admin/exceptions",
  exceptions: "/admin/exceptions",
  claims: "/admin/claims",
  payments: "/admin/payments",
  cash: "/admin/cash",
  late: "/admin/bookings",
  regular: "/admin/runs/regular",
  messages: "/admin/contacts",
};

/**
 * Reads the open work, for staff with `readDashboard`:
 *
 * - Counts (up to 1,000), each with its earliest time. A role gets only the counts whose pages it may open, and the
 *   regular pickups only if it may decide about them. A hub clerk's count of cash covers only the riders of the clerk's
 *   own hub (CASH-6).
 * - The runs on their way, if the role may read runs.
 * - The hubs with pieces to plan today, and the pickups that are due, if the role may plan runs.
 */
export async function readToDo(services: Services, admin: Pick<Admin, "role" | "memberId">): Promise<ToDo> {
  const { role } = admin;
  const at = services.now();
  const own = role === "hub_clerk" ? ((await ownHub(services.db, admin)) ?? NO_HUB) : null;
  const mayRoad = mayOpenPage(role, "/admin/runs");
  const [{ rows }, hubs] = await Promise.all([
    read(services.db, { now: at.toISOString(), today: startOfLagosDay(at).toISOString(), hub: own }),
    may(role, "planRuns") ? boardHubs(services) : [],
  ]);
  const [runs, table] = await Promise.all([
    mayRoad ? readRunsOut(services.db) : [],
    hubs.length > 0 ? readHubTable(services.db, hubs, at) : null,
  ]);
  const { worst, ...counts } = rows[0]!;
  const waits: TodoCounts = {};
  for (const [name, page] of Object.entries(PAGES) as [keyof TodoCounts, string][]) {
    const [n, since] = counts[name].split(SPLIT);
    if (Number(n) === 0 || !mayOpenPage(role, page)) continue;
    if (name === "regular" && !may(role, "approvePickups")) continue;
    const isWorst = name === "overdue" || (name === "exceptions" && !waits.overdue);
    waits[name] = { n: Number(n), since: new Date(since!), first: isWorst ? worst : null };
  }
  const due = table?.pickupsDue;
  const hasPickups = due && due.today + due.earlier > 0 && hubs.some(({ closed }) => !closed);
  return {
    waits,
    runs,
    unplanned: table?.rows.filter(({ dueToday, late }) => dueToday + late > 0) ?? [],
    pickups: hasPickups ? { ...due, hubs: hubs.length } : null,
  };
}
