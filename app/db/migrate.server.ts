/** Brings a database to the newest shape. Safe with many processes at once: one works, the others wait. */
import { resolve } from "node:path";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";

const LOCK = 7_265_001;

export async function migrateDatabase(
  connectionString: string,
  folder = resolve("migrations"),
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: "ona-migrate",
  });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}
