/** Brings a database to the newest shape. Safe with many processes at once: one works, the others wait. */
import { resolve } from "node:path";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { Connection } from "./connection.server.ts";

const LOCK = 7_265_001;

export async function migrateDatabase(
  connectionString: string,
  folder = resolve("migrations"),
): Promise<void> {
  const client = new Connection({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: "ona-migrate",
    answerMs: null,
  });
  // A line that breaks fails the statement under way.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}
