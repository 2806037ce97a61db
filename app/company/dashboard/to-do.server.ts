/** STAFF-40: the work that waits now, for the top of the dashboard. */
import { sql, type SQL } from "drizzle-orm";
import { mayOpenPage } from "../../access/staff-pages.ts";
import type { AdminRole } from "../../domain/admin-roles.ts";
import { startOfLagosDay } from "../../domain/dates.ts";
import { OPEN_STATUSES } from "../../domain/delivery-status.ts";
import { namedStatement } from "../../platform/db/prepared.server.ts";
import {
  bookings,
  cashAccounts,
  claims,
  contactMessages,
  exceptions,
  onlinePayments,
  transferNotices,
} from "../../platform/db/schema.ts";
import { wordList } from "../../platform/db/schema/columns.ts";
import type { Services } from "../../platform/services.server.ts";
import { boardHubs } from "../../road/runs/board-hubs.server.ts";
import { readHubTable, type HubRow } from "../../road/runs/hub-table.server.ts";
import { readRunsOut, type RunOut } from "../../road/runs/runs-out.server.ts";
import type { TodoCounts } from "./to-do.ts";

export type ToDo = {
  waits: TodoCounts;
  /** The runs on their way; the run that left first is first. Empty for a role that may not read runs. */
  runs: RunOut[];
  /** The hubs with pieces that must leave today without a run. Empty for a role that may not read hubs. */
  unplanned: Pick<HubRow, "id" | "name" | "code" | "dueToday" | "late">[];
};

/** From this number on, a count is shown as '999+'. */
const CAP = 1000;
const SPLIT = "|";

/** The number of rows up to the cap, and the earliest time, as one text. `rows` selects the times as `at`. */
const waiting = (rows: SQL) =>
  sql`(select count(*) || ${SPLIT} || coalesce(min(at)::text, '') from (${rows} limit ${sql.raw(String(CAP))}) found)`;
const now = sql`${sql.placeholder("now")}::timestamptz`;

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
      ${waiting(sql`select coalesce(since, ${now}) as at from ${cashAccounts} where holder_kind = 'rider' and balance_kobo > 0`)} as cash,
      ${waiting(sql`select promised_day as at from ${bookings} where status in ${wordList(OPEN_STATUSES)}
        and promised_day < ${sql.placeholder("today")}::timestamptz order by promised_day`)} as late,
      ${waiting(sql`select created_at as at from ${contactMessages} where not is_read order by created_at`)} as messages`,
);

/** The page with the rows of a count. A role that may not open the page does not get the count. */
const PAGES: Record<keyof TodoCounts, string> = {
  overdue: "/admin/exceptions",
  exceptions: "/admin/exceptions",
  claims: "/admin/claims",
  payments: "/admin/payments",
  cash: "/admin/cash",
  late: "/admin/bookings",
  messages: "/admin/contacts",
};

/**
 * Reads what waits for staff: counts (up to 1,000) with the time of the oldest row, the runs on their way,
 * and the hubs with pieces to plan today. A role gets only lines whose page the role may open. Needs
 * `readDashboard`.
 */
export async function readToDo(services: Services, role: AdminRole): Promise<ToDo> {
  const at = services.now();
  const mayRoad = mayOpenPage(role, "/admin/runs");
  const [{ rows }, hubs] = await Promise.all([
    read(services.db, { now: at.toISOString(), today: startOfLagosDay(at).toISOString() }),
    mayRoad ? boardHubs(services) : [],
  ]);
  const [runs, table] = await Promise.all([
    mayRoad ? readRunsOut(services.db) : [],
    hubs.length > 0 ? readHubTable(services.db, hubs, at) : [],
  ]);
  const { worst, ...counts } = rows[0]!;
  const waits: TodoCounts = {};
  for (const [name, page] of Object.entries(PAGES) as [keyof TodoCounts, string][]) {
    const [n, since] = counts[name].split(SPLIT);
    if (Number(n) === 0 || !mayOpenPage(role, page)) continue;
    const own = name === "overdue" || (name === "exceptions" && !waits.overdue);
    waits[name] = { n: Number(n), since: new Date(since!), first: own ? worst : null };
  }
  return { waits, runs, unplanned: table.filter(({ dueToday, late }) => dueToday + late > 0) };
}
