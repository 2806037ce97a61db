/**
 * The functions of a retention round (one run of server/retention.ts). They give the moment before which data is
 * deleted, and do work in batches.
 */
import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Services } from "../services.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The number of rows in a batch. A batch is small, so that it locks its rows only for a short time. */
const BATCH = 5000;
/**
 * The number of blocks that one statement reads in a table that has no suitable index. These blocks are 16 MB, which a
 * slow disk reads in seconds.
 */
export const PART_BLOCKS = 2048;

type Done = { rowCount: number | null };
export type RetentionRound = ReturnType<typeof retentionRound>;

export function retentionRound(
  { db, jobs, now }: Pick<Services, "db" | "jobs" | "now">,
  partBlocks = PART_BLOCKS,
) {
  const at = now();
  /** Returns the moment this many days ago, as SQL. Data from before this moment is deleted. */
  const before = (days: number) => sql`${new Date(at.getTime() - days * DAY_MS).toISOString()}::timestamptz`;
  /**
   * Runs `work` on the rows that match `over`, one batch at a time. Ends after a batch that is not full. By default a
   * batch locks its rows. It skips rows that another transaction has locked, so this function never waits. Rows that
   * were skipped, or that changed meanwhile, are left for the next round. With an empty `locked`, no rows are locked.
   */
  const each = async (
    table: PgTable,
    over: SQL,
    work: (where: SQL) => Promise<Done>,
    batch = BATCH,
    locked = sql`for no key update skip locked`,
  ) => {
    for (let done = 0; ;) {
      const { rowCount } = await work(
        sql`ctid = any(array(select ctid from ${table} where ${over} limit ${batch} ${locked}))`,
      );
      done += rowCount ?? 0;
      if ((rowCount ?? 0) < batch) return done;
    }
  };
  /**
   * Runs `work` for each part of a table. Some tables are too large for one statement: the events of ten million
   * bookings are 3 GB.
   */
  const inParts = async (table: PgTable, work: (part: SQL) => Promise<number>) => {
    const { rows } = await db.execute<{ blocks: number }>(
      sql`select (pg_relation_size(${getTableName(table)}) / current_setting('block_size')::int)::int as blocks`,
    );
    let done = 0;
    for (let from = 0; from < rows[0]!.blocks; from += partBlocks)
      done += await work(sql`ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + partBlocks},0)`}::tid`);
    return done;
  };
  const remove = (table: PgTable, over: SQL, batch = BATCH) =>
    each(table, over, (where) => db.delete(table).where(where), batch, sql``);
  /**
   * Sets these values in the rows that match `over`. A changed row must no longer match `over`; otherwise the batches
   * would never end.
   */
  const change = <Table extends PgTable>(table: Table, over: SQL, values: PgUpdateSetSource<Table>) =>
    each(table, over, (where) => db.update(table).set(values).where(where));
  return { db, jobs, at, before, each, inParts, remove, change };
}
