/** What a database holds and what shape it has, as text to compare. */
import pg from "pg";

export async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return (await client.query<Row>(text, values).finally(() => client.end())).rows;
}

/** A sum over all rows of every table of the product, and the jobs that wait. */
export async function contentOf(connectionString: string): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    connectionString,
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle') order by 1",
  );
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
  );
  parts.push(
    "select 'jobs', coalesce(string_agg(id || name || data, '|' order by id), '') from pgboss.job where name not like '\\_\\_%'",
  );
  const sums = await query<{ name: string; sum: string }>(connectionString, parts.join(" union all "));
  return Object.fromEntries(sums.map(({ name, sum }) => [name, sum]));
}

/** Every column, index, rule, trigger, function and sequence of the product. */
export async function shapeOf(connectionString: string): Promise<string[]> {
  const rows = await query<{ line: string }>(
    connectionString,
    `select 'column ' || concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
         a.attgenerated, pg_get_expr(d.adbin, d.adrelid), c.relpersistence, c.reloptions) as line
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
     union all select 'rule ' || conrelid::regclass::text || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'trigger ' || tgenabled::text || pg_get_triggerdef(t.oid) from pg_trigger t
       join pg_class c on c.oid = tgrelid where not tgisinternal and c.relnamespace = 'public'::regnamespace
     union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all select 'sequence ' || sequencename from pg_sequences where schemaname = 'public'
     union all select 'schema ' || nspname from pg_namespace where nspname !~ '^pg_(toast_)?temp'
     order by 1`,
  );
  return rows.map(({ line }) => line);
}
