/**
 * RUN-7: migrates a database to the newest schema. If many processes start at once, one migrates and the others wait.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import type { Queries } from "./connection.server.ts";

export const MIGRATION_LOCK = 7_265_001;
export const MIGRATIONS = resolve("migrations");
/**
 * The last commit before the baseline (the migration that creates the whole schema). The migrations of this commit
 * together create the same schema as the baseline. `hash` is a hash of the migrations' hashes.
 */
const BEFORE_BASELINE = {
  commit: "4825b952",
  hash: "abb2aa655c01749e5b4a2ff0878c926b9ef573735786f1a723de09709d831d12",
};

/** The error if the migrations of the database do not match those of the code. The message names the difference. */
export class MigrationRefused extends Error {}

export type Migration = { tag: string; hash: string; when: number; statements: string[] };
export type Applied = { hash: string; when: number };

/** Reads the code's migrations, oldest first. */
export function knownMigrations(folder = MIGRATIONS): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, folderMillis, hash }, place) => ({
    tag: journal.entries[place]?.tag ?? String(place),
    hash,
    when: folderMillis,
    statements: sql,
  }));
}

/** Reads the database's migrations, oldest first; empty for an empty database. */
export async function appliedMigrations(client: Queries): Promise<Applied[]> {
  const { rows: found } = await client.query<{ there: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as there",
  );
  if (!found[0]?.there) return [];
  const { rows } = await client.query<{ hash: string; when: string }>(
    `select hash, created_at as when from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map(({ hash, when }) => ({ hash, when: Number(when) }));
}

/**
 * Returns the migrations that a database or a backup (`what`) still needs. `has` are the migrations that were
 * applied to it. If these are exactly the migrations of the last commit before the baseline, the baseline
 * counts as applied in their place.
 *
 * Throws MigrationRefused in these cases:
 * - The database is older than that commit.
 * - The database has a migration that the code does not know.
 * - The file of an applied migration was changed later.
 * - A missing migration is older than the last applied one.
 */
export function pendingMigrations(has: Applied[], known: Migration[], what = "the database"): Migration[] {
  const list = createHash("sha256").update(has.map(({ hash }) => hash).join());
  const applied = list.digest("hex") === BEFORE_BASELINE.hash ? known.slice(0, 1) : has;
  const first = known[0]?.when ?? 0;
  if (applied.some(({ when }) => when < first))
    throw new MigrationRefused(
      `${what} was made before version 0.1.0, and this version cannot read it. Nothing was changed: open it once with commit ${BEFORE_BASELINE.commit}, and then with this version (docs/operations.md, 'Data of older versions')`,
    );
  const unknown = applied.filter(({ when }) => !known.some((migration) => migration.when === when));
  if (unknown.length > 0)
    throw new MigrationRefused(
      `${what} is newer than this version of the product: it has ${unknown.length === 1 ? "1 migration" : `${unknown.length} migrations`} that this version does not know. Start the newer version`,
    );
  const pending = known.filter(({ when }) => !applied.some((done) => done.when === when));
  for (const { tag, hash, when } of known) {
    const done = applied.find((one) => one.when === when);
    if (done && done.hash !== hash)
      throw new MigrationRefused(
        `migrations/${tag}.sql was changed after ${what} had it: put the file back as it was, and change the tables in a new migration`,
      );
  }
  // drizzle's migrator would skip a missing migration that is older than the last applied one. So such a
  // database is refused.
  const last = applied.at(-1)?.when ?? 0;
  const skipped = pending.find(({ when }) => when < last);
  if (skipped)
    throw new MigrationRefused(
      `migrations/${skipped.tag}.sql is older than the last migration that ${what} had, and was never applied to it`,
    );
  return pending;
}

/** Writes exactly these migrations into the table that drizzle-kit reads. */
export async function noteMigrations(client: Queries, migrations: Migration[]): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  await client.query("delete from drizzle.__drizzle_migrations");
  for (const { hash, when } of migrations)
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      when,
    ]);
}

/**
 * Applies the missing migrations. If none is missing, nothing is written, so the database role then needs no
 * right to create tables. Throws MigrationRefused before any change.
 */
export async function migrateDatabase(connectionString: string, folder = MIGRATIONS): Promise<void> {
  const known = knownMigrations(folder);
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: "ona-migrate",
    keepAlive: true,
  });
  // Without this listener an error of the connection would end the process. The running statement fails with
  // the same error.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const applied = await appliedMigrations(client);
    const pending = pendingMigrations(applied, known);
    if (pending.length === 0 && applied.length === known.length) return;
    await client.query("begin");
    for (const { statements } of pending) for (const statement of statements) await client.query(statement);
    await noteMigrations(client, known);
    await client.query("commit");
  } finally {
    await client.end();
  }
}
