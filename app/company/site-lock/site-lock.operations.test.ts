/** The lock's state in several processes that share a database. */
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { createServices } from "../../../server/services.ts";
import { createLog } from "../../../server/observe/log.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { testConfig } from "../../../test/fixtures/config.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { TEST_ORIGIN } from "../../../test/fixtures/services.ts";
import { makeSuperAdmin } from "../../../test/fixtures/staff.ts";
import { activateLock, deactivateLock, liftLock, readLock } from "./site-lock.server.ts";

const { opened, services } = await fileServices({});
const { connectionString } = opened;
const secret = "a-secret-for-tests-of-enough-length";
const config = testConfig({ origin: TEST_ORIGIN, dataDir: "/nowhere" });
const second = await createServices(config, connectionString, secret, createLog("silent"));
await closedAfterAll(Promise.resolve({ close: () => second.stop() }));
const other = second.services;
const boss = await makeSuperAdmin(opened);

beforeEach(async () => {
  await expect.poll(() => services.live.listening() && other.live.listening()).toBe(true);
  await liftLock(services.db, {}, opened.clock.now());
});
const password = "open-sesame";
const form = { password, confirmPassword: password };
const lock = () => activateLock(services, boss, form, crypto.randomUUID());

test("[LOCK-5] when activating is answered, every process has heard of it", async () => {
  for (let round = 0; round < 10; round++) {
    await expect.poll(async () => (await readLock(other)).active).toBe(false);
    expect(await lock()).toEqual({ ok: true });
    expect((await readLock(other)).active).toBe(true);
    await deactivateLock(services, boss, {}, crypto.randomUUID());
  }
});

test("a process that hangs delays the answer by a second at most", async () => {
  const hanging = new pg.Client({ connectionString, application_name: "ona-live" });
  await hanging.connect();
  try {
    const begun = performance.now();
    expect(await lock()).toEqual({ ok: true });
    expect(performance.now() - begun).toBeGreaterThan(990);
    expect(performance.now() - begun).toBeLessThan(3000);
    expect((await readLock(other)).active).toBe(true);
  } finally {
    await hanging.end();
  }
});

test("a notice that arrives while the lock is read is not lost to the older read", async () => {
  const heard: (() => void)[] = [];
  const live = { ...services.live, subscribe: (_: unknown, onChange: () => void) => heard.push(onChange) };
  const rows = [{ active: false, generation: "old" }];
  let reads = 0;
  const db = {
    select: () => ({
      from: () => ({
        async where() {
          const read = [...rows];
          // The site is locked after this read got the row, and before the read returns.
          if (++reads === 1) {
            rows[0] = { active: true, generation: "new" };
            for (const notice of heard) notice();
          }
          return read;
        },
      }),
    }),
  };
  const reading = { db: db as unknown as Db, live: live as unknown as typeof services.live };
  expect(await readLock(reading)).toEqual({ active: true, generation: "new" });
  expect(await readLock(reading)).toEqual({ active: true, generation: "new" });
  expect(reads).toBe(2);
});
