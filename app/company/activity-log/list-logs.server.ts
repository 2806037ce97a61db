/** Reads the activity log, newest first. With keyset paging the last page costs no more than the first. */
import { and, eq, gte, lt, sql } from "drizzle-orm";
import * as z from "zod";
import { staffExport } from "../../access/staff-export.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { countUpTo } from "../../platform/db/count-up-to.server.ts";
import { activityLogs } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, readCursor, type Cursor, type Page, type PageParams } from "../../platform/http/keyset.ts";
import type { LogFilter } from "./log-filter.ts";

export const LOG_PAGE_SIZE = 50;
const EXPORT_STEP = 1000;

const { createdAt, adminName, adminEmail, action, description, entityType, entityId } = activityLogs;
const columns = { createdAt, adminName, adminEmail, action, description, entityType, entityId };
export type LogRow = { id: string } & {
  [K in keyof typeof columns]: (typeof activityLogs.$inferSelect)[K];
};

/** Reads a position in the log from a URL. Null if the text is invalid. The log's ids are numbers. */
export function readLogCursor(text: string | null): Cursor | null {
  return readCursor(text, (id) => /^\d{1,15}$/.test(id));
}

function where({ admin, action, since, until }: LogFilter) {
  return and(
    gte(activityLogs.createdAt, since),
    lt(activityLogs.createdAt, until),
    admin ? eq(activityLogs.adminId, admin) : undefined,
    action ? eq(activityLogs.action, action) : undefined,
  );
}

async function read(db: Db, filter: LogFilter, page: PageParams, limit: number): Promise<LogRow[]> {
  const behind = keyset([activityLogs.createdAt, activityLogs.id], page);
  return db
    .select({ id: sql<string>`${activityLogs.id}::text`, ...columns })
    .from(activityLogs)
    .where(and(where(filter), behind.where))
    .orderBy(...behind.orderBy)
    .limit(limit);
}

export async function listLogs(db: Db, filter: LogFilter, page: PageParams): Promise<Page<LogRow>> {
  return paginate(await read(db, filter, page, LOG_PAGE_SIZE + 1), LOG_PAGE_SIZE, page);
}

/** Counts the records that match a filter, up to 1,000. */
export const countLogs = (db: Db, filter: LogFilter): Promise<number> =>
  countUpTo(db, sql`${activityLogs} where ${where(filter)}`);

/**
 * Lists the admins in the log, also former admins. The query reads one index entry for each admin instead of the whole
 * log.
 */
export async function listLoggedAdmins(db: Db): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    with recursive seen as (
      (select admin_id from activity_logs where admin_id is not null order by admin_id limit 1)
      union all
      select (select l.admin_id from activity_logs l where l.admin_id > seen.admin_id order by l.admin_id limit 1)
      from seen where seen.admin_id is not null
    )
    select p.id, coalesce(p.full_name || ' (' || p.email || ')', p.email) as name
    from seen join profiles p on p.id = seen.admin_id order by name`);
  return rows;
}

export const exportLogs = staffExport({
  name: "activity_log.export",
  input: z.custom<LogFilter>(),
  logged: () => ({ description: "Exported the activity log", entityType: "activity_log" }),
  read: ({ db }, filter) => everyRow(db, filter),
});

async function* everyRow(db: Db, filter: LogFilter): AsyncGenerator<LogRow> {
  for (let cursor: Cursor | null = null; ;) {
    const rows: LogRow[] = await read(db, filter, { cursor, direction: "next" }, EXPORT_STEP);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_STEP) return;
    cursor = { at: last.createdAt, id: last.id };
  }
}
