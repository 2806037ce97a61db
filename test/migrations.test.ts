/**
 * The newest snapshot in migrations/meta equals the schema, so that the next `npm run generate` finds only new changes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";
import * as schema from "../app/platform/db/schema.ts";
import * as payeeNumbers from "../app/platform/db/schema/payee-numbers.ts";
import * as riderNumbers from "../app/platform/db/schema/rider-numbers.ts";

test("[RUN-7] the newest snapshot equals the schema", async () => {
  const newest = readdirSync("migrations/meta")
    .filter((name) => name.endsWith("_snapshot.json"))
    .toSorted()
    .at(-1);
  const before = JSON.parse(readFileSync(`migrations/meta/${newest}`, "utf8")) as Parameters<
    typeof generateMigration
  >[0];
  const now = generateDrizzleJson({ ...schema, ...riderNumbers, ...payeeNumbers }, before.id);
  expect(await generateMigration(before, now)).toEqual([]);
});
