import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import { expect, test } from "vitest";
import { afterTest } from "../../../test/fixtures/after-test.ts";
import { openTestDatabase } from "../../../test/fixtures/database.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { openDatabase } from "../db/client.server.ts";
import { LINK_MAILS, MAILS } from "../../notifications/notify.server.ts";
import { PICTURE_REMOVALS } from "../files/remove-pictures-job.ts";
import { jobKind, type JobKind } from "./job-kind.ts";
import { startJobs, type Jobs } from "./jobs.server.ts";
import { listFailedJobs, readQueues } from "./queue-state.server.ts";
import { transact } from "../db/transact.server.ts";

const { opened } = await fileServices({});

test.each([0, 3600])("a job that waits %i s is stored as pg-boss stores it", async (afterSeconds) => {
  const { db, jobs } = opened.services;
  const boss = new PgBoss({ connectionString: opened.connectionString, schedule: false, supervise: false });
  // Errors are ignored, because the queue's last connection may be closed when the test's database is dropped.
  boss.on("error", () => undefined);
  await boss.start();
  const [own, theirs] = [crypto.randomUUID(), crypto.randomUUID()];
  // No worker can take the jobs yet, because the transaction that adds them is still open.
  await transact(db, async (tx) => {
    const data = { keys: ["none"] };
    await jobs.add(tx, PICTURE_REMOVALS, data, { id: own, afterSeconds });
    await boss.send(PICTURE_REMOVALS.name, data, {
      id: theirs,
      startAfter: afterSeconds,
      db: fromDrizzle(tx, sql),
    });
    const { rows } = await tx.execute(sql`
        select count(*)::int as n, count(distinct to_jsonb(j) - '{id}'::text[])::int as kinds from pgboss.job j
        where id in (${own}, ${theirs})`);
    expect(rows).toEqual([{ n: 2, kinds: 1 }]);
  }).finally(() => boss.stop({ graceful: false }));
});

/** Opens a queue on a database of its own. `add` adds one job for each name; a job's `keys` contain only its name. */
async function openQueue() {
  const database = await openTestDatabase();
  afterTest(() => database.drop());
  const { db, close } = openDatabase(database.connectionString, () => {});
  afterTest(close);
  const start = (retrySeconds?: number) =>
    startJobs(database.connectionString, [PICTURE_REMOVALS, MAILS, LINK_MAILS], () => {}, retrySeconds);
  const add = (jobs: Jobs, names: string[]) =>
    jobs.addAll(
      db,
      PICTURE_REMOVALS,
      names.map((name) => ({ keys: [name] })),
    );
  const state = async (of: JobKind = PICTURE_REMOVALS) =>
    (await readQueues(db)).find(({ kind }) => kind === of.name);
  return { db, start, add, state };
}

test("a job of a kind without a queue is refused, because it would be lost", async () => {
  const { db, jobs } = opened.services;
  const stray = jobKind<{ id: string }>("stray");
  await expect(jobs.add(db, stray, { id: "one" })).rejects.toThrow("stray");
  await expect(jobs.addAll(db, stray, [{ id: "one" }])).rejects.toThrow("stray");
});

test("one that hangs or fails takes no other with it, and full batches follow each other", async () => {
  const { db, start, add, state } = await openQueue();
  const jobs = await start();
  afterTest(() => jobs.stop());
  const done = new Set<string>();
  let hangs = true;
  await add(jobs, ["hangs", "fails", ...Array.from({ length: 40 }, (_, n) => `${n}`)]);
  await jobs.work(PICTURE_REMOVALS, { workers: 2, batch: 4, seconds: 60 }, async ({ data: { keys } }) => {
    const [name = ""] = keys;
    if (name === "fails") throw new Error("it failed");
    while (name === "hangs" && hangs) await sleep(10);
    done.add(name);
  });
  await expect.poll(() => done.size, { timeout: 3000 }).toBe(40);
  hangs = false;
  await expect.poll(() => state(), { timeout: 3000 }).toMatchObject({ waiting: 0, running: 0, retrying: 1 });
  expect(done.size).toBe(41);
  expect(await listFailedJobs(db, 5)).toMatchObject([{ state: "retry", error: "it failed" }]);
});

