/** Statements that count towards rate limits, by the database's clock. */

/** The longest duration of a count or a block. A row that expires later was written with a wrong clock. */
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
 * Counts one attempt on one key or two. The second key counts only if the first is within its limit. All callers list
 * the tighter key first, so two processes row-lock the counts in one order and cannot deadlock.
 */
export const ADD = {
  name: "limit-add",
  text: `with asked as (
      select * from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as a (key, ms, most, nr)
    ), tight as (
      ${upsert(`select key, 1, ${NOW} + ms from asked where nr = 1`)}
    ), loose as (
      ${upsert(`select a.key, 1, ${NOW} + a.ms from asked a, tight t
        where a.nr = 2 and t.points <= (select most from asked where nr = 1)`)}
    )
    select points, ms, 1 as nr from tight union all select points, ms, 2 from loose order by nr`,
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
