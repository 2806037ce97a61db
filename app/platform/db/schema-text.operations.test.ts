/**
 * Checks that migrations/schema.sql is the schema that all migrations create together. `npx vitest run --project
 * operations schema-text -u` writes the file.
 */
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { afterTest } from "../../../test/fixtures/after-test.ts";
import { openEmptyDatabase, openTestDatabase } from "../../../test/fixtures/database.ts";
import { schemaText } from "../../../test/fixtures/schema-text.ts";
import { migrateDatabase } from "./migrate.server.ts";

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

test("migrations/schema.sql is the schema that the migrations make, and makes it again", async () => {
  const migrated = await openTestDatabase();
  const text = await withClient(migrated.connectionString, schemaText).finally(migrated.drop);
  await expect(text).toMatchFileSnapshot("../../../migrations/schema.sql");
  const empty = await openEmptyDatabase();
  const again = await withClient(empty.connectionString, async (client) => {
    await client.query(text);
    return schemaText(client);
  }).finally(empty.drop);
  // If PostgreSQL reads a condition that it wrote, and writes it again, the parentheses may differ. So they are not
  // compared.
  expect(again.replaceAll(/[()]/g, "")).toBe(text.replaceAll(/[()]/g, ""));
});

test("[RUN-7] an upgrade, whose statements have another order, makes the same schema", async () => {
  const older = fs.mkdtempSync(join(tmpdir(), "ona-older-"));
  afterTest(() => fs.rmSync(older, { recursive: true, force: true }));
  const upgraded = await openEmptyDatabase();
  afterTest(() => upgraded.drop());
  fs.cpSync("migrations", older, { recursive: true });
  const journal = join(older, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(fs.readFileSync(journal, "utf8")) as { entries: unknown[] };
  for (const until of [1, 12, 37]) {
    fs.writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, until) }));
    await migrateDatabase(upgraded.connectionString, older);
  }
  await migrateDatabase(upgraded.connectionString);
  const text = await withClient(upgraded.connectionString, schemaText);
  expect(text).toBe(fs.readFileSync("migrations/schema.sql", "utf8"));
});