test("[MAIL-1] a queue whose jobs all hang holds up no other", async () => {
  const { db, start, state } = await openQueue();
  const jobs = await start();
  let end = () => {};
  const hanging = new Promise<void>((done) => (end = done));
  afterTest(() => jobs.stop());
  afterTest(end);
  const pace = { workers: 2, batch: 2, seconds: 60 };
  await jobs.addAll(
    db,
    MAILS,
    Array.from({ length: 8 }, () => ({ kind: "booking_made" as const, bookingId: crypto.randomUUID() })),
  );
  await jobs.work(MAILS, pace, () => hanging);
  await expect.poll(() => state(MAILS), { timeout: 3000 }).toMatchObject({ running: 4, waiting: 4 });
  const done: unknown[] = [];
  await jobs.work(LINK_MAILS, pace, async ({ data }) => void done.push(data["linkId"]));
  await jobs.add(db, LINK_MAILS, { kind: "email_link", linkId: "one" });
  await expect.poll(() => done, { timeout: 1000 }).toEqual(["one"]);
});

test("a job that was added is done soon, also where its transaction ends late", async () => {
  const { db, start, add } = await openQueue();
  const jobs = await start();
  afterTest(() => jobs.stop());
  const done: string[] = [];
  await jobs.work(PICTURE_REMOVALS, { workers: 1, batch: 1, seconds: 60 }, async ({ data: { keys } }) => {
    done.push(...keys);
  });
  await sleep(100);
  await add(jobs, ["soon"]);
  await expect.poll(() => done, { timeout: 1000, interval: 10 }).toEqual(["soon"]);
  await transact(db, async (tx) => {
    await jobs.add(tx, PICTURE_REMOVALS, { keys: ["late"] });
    await sleep(600);
  });
  await expect.poll(() => done, { timeout: 5000, interval: 10 }).toEqual(["soon", "late"]);
});

test("a job with a short delay, and the first retry of a failed job, are done once they are due", async () => {
  const { db, start, add } = await openQueue();
  const jobs = await start(1);
  afterTest(() => jobs.stop());
  const done: string[] = [];
  let failed = false;
  await jobs.work(PICTURE_REMOVALS, { workers: 1, batch: 1, seconds: 60 }, async ({ data: { keys } }) => {
    if (keys.includes("fails once") && !failed) {
      failed = true;
      throw new Error("it failed");
    }
    done.push(...keys);
  });
  await sleep(100);
  await jobs.add(db, PICTURE_REMOVALS, { keys: ["later"] }, { afterSeconds: 2 });
  await sleep(1000);
  expect(done).toEqual([]);
  await expect.poll(() => done, { timeout: 4000, interval: 10 }).toEqual(["later"]);
  await add(jobs, ["fails once"]);
  await expect.poll(() => done, { timeout: 5000, interval: 10 }).toEqual(["later", "fails once"]);
});

test("a job that was added while all workers were busy is done as soon as one is idle", async () => {
  const { start, add } = await openQueue();
  const jobs = await start();
  afterTest(() => jobs.stop());
  const done: string[] = [];
  const running = new Map<string, () => void>();
  afterTest(() => running.forEach((end) => end()));
  await jobs.work(PICTURE_REMOVALS, { workers: 2, batch: 2, seconds: 60 }, async ({ data: { keys } }) => {
    const [name = ""] = keys;
    if (name !== "third") await new Promise<void>((end) => running.set(name, end));
    done.push(name);
  });
  for (const name of ["first", "second"]) {
    await add(jobs, [name]);
    await expect.poll(() => running.has(name), { timeout: 3000, interval: 10 }).toBe(true);
  }
  await add(jobs, ["third"]);
  // After this pause, all timers that wake a worker for the third job have ended.
  await sleep(2500);
  expect(done).toEqual([]);
  running.get("second")!();
  await expect.poll(() => done, { timeout: 3000, interval: 10 }).toEqual(["second", "third"]);
});

test("a stop lets running jobs end; the others wait for the next process", async () => {
  const { start, add, state } = await openQueue();
  const jobs = await start();
  let begun = 0;
  let ended = 0;
  await add(jobs, ["one", "two", "three"]);
  await jobs.work(PICTURE_REMOVALS, { workers: 1, batch: 2, seconds: 60 }, async () => {
    begun++;
    await sleep(300);
    ended++;
  });
  await expect.poll(() => begun, { timeout: 2000, interval: 10 }).toBe(2);
  await jobs.stop();
  expect([begun, ended]).toEqual([2, 2]);
  expect(await state()).toMatchObject({ waiting: 1, running: 0, retrying: 0 });
  const next = await start();
  afterTest(() => next.stop());
  await next.work(PICTURE_REMOVALS, { workers: 1, batch: 2, seconds: 60 }, async () => void ended++);
  await expect.poll(() => state(), { timeout: 2000 }).toMatchObject({ waiting: 0, running: 0 });
  expect(ended).toBe(3);
});
