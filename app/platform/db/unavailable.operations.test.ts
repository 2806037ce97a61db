import { createServer } from "node:net";
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, test } from "vitest";
import { smtpMailer } from "../mail/mailer.server.ts";
import { freePort } from "../../../test/fixtures/product.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { isDatabaseUnavailable, openDatabase } from "./client.server.ts";
import { transact } from "./transact.server.ts";

const { opened } = await fileServices({});

/** Returns the error with which a promise rejects. */
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const nowhere = async (host: string) => {
  const database = openDatabase(`postgresql://ona@${host}/ona`, () => {});
  const error = await failure(database.db.execute(sql`select 1`));
  await database.close();
  return error;
};

test("a database that cannot be reached is unavailable, by port and by socket", async () => {
  expect(isDatabaseUnavailable(await nowhere(`127.0.0.1:${await freePort()}`))).toBe(true);
  expect(isDatabaseUnavailable(await nowhere("%2Fnowhere"))).toBe(true);
});

test("mail, files and wrong statements have the same error codes and are not the database", async () => {
  const from = { name: async () => "Ona", address: "ona@example.com" };
  const letter = { to: { name: "N", address: "n@example.com" }, subject: "s", text: "t", html: "" };
  const refusing = smtpMailer(`smtp://127.0.0.1:${await freePort()}`, from, 1);
  const cutting = createServer((socket) => socket.destroy());
  await new Promise<void>((done) => cutting.listen(0, "127.0.0.1", done));
  const { port } = cutting.address() as { port: number };
  const cut = smtpMailer(`smtp://127.0.0.1:${port}`, from, 1);
  const errors = [
    await failure(refusing.send("a", letter)),
    await failure(cut.send("b", letter)),
    await failure(readFile("/nowhere/at/all")),
    Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" }),
    Object.assign(new Error("denied"), { code: "EACCES", syscall: "open" }),
    await failure(opened.services.db.execute(sql`select 1/0`)),
    await failure(opened.services.db.execute(sql`select nothing`)),
    null,
    "a word",
  ];
  refusing.close();
  cut.close();
  cutting.close();
  expect(errors.slice(0, 7).every((error) => error instanceof Error)).toBe(true);
  expect(errors.map(isDatabaseUnavailable)).toEqual(errors.map(() => false));
});

test("a connection that dies in a transaction is an unavailable database, and the next one is new", async () => {
  const { db } = opened.services;
  const error = await failure(
    transact(db, async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const other = new pg.Client({ connectionString: opened.connectionString });
      await other.connect();
      await other.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await other.end();
      await tx.execute(sql`select 1`);
    }),
  );
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await db.execute(sql`select 1`)).rowCount).toBe(1);
});

test("after a write that the server refuses as read-only, no connection of before is used", async () => {
  const errors: Error[] = [];
  const database = openDatabase(opened.connectionString, (error) => errors.push(error));
  const { db, pool } = database;
  const processes = async () => {
    const asked = Array.from({ length: 4 }, () =>
      pool.query<{ pid: number }>("select pg_backend_pid() as pid, pg_sleep(0.2)"),
    );
    return (await Promise.all(asked)).map(({ rows }) => rows[0]!.pid);
  };
  const before = await processes();
  expect(new Set(before).size).toBe(4);
  const error = await failure(
    transact(db, async (tx) => {
      await tx.execute(sql`set transaction read only`);
      await tx.execute(sql`delete from idempotency_keys`);
    }),
  );
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await processes()).filter((pid) => before.includes(pid))).toEqual([]);
  expect(errors).toEqual([]);
  await database.close();
});

test("a pool that is marked as without a database refuses at once, and works again when the mark is removed", async () => {
  const database = openDatabase(opened.connectionString, () => {});
  await database.db.execute(sql`select 1`);
  const sleeping = failure(database.db.execute(sql`select pg_sleep(5)`));
  await expect.poll(() => database.pool.count.idle).toBe(0);
  const begun = performance.now();
  database.pool.setSilent(true);
  expect(isDatabaseUnavailable(await failure(database.db.execute(sql`select 1`)))).toBe(true);
  expect(performance.now() - begun).toBeLessThan(500);
  // The query that was sent before `setSilent` gets no response and fails soon, too.
  expect(isDatabaseUnavailable(await sleeping)).toBe(true);
  expect(performance.now() - begun).toBeLessThan(4000);
  database.pool.setSilent(false);
  expect((await database.db.execute(sql`select 1`)).rowCount).toBe(1);
  await database.close();
});

test("an idle connection that the server ends is reported, but not once the pool is closed", async () => {
  const errors: Error[] = [];
  const database = openDatabase(opened.connectionString, (error) => errors.push(error));
  const endIdle = async () => {
    const { rows } = await database.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
    return opened.services.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
  };
  await endIdle();
  await expect.poll(() => errors.length).toBe(1);
  await database.db.execute(sql`select 1`);
  await Promise.all([database.close(), endIdle().catch(() => {})]);
  expect(errors).toHaveLength(1);
});
