/** REPORT-8: reads parcel reports from stored counts. A report needs only a few of these rows for each hub and lane. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { parseLagosDay } from "../../domain/dates.ts";
import { columnOf, NO_ID, PARCEL_NUMBERS, type ParcelNumbers } from "../../domain/parcel-numbers.ts";
import type { RunKind, RunState } from "../../domain/run.ts";
import { laneParts } from "../../money/reports/lane-parts.ts";
import type { Period } from "../../money/reports/period.ts";
import { laneKey } from "../../money/reports/report.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { hubs, runs } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Cursor, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { hasParcels, NO_PARCELS, type ParcelLine, type PlaceView } from "./parcel-report.ts";

const COLUMNS = sql.raw(PARCEL_NUMBERS.map(columnOf).join(", "));
const SUMS = sql.raw(PARCEL_NUMBERS.map((name) => `sum(${columnOf(name)})::int as "${name}"`).join(", "));
const SIGNED = sql.raw(
  PARCEL_NUMBERS.map((name) => `sign * ${columnOf(name)} as ${columnOf(name)}`).join(", "),
);

/** `now`: the lines of the period, the most deliveries first. `before`: the lines of the preceding period. */
export type ComparedParcelLines = { now: ParcelLine[]; before: ParcelLine[] };
type Row = ParcelNumbers & { now: boolean };

const within = ({ from, to }: Period): SQL => sql`day between ${from}::date and ${to}::date`;
const isNow = ({ from }: Period): SQL => sql`day >= ${from}::date`;
const either = (period: Period, past: Period): SQL => sql`(${within(period)} or ${within(past)})`;

function compared(rows: readonly (ParcelLine & { now: boolean })[]): ComparedParcelLines {
  const [now, before]: [ParcelLine[], ParcelLine[]] = [[], []];
  for (const { now: isOfNow, ...line } of rows) if (hasParcels(line)) (isOfNow ? now : before).push(line);
  return { now, before };
}

/**
 * Reads the counts of each hub. Parcels without a hub have the key NONE and come last. `past`: the preceding period.
 * For staff with `readParcelReports`.
 */
async function readHubLines(db: Db, period: Period, past: Period): Promise<ComparedParcelLines> {
  const days = either(period, past);
  const { rows } = await db.execute<Row & { key: string }>(sql`
    select hub_id as key, ${isNow(period)} as now, ${SUMS} from (
      select day, hub_id, ${COLUMNS} from parcel_hub_days where ${days}
      union all select day, hub_id, ${COLUMNS} from numbers_not_rolled_up() where ${days}
    ) kept group by 1, 2 order by hub_id = ${NO_ID}, sum(delivered) desc, 1`);
  return compared(rows);
}

/** Reads each lane's counts. `past`: the period before `period`. For staff with `readParcelReports`. */
async function readLaneLines(db: Db, period: Period, past: Period): Promise<ComparedParcelLines> {
  const parts = [true, false].flatMap((now) =>
    laneParts(now ? period : past).map(
      ({ span, starts, sign }) => sql`(${span}, ${starts}::date, ${sign}::int, ${now}::boolean)`,
    ),
  );
  const { rows } = await db.execute<Row & { from: string; to: string }>(sql`
    select from_state as from, to_state as to, now, ${SUMS} from (
      select from_state, to_state, now, ${SIGNED}
      from (values ${sql.join(parts, sql`, `)}) part (span, starts, sign, now) join parcel_lane_totals using (span, starts)
      union all
      select from_state, to_state, ${isNow(period)}, ${COLUMNS} from numbers_not_rolled_up() where ${either(period, past)}
    ) kept group by 1, 2, 3 order by sum(delivered) desc, 1, 2`);
  return compared(rows.map(({ from, to, ...row }) => ({ ...row, key: laneKey(from, to) })));
}

/** Reads each week's counts, by its Monday. `past`: the period before. For staff with `readParcelReports`. */
async function readWeekLines(db: Db, period: Period, past: Period): Promise<ComparedParcelLines> {
  const days = either(period, past);
  const { rows } = await db.execute<Row & { key: string }>(sql`
    select date_trunc('week', day)::date::text as key, ${isNow(period)} as now, ${SUMS} from (
      select day, ${COLUMNS} from parcel_hub_days where ${days}
      union all select day, ${COLUMNS} from numbers_not_rolled_up() where ${days}
    ) kept group by 1, 2 order by 1`);
  return compared(rows);
}

const READERS = { hub: readHubLines, lane: readLaneLines, week: readWeekLines };
export const readPlaceLines = (
  db: Db,
  view: PlaceView,
  period: Period,
  past: Period,
): Promise<ComparedParcelLines> => READERS[view](db, period, past);

export type HubNames = Record<string, { name: string; code: string }>;

/** Returns the names of all hubs, including closed hubs. */
export async function readHubNames(db: Db): Promise<HubNames> {
  const rows = await db.select({ id: hubs.id, name: hubs.name, code: hubs.code }).from(hubs);
  return Object.fromEntries(rows.map(({ id, name, code }) => [id, { name, code }]));
}

export type RunLine = ParcelLine & {
  name: string;
  day: string;
  kind: RunKind;
  state: RunState;
  hubId: string;
  toHubId: string | null;
};

/** Makes the cursor of the next page from the day and the name of the last run on this page. */
const writeRun = ({ day, name }: { day: string; name: string }) => `${day}_${name}`;
export function readRunCursor(text: string | null): Cursor<string> | null {
  const [, at, id] = /^(\d{4}-\d\d-\d\d)_([\w-]{1,40})$/.exec(text ?? "") ?? [];
  return at && id && parseLagosDay(at) ? { at, id } : null;
}

/**
 * Returns a period's runs, newest first. Their counts include deeds after the period. For staff with
 * `readParcelReports`.
 */
export async function readRunLines(
  db: Db,
  { period, hub }: { period: Period; hub: string | null },
  page: PageParams<string>,
  size: number,
): Promise<Page<RunLine>> {
  const { where, orderBy } = keyset([runs.day, runs.name], page);
  const found = await db
    .select({
      key: runs.id,
      name: runs.name,
      day: runs.day,
      kind: runs.kind,
      state: runs.state,
      hubId: runs.hubId,
      toHubId: runs.toHubId,
    })
    .from(runs)
    .where(
      and(
        sql`${runs.day} between ${period.from} and ${period.to}`,
        hub ? eq(runs.hubId, hub) : undefined,
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(size + 1);
  const { rows, ...links } = paginate(found, size, page, writeRun);
  const numbers = await numbersOfRuns(
    db,
    rows.map(({ key }) => key),
  );
  return { ...links, rows: rows.map((row) => ({ ...NO_PARCELS, ...numbers.get(row.key), ...row })) };
}

async function numbersOfRuns(db: Db, ids: readonly string[]): Promise<Map<string, ParcelNumbers>> {
  if (ids.length === 0) return new Map();
  const these = sql`run_id = any(${sql.param(ids)}::uuid[])`;
  const { rows } = await db.execute<ParcelNumbers & { id: string }>(sql`
    select run_id as id, ${SUMS} from (
      select run_id, ${COLUMNS} from parcel_runs where ${these}
      union all select run_id, ${COLUMNS} from numbers_not_rolled_up() where ${these}
    ) kept group by 1`);
  return new Map(rows.map(({ id, ...numbers }) => [id, numbers]));
}
