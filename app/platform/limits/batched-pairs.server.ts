/**
 * Counts attempts on a browser and on its address, in batches: attempts that arrive while a statement runs go into the next
 * one. Thousands share one carrier address, and otherwise each would wait for its row, holding a connection.
 */
import type pg from "pg";
import type { KeyRow } from "./batched-keys.server.ts";
import { inBatches, type Waiting } from "./in-batches.ts";

/** A stored key, its points, and the seconds of its limit. */
export type BatchedKey = { key: string; points: number; seconds: number };
export type Counted = { ok: true } | { ok: false; ms: number };

type Asked = { tight: BatchedKey; loose: BatchedKey };
type Attempt = Asked & Waiting<Counted>;

/**
 * `now`: milliseconds by the database's clock. `over`: true if the row `r` no longer counts. Rows are locked in one order,
 * the browsers' before the addresses', so that two processes cannot deadlock. An attempt that its browser's limit refuses is
 * not counted on the address.
 */
export const pairStatement = (now: string, over: string) => {
  const upsert = `on conflict (key) do update set
      points = case when ${over} then excluded.points else r.points + excluded.points end,
      expire = case when ${over} then excluded.expire else r.expire end
    returning key, points, (expire - ${now})::float8 as ms`;
  return {
    name: "limit-add-many",
    text: `with asked as (
      select * from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[])
        as a (tight, attempts, tight_ms, most, loose, loose_ms)
    ), tight as (
      insert into rate_limits as r (key, points, expire)
      select tight, attempts, ${now} + tight_ms from asked order by tight ${upsert}
    ), passed as (
      select a.loose, a.loose_ms, sum(least(a.attempts, greatest(0, a.most - t.points + a.attempts)))::int as attempts
      from asked a join tight t on t.key = a.tight group by 1, 2
    ), loose as (
      insert into rate_limits as r (key, points, expire)
      select loose, attempts, ${now} + loose_ms from passed where attempts > 0 order by loose ${upsert}
    )
    select * from tight union all select * from loose`,
  };
};

type Group = Asked & { attempts: Attempt[] };

export function batchPairs(pool: pg.Pool, statement: { name: string; text: string }) {
  return inBatches<Asked, Counted>(async (attempts) => {
    // One row a statement for each key, because a browser has one address.
    const groups = new Map<string, Group>();
    for (const attempt of attempts) {
      const group = groups.get(attempt.tight.key) ?? {
        tight: attempt.tight,
        loose: attempt.loose,
        attempts: [],
      };
      group.attempts.push(attempt);
      groups.set(attempt.tight.key, group);
    }
    const all = [...groups.values()];
    const { rows } = await pool.query<KeyRow>({
      ...statement,
      values: [
        all.map(({ tight }) => tight.key),
        all.map((group) => group.attempts.length),
        all.map(({ tight }) => tight.seconds * 1000),
        all.map(({ tight }) => Math.min(tight.points, Number.MAX_SAFE_INTEGER)),
        all.map(({ loose }) => loose.key),
        all.map(({ loose }) => loose.seconds * 1000),
      ],
    });
    const rowOf = new Map(rows.map((row) => [row.key, row]));
    const passedOf = (group: Group) => {
      const { points } = rowOf.get(group.tight.key) as KeyRow;
      return Math.min(
        group.attempts.length,
        Math.max(0, group.tight.points - points + group.attempts.length),
      );
    };
    /** The position of the next attempt in the count of its address. */
    const place = new Map<string, number>();
    for (const group of all) {
      const row = rowOf.get(group.loose.key);
      if (row) place.set(group.loose.key, (place.get(group.loose.key) ?? row.points + 1) - passedOf(group));
    }
    for (const group of all) {
      const passed = passedOf(group);
      for (const [i, attempt] of group.attempts.entries()) {
        if (i >= passed) {
          attempt.done({ ok: false, ms: (rowOf.get(group.tight.key) as KeyRow).ms });
          continue;
        }
        const { key, points } = group.loose;
        const own = place.get(key) ?? 1;
        place.set(key, own + 1);
        attempt.done(own <= points ? { ok: true } : { ok: false, ms: (rowOf.get(key) as KeyRow).ms });
      }
    }
  });
}
