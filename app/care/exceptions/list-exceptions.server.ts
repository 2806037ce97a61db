/**
 * EXC-2: the list of exceptions. Open exceptions are found by a partial index and listed longest overdue
 * first. Exceptions closed in the last 30 days are listed newest first.
 */
import { and, eq, gte, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import { addDays } from "../../domain/dates.ts";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import { countUpTo } from "../../platform/db/count-up-to.server.ts";
import { namedStatement } from "../../platform/db/prepared.server.ts";
import {
  adminMembers,
  bookings,
  exceptions,
  hubs,
  partners,
  pieces,
  profiles,
  riders,
  runs,
} from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, writeCursor, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { codeCondition } from "../../platform/http/search.server.ts";
import type { ExceptionFilter } from "./exception-filter.ts";

export const PAGE_SIZE = 50;
/** Closed exceptions are listed for this many days. */
export const CLOSED_DAYS = 30;

/** `driverPhone`: the driver's phone number or, without one, the rider's or the partner's. In E.164. */
export const exceptionColumns = {
  id: exceptions.id,
  version: exceptions.version,
  kind: exceptions.kind,
  incident: exceptions.incident,
  note: exceptions.note,
  deskNote: exceptions.deskNote,
  details: exceptions.details,
  dueAt: exceptions.dueAt,
  openedAt: exceptions.openedAt,
  openedByName: exceptions.openedByName,
  ownerId: exceptions.ownerId,
  owner: sql<string | null>`coalesce(${profiles.fullName}, ${profiles.email})`,
  ...pickColumns(exceptions, "closedAt", "closeReason", "closeNote", "closedByName"),
  code: bookings.trackingCode,
  pieces: bookings.pieces,
  number: pieces.number,
  runId: runs.id,
  run: runs.name,
  runKind: runs.kind,
  hub: sql<string | null>`coalesce(${hubs.name}, run_hub.name)`,
  driver: sql<string | null>`coalesce(${runs.driverName}, ${riders.name}, ${partners.company})`,
  driverPhone: sql<string | null>`coalesce(${runs.driverPhone}, ${riders.phone}, ${partners.phone})`,
};

/** Returns a query of exceptions with their subjects (parcel, run, hub). */
export const selectExceptions = (db: Db) =>
  db
    .select(exceptionColumns)
    .from(exceptions)
    .leftJoin(bookings, eq(bookings.id, exceptions.bookingId))
    .leftJoin(pieces, eq(pieces.id, exceptions.pieceId))
    .leftJoin(runs, eq(runs.id, exceptions.runId))
    .leftJoin(riders, eq(riders.id, runs.riderId))
    .leftJoin(partners, eq(partners.id, runs.partnerId))
    .leftJoin(hubs, eq(hubs.id, exceptions.hubId))
    .leftJoin(sql`${hubs} run_hub`, sql`run_hub.id = ${runs.hubId}`)
    .leftJoin(adminMembers, eq(adminMembers.id, exceptions.ownerId))
    .leftJoin(profiles, eq(profiles.id, adminMembers.userId));

export type ExceptionRow = Awaited<ReturnType<typeof selectExceptions>>[number];

function conditions(filter: ExceptionFilter, now: Date): SQL | undefined {
  const { closed, owner, kind, hub, search } = filter;
  return and(
    closed
      ? and(isNotNull(exceptions.closedAt), gte(exceptions.closedAt, addDays(now, -CLOSED_DAYS)))
      : isNull(exceptions.closedAt),
    owner ? eq(exceptions.ownerId, owner) : undefined,
    kind ? eq(exceptions.kind, kind) : undefined,
    // An exception without a hub belongs to the hub of its run.
    hub ? or(eq(exceptions.hubId, hub), and(isNull(exceptions.hubId), eq(runs.hubId, hub))) : undefined,
    codeCondition([bookings.trackingCode, sql`replace(${runs.name}, '-', '')`], search),
  );
}

/** Reads a page of the list of exceptions. The caller needs the permission `readRoad`. */
export async function listExceptions(
  db: Db,
  filter: ExceptionFilter,
  page: PageParams,
  now: Date,
): Promise<Page<ExceptionRow>> {
  const behind = filter.closed
    ? keyset([exceptions.closedAt, exceptions.id], page)
    : keyset([exceptions.dueAt, exceptions.id], page, "asc");
  const rows = await selectExceptions(db)
    .where(and(conditions(filter, now), behind.where))
    .orderBy(...behind.orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(rows, PAGE_SIZE, page, ({ id, closedAt, dueAt }) =>
    writeCursor({ id, createdAt: (filter.closed && closedAt) || dueAt }),
  );
}

/** Counts the exceptions that were closed in the last 30 days, up to 1,000. */
export const countClosed = (db: Db, now: Date): Promise<number> =>
  countUpTo(
    db,
    sql`${exceptions} where closed_at >= ${addDays(now, -CLOSED_DAYS).toISOString()}::timestamptz`,
  );

const CAP = 1000;
const open = namedStatement<{ open: number; overdue: number }>(
  "open_exceptions",
  () => sql`
    select count(*)::int as open, count(*) filter (where due_at <= ${sql.placeholder("now")}::timestamptz)::int as overdue
    from (select due_at from ${exceptions} where closed_at is null order by due_at limit ${sql.raw(String(CAP + 1))}) open`,
);

/** Counts the open exceptions and the overdue exceptions, each up to 1,000. */
export async function countOpen(db: Db, now: Date): Promise<{ open: number; overdue: number }> {
  const { rows } = await open(db, { now: now.toISOString() });
  return rows[0] ?? { open: 0, overdue: 0 };
}
