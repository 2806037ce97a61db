/** Statements that count towards rate limits, by the database's clock. */

/**
 * The longest duration of a count or a block. A row that expires later than this was written by a wrong clock, and its
 * count restarts.
 */
export const LONGEST_SECONDS = 60 * 60;

const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
const OVER = `(r.expire <= ${NOW} or r.expire > ${NOW} + ${LONGEST_SECONDS * 1000})`;
const LEFT = `(expire - ${NOW})::float8 as ms`;

const upsert = (from: string) => `insert into rate_limits as r (key, points, expire) ${from}
    on conflict (key) do update set
      points = case when ${OVER} then excluded.points else r.points + excluded.points end,
      expire = case when ${OVER} then excluded.expire else r.expire end
    returning key, points, ${LEFT}`;

/**
 * Counts attempts, each on one key or two. The second key is counted only if the first is within its limit. Every
 * caller passes the key with the tighter limit first, and every statement sorts the keys. So two statements lock the
 * counts in the same order and cannot deadlock.
 */
export const ADD = {
  name: "limit-add",
  text: `with asked as (
      select * from unnest($1::int[], $2::int[], $3::text[], $4::bigint[], $5::bigint[]) as a (attempt, nr, key, ms, most)
    ), tight as (
      ${upsert(`select key, 1, ${NOW} + ms from asked where nr = 0 order by key`)}
    ), loose as (
      ${upsert(`select a.key, 1, ${NOW} + a.ms from asked a join asked f using (attempt) join tight t on t.key = f.key
        where a.nr = 1 and f.nr = 0 and t.points <= f.most order by a.key`)}
    )
    select attempt, counted.points, counted.ms from asked
      join (select * from tight union all select * from loose) counted using (key) order by attempt, nr`,
};
export const READ = {
  name: "limit-read",
  text: `select points, ${LEFT} from rate_limits r where key = $1 and not ${OVER}`,
};
export const BLOCK = {
  name: "limit-block",
  text: `insert into rate_limits as r (key, points, expire) values ($1, $2, ${NOW} + $3)
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
};
export const GIVE_BACK = {
  name: "limit-give-back",
  text: "update rate_limits set points = points - 1 where key = $1 and points > 0",
};
export const CLEAR = { name: "limit-clear", text: "delete from rate_limits where key = $1" };
