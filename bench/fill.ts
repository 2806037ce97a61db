/** Fills empty or partly filled tables faster than the product could. */
import pg from "pg";

type Fill = {
  /** The table whose rows are counted. Rows are added until there are `total`. */
  table: string;
  total: number;
  /** The tables whose secondary indexes are dropped while rows are added, and then rebuilt. */
  indexed: readonly string[];
};

/**
 * Calls `write` if the table has fewer than `total` rows; passes the number of existing rows. Returns how many seconds
 * `write` took, or null if there were enough rows.
 */
export async function fill(
  connectionString: string,
  { table, total, indexed }: Fill,
  write: (client: pg.Client, from: number, seconds: () => string) => Promise<void>,
): Promise<string | null> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(0);
  try {
    const counted = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    const from = counted.rows[0]!.n;
    if (from >= total) return null;
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query("set synchronous_commit = off");
    await client.query("select setseed(0.4821)");
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where schemaname = 'public' and tablename = any($1) and indexdef not like 'CREATE UNIQUE%'`,
      [indexed],
    );
    for (const { name } of indexes) await client.query(`drop index ${client.escapeIdentifier(name)}`);
    await write(client, from, seconds);
    for (const { definition } of indexes) await client.query(definition);
    return seconds();
  } finally {
    await client.end();
  }
}

/** Empties a table and all tables that refer to it. */
export const empty = (connectionString: string, table: string): Promise<void> =>
  connected(connectionString, async (client) => {
    const { rows: ledgers } = await client.query<{ name: string }>(REFUSING);
    const triggers = async (change: "disable" | "enable") => {
      for (const { name } of ledgers) await client.query(`alter table ${name} ${change} trigger user`);
    };
    await triggers("disable");
    await client.query(`truncate ${table} cascade`);
    await triggers("enable");
  });

/** Finds the tables that a trigger protects against `truncate`. These are the ledgers. */
const REFUSING =
  "select distinct tgrelid::regclass::text as name from pg_trigger where tgtype & 34 = 34 and not tgisinternal";

/** Vacuums and analyses tables after rows were added. */
export const analyse = (connectionString: string, ...tables: string[]): Promise<void> =>
  connected(connectionString, async (client) => {
    for (const table of tables) await client.query(`vacuum analyze ${table}`);
  });

async function connected(connectionString: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await use(client).finally(() => client.end());
}
