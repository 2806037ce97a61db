/** The page about mails, jobs, storage, versions and backups. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestApp } from "../fixtures/app.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";

const app = await closedAfterAll(openTestApp());
const boss = await app.admin("super_admin");

async function addFailed(): Promise<string> {
  const id = randomUUID();
  await app.services.db.execute(sql`insert into pgboss.job (id, name, data, state, start_after, output)
    values (${id}::uuid, 'pictures', '{"keys":[]}', 'retry', now() + interval '1 hour', '{"message":"the bucket is away"}')`);
  return id;
}

test("[SYS-1] a super admin sees the queues and the failed jobs, and has one tried again", async () => {
  const id = await addFailed();
  const page = await boss.ask("/admin/system");
  expect(page.status).toBe(200);
  for (const text of ["Pictures to delete", "the bucket is away", "Not scheduled", "PostgreSQL"])
    expect(page.text).toContain(text);
  const form = { intent: "retry", id };
  expect(await boss.ask("/admin/system", { form })).toMatchObject({
    status: 302,
    toast: { title: "1 job will be tried again" },
  });
  for (const gone of [randomUUID(), "x"])
    expect((await boss.ask("/admin/system", { form: { intent: "retry", id: gone } })).status).toBe(404);
});

test("[SYS-1] a backup that failed says why, beside the last one that is there", async () => {
  const { backups } = app.services;
  backups.error = "ENOSPC: no space left on device";
  expect((await boss.ask("/admin/system")).text).toContain(
    "Failed: ENOSPC: no space left on device. Last one: None yet",
  );
  backups.error = null;
});

test("[SYS-1] everybody else is refused", async () => {
  const form = { intent: "retry-all" };
  for (const ask of [{}, { form }]) {
    expect((await (await app.admin("moderator")).ask("/admin/system", ask)).status).toBe(403);
    expect((await app.visitor().ask("/admin/system", ask)).location).toContain("/admin/login");
  }
});
