/**
 * The size of a database with many bookings, the cost of the retention run in it, and the cost of vacuum after that.
 */
import pg from "pg";
import { openDatabase } from "../app/platform/db/client.server.ts";
import { startJobs } from "../app/platform/jobs/jobs.server.ts";
import { KEEP_DAYS } from "../app/platform/jobs/keep-days.ts";
import { purgeExpired } from "../app/platform/jobs/retention.server.ts";
import type { Machine } from "./machine.ts";
import { type Section, round } from "./report.ts";

const TABLES = ["bookings", "booking_events", "booking_charges", "payments", "customer_summaries"];
/** The number of bookings whose people one retention run erases. It is larger than the number of bookings of a day. */
const DUE = 20_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const megabytes = (bytes: number) => `${round(bytes / 1e6)} MB`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Measures the bytes of each table and of the indexes of bookings and events, in all and for each booking. */
export function sizesSuite(machine: Machine, total: number): Promise<Section> {
  return withClient(machine.databaseUrl, async (client) => {
    const { rows: tables } = await client.query<Record<"name" | "heap" | "indexes" | "rows", string>>(
      `select relname as name, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes, reltuples::bigint as rows
       from pg_class where oid = any($1::regclass[]) order by pg_total_relation_size(oid) desc`,
      [TABLES],
    );
    const { rows: indexes } = await client.query<Record<"name" | "bytes", string>>(
      `select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as bytes
       from pg_index where indrelid = any($1::regclass[]) order by pg_relation_size(indexrelid) desc`,
      [TABLES.slice(0, 2)],
    );
    const each = (bytes: number) => round(bytes / total);
    return {
      title: `What ${round(total)} bookings weigh`,
      head: ["", "rows", "table", "indexes", "bytes a booking"],
      rows: [
        ...tables.map(({ name, heap, indexes: all, rows }) => [
          name,
          round(Number(rows)),
          megabytes(Number(heap)),
          megabytes(Number(all)),
          each(Number(heap) + Number(all)),
        ]),
        ...indexes.map(({ name, bytes }) => [name, "", "", megabytes(Number(bytes)), each(Number(bytes))]),
      ],
      targets: [],
    };
  });
}

type Run = { what: string; ms: number; rows: number };

/**
 * Runs retention as the product does, at a time when the people of `DUE` bookings have reached the retention age, and
 * again when nothing is left to do.
 */
async function purge(databaseUrl: string, now: Date): Promise<Run[]> {
  const database = openDatabase(databaseUrl, () => {}, { max: 2 });
  const jobs = await startJobs(databaseUrl, () => {});
  const runs: Run[] = [];
  try {
    for (const what of [`retention, ${round(DUE)} bookings due`, "retention, nothing due"]) {
      const begun = performance.now();
      const { people } = await purgeExpired({ db: database.db, jobs, now: () => now });
      runs.push({ what, ms: performance.now() - begun, rows: people });
    }
  } finally {
    await jobs.stop();
    await database.close();
  }
  return runs;
}

/**
 * The cost of vacuum before and after the retention run, by table. The retention run changes bookings, so this part
 * comes last.
 */
export function upkeepSuite(machine: Machine, total: number): Promise<Section> {
  return withClient(machine.databaseUrl, async (client) => {
    const vacuum = async (table: string, when: string): Promise<string[]> => {
      const { rows } = await client.query<{ dead: string }>(
        "select n_dead_tup as dead from pg_stat_user_tables where relid = $1::regclass",
        [table],
      );
      const begun = performance.now();
      await client.query(`vacuum analyze ${table}`);
      const dead = Number(rows[0]?.dead ?? 0);
      return [`vacuum analyze ${table}, ${when}`, seconds(performance.now() - begun), `${round(dead)} dead`];
    };
    const idle = [await vacuum("bookings", "clean"), await vacuum("booking_events", "clean")];
    const { rows: due } = await client.query<{ at: Date }>(
      `select created_at as at from bookings order by created_at offset ${DUE} limit 1`,
    );
    const now = new Date((due[0]?.at.getTime() ?? 0) + KEEP_DAYS.peopleInBookings * DAY_MS);
    const runs = await purge(machine.databaseUrl, now);
    const after = [
      await vacuum("bookings", "after retention"),
      await vacuum("customer_summaries", "after retention"),
    ];
    return {
      title: `Retention and vacuum at ${round(total)} bookings`,
      text: "A retention run takes the names of what is six years old; it also looks through every other table.",
      head: ["", "took", "rows"],
      rows: [
        ...idle,
        ...runs.map(({ what, ms, rows }) => [what, seconds(ms), `${round(rows)} erased`]),
        ...after,
      ],
      targets: [],
    };
  });
}
