/** The sample stores are loaded as by the operator's command: in a process that accepts uploads. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import "../../app/platform/files/clean-picture.server.ts";
import { openDatabase } from "../../app/platform/db/client.server.ts";
import { bookings, pictures, stores, products } from "../../app/platform/db/schema.ts";
import { openFiles } from "../../app/platform/files/files.server.ts";
import { sql } from "drizzle-orm";
import { listStores } from "../../app/stores/storefront/directory.server.ts";
import { runCommandHere } from "../../test/fixtures/command-here.ts";
import { openTestDatabase } from "../../test/fixtures/database.ts";
import { recountRoad } from "../../test/fixtures/road.ts";
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
    // Each kind of money occurs: priced, paid, reported by the sender, collected, paid out.
    const { rows: money } = await db.execute<Record<string, number>>(sql`select
      (select count(*)::int from bookings) as bookings, (select count(*)::int from booking_charges) as prices,
      (select count(*)::int from payments) as payments, (select count(*)::int from transfer_notices where state = 'open') as claims,
      (select count(*)::int from settlement_entries where kind = 'paid_out') as payouts,
      (select owed_kobo::float8 from payees) as owed`);
    expect(money[0]).toEqual({
      bookings: 53,
      prices: 52,
      payments: 47,
      claims: 1,
      payouts: 1,
      owed: 55_582_50,
    });
    // The road contains hubs, runs in every state and open exceptions, and agrees with the ledgers.
    const { rows: road } = await db.execute<Record<string, unknown>>(sql`select
      (select count(*)::int from hubs) as hubs, (select count(*)::int from riders) as riders,
      (select array_agg(distinct state order by state) from runs) as states,
      (select count(distinct kind)::int from exceptions where closed_at is null) as kinds,
      (select array_agg(state order by state) from claims) as claims`);
    expect(road[0]).toEqual({
      hubs: 6,
      riders: 4,
      states: ["loaded", "out", "planned", "reconciled", "returned"],
      kinds: 7,
      claims: ["closed", "open"],
    });
    expect(await recountRoad({ services: { db } })).toEqual([]);
    await db.delete(stores);
    expect(await seedSampleStores(db, files, now())).toBeNull();
    // The operator's command adds the stores again, without bookings.
    const booked = await db.$count(bookings);
    expect(await command()).toEqual({ code: 0, said: "Added 6 sample stores with 60 products." });
    expect(await db.$count(bookings)).toBe(booked);
    expect(await command()).toEqual({ code: 0, said: expect.stringMatching(/^Nothing was added/) as string });
  },
);
