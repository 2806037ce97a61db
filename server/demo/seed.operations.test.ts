/** Loads the sample stores as the operator's command does: in a process that accepts uploads. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import "../../app/platform/files/clean-picture.server.ts";
import { openDatabase } from "../../app/platform/db/client.server.ts";
import { oneTimeSeeds, pictures, stores, products } from "../../app/platform/db/schema.ts";
import { openFiles } from "../../app/platform/files/files.server.ts";
import { eq } from "drizzle-orm";
import { STORY_WANTED } from "../../app/domain/demo-doors.ts";
import { listStores } from "../../app/stores/storefront/directory.server.ts";
import { runCommandHere } from "../../test/fixtures/command-here.ts";
import { openTestDatabase } from "../../test/fixtures/database.ts";
import { seedSampleStores } from "./seed.server.ts";

const copy = await openTestDatabase();
const database = openDatabase(copy.connectionString, () => {});
const dataDir = await mkdtemp(join(tmpdir(), "ona-seed-"));
const files = openFiles({ dataDir, s3Url: null });
const command = () =>
  runCommandHere(["seed"], {
    DATABASE_URL: copy.connectionString,
    DATA_DIR: dataDir,
    APP_SECRET: "a-secret-for-tests-of-enough-length",
  });
afterAll(async () => {
  await database.close();
  await copy.drop();
  await rm(dataDir, { recursive: true, force: true });
});

// The test draws every sample picture three times, so it may take longer than the usual timeout.
test(
  "[RUN-2] the sample stores come once, with pictures, and never over existing data",
  { timeout: 60_000 },
  async () => {
    const { db } = database;
    const now = () => new Date("2026-11-21T10:00:00Z");
    const [first, second] = await Promise.all([
      seedSampleStores(db, files, now()),
      seedSampleStores(db, files, now()),
    ]);
    expect([first, second].filter(Boolean)).toHaveLength(1);
    const loaded = await db.select().from(stores);
    expect(loaded).toHaveLength(6);
    expect(new Set(loaded.map((store) => store.category)).size).toBe(6);
    for (const store of loaded) expect(await files.get(store.imageKey!)).not.toBeNull();
    expect(await db.$count(pictures)).toBe(loaded.length + (await db.$count(products)));
    for (const product of await db.select().from(products))
      expect(product.imageKey).toMatch(/^[0-9a-f-]{36}\.webp$/);
    const { rows } = await listStores(db, {
      search: "jollof",
      category: null,
      cursor: null,
      direction: "next",
    });
    expect(rows.map((row) => row.slug)).toEqual(["mama-ngozi-kitchen"]);
    // The first start requests the story. The product makes it while it serves
    // (tell-story.operations.long.test.ts).
    expect(await db.$count(oneTimeSeeds, eq(oneTimeSeeds.name, STORY_WANTED))).toBe(1);
    await db.delete(oneTimeSeeds).where(eq(oneTimeSeeds.name, STORY_WANTED));
    await db.delete(stores);
    expect(await seedSampleStores(db, files, now())).toBeNull();
    // The operator's command adds the stores again, without a story.
    expect(await command()).toEqual({ code: 0, said: "Added 6 sample stores with 60 products." });
    expect(await db.$count(oneTimeSeeds, eq(oneTimeSeeds.name, STORY_WANTED))).toBe(0);
    expect(await command()).toEqual({ code: 0, said: expect.stringMatching(/^Nothing was added/) as string });
  },
);
