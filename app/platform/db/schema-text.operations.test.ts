/**
 * Checks that migrations/schema.sql is the schema that all migrations create together. `npx vitest run --project
 * operations schema-text -u` writes the file.
 */
import pg from "pg";
import { expect, test } from "vitest";
import { openEmptyDatabase, openTestDatabase } from "../../../test/fixtures/database.ts";
import { schemaText } from "../../../test/fixtures/schema-text.ts";

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
  // Parentheses are ignored. If a condition is created from the text that PostgreSQL shows for it, PostgreSQL may show
  // the new condition with more parentheses.
  expect(again.replaceAll(/[()]/g, "")).toBe(text.replaceAll(/[()]/g, ""));
});
