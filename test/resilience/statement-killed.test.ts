/** BANK-3: all of PostgreSQL is killed while a bank statement of thousands of lines is recorded. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import pg from "pg";
import { expect, test } from "vitest";
import { recordStatement } from "../../app/money/bank-statements/record-statement.server.ts";
import { migrateDatabase } from "../../app/platform/db/migrate.server.ts";
import { activityLogs, payments } from "../../app/platform/db/schema.ts";
import { createLog } from "../../server/observe/log.ts";
import { createServices } from "../../server/services.ts";
import { afterTest, ownDataDir } from "../fixtures/after-test.ts";
import { bookOne, makeAdmin } from "../fixtures/bookings.ts";
import { testConfig } from "../fixtures/config.ts";
import { LONG, note, times } from "../fixtures/long.ts";
import { startTestPostgres } from "../fixtures/postgres.ts";
import { wrongBalances } from "../fixtures/recount.ts";
import { wholeStatement } from "../fixtures/statements.ts";
import { uploadMany } from "../fixtures/statement-of-many.ts";

const LINES = times(1000, 5000);

const KINDS = LONG ? (["embedded", "server"] as const) : (["server"] as const);

test.each(KINDS)(
  "[BANK-3] PostgreSQL (%s) is killed while a statement of thousands of lines is recorded: all of it or nothing",
  { timeout: LONG ? 600_000 : 90_000 },
  async (kind) => {
    const postgres = await startTestPostgres(kind, { fsync: true });
    afterTest(() => postgres.stop());
    const url = await postgres.createDatabaseFrom("template0", "statements");
    await migrateDatabase(url);
    const config = testConfig({ origin: "http://localhost:3000", dataDir: ownDataDir(), limitsFactor: 1000 });
    const running = await createServices(
      config,
      url,
      "a-secret-for-tests-of-enough-length",
      createLog("silent"),
    );
    afterTest(() => running.stop());
    const { services } = running;
    const { db } = services;
    const cashier = await makeAdmin({ services }, "cashier");
    await bookOne({ services });
    const id = await uploadMany({ services }, cashier, LINES);
    const read = async () => (await wholeStatement(services, id))!;
    const record = async () => {
      const { plan } = await read();
      return recordStatement(services, cashier, { id, plan, leaveUnread: false }, randomUUID());
    };
    const logged = () => db.$count(activityLogs, eq(activityLogs.action, "record_payment"));

    const kills = times(1, 10);
    let written = 0;
    for (let kill = 0; kill < kills; kill++) {
      const recording = record().then(
        (result) => result.ok,
        () => false,
      );
      await insertingPayments(url);
      await sleep(Math.random() * 100 * kill);
      // SIGQUIT is the signal of pg_ctl stop -m immediate: every process of the server ends at once.
      process.kill(postgres.pid(), "SIGQUIT");
      const said = await recording;
      await postgres.restart();
      const kept = await again(() => db.$count(payments));
      expect([0, LINES]).toContain(kept);
      if (said) expect(kept).toBe(LINES);
      expect((await read()).statement.recordedAt !== null).toBe(kept === LINES);
      expect(await logged()).toBe(kept);
      expect(await wrongBalances(db)).toEqual([]);
      written = kept;
      if (kept === LINES) break;
    }
    if (written === 0) expect(await record()).toMatchObject({ ok: true });
    expect(await db.$count(payments)).toBe(LINES);
    expect(await logged()).toBe(LINES);
    expect(await wrongBalances(db)).toEqual([]);
    note(`PostgreSQL (${kind}) killed while a statement is recorded`, {
      lines: LINES,
      kills,
      "payments after the last": written,
    });
  },
);

/** Waits until the payments of the bank statement are being inserted. */
async function insertingPayments(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  // The killed server ends this connection too, which is no error of the test.
  client.on("error", () => {});
  await client.connect();
  for (const until = Date.now() + 30_000; ;) {
    const { rows } = await client.query(
      `select from pg_stat_activity where pid <> pg_backend_pid() and state <> 'idle' and query ilike 'insert into "payments"%'`,
    );
    if (rows.length > 0) break;
    if (Date.now() > until) throw new Error("nothing is being recorded");
  }
  void client.end().catch(() => {});
}

/** Repeats a query until the database answers again. */
async function again<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (const until = Date.now() + 30_000; ; await sleep(50)) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
