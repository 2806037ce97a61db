/** The operator's commands for a running product, on a database with people and jobs. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { startTestS3, type TestS3 } from "../../test/fixtures/s3.ts";
import { openMailSink } from "../../test/fixtures/smtp.ts";
import { openTestServices, type TestServices } from "../../test/fixtures/services.ts";
import { setAdmin } from "../../app/people/staff/first-admin.server.ts";
import { CARE_COMMANDS } from "./maintenance.ts";
import { readConfig } from "../config.ts";

let opened: TestServices;
let s3: TestS3;
beforeAll(async () => {
  opened = await openTestServices();
  s3 = await startTestS3();
  const { db, now } = opened.services;
  await setAdmin(
    db,
    { email: "ada@ona.test", name: "Ada Obi", password: "a-long-one", role: "super_admin" },
    now(),
  );
  await setAdmin(
    db,
    { email: "bola@ona.test", name: "Bola", password: "a-long-one", role: "support" },
    now(),
  );
});
afterAll(async () => {
  await s3.close();
  await opened.close();
});

async function run(name: string, args: string[] = [], env: Record<string, string> = {}): Promise<string> {
  const command = await CARE_COMMANDS[name]!.prepare(args, "/");
  const config = readConfig({
    DATABASE_URL: opened.connectionString,
    APP_SECRET: "a-secret-for-tests-of-enough-length",
    ...env,
  });
  return command({ connectionString: opened.connectionString, sandboxUrl: null, config });
}

async function addFailed(): Promise<string> {
  const id = randomUUID();
  await opened.services.db.execute(sql`insert into pgboss.job (id, name, data, state, retry_count, output)
    values (${id}::uuid, 'pictures', '{"remove":[]}', 'failed', 350, '{"message":"the bucket is away"}')`);
  return id;
}

test("[RUN-16] list names the team, and disable takes the back office from one, never from the last super admin", async () => {
  expect(await run("list")).toMatch(/^ada@ona\.test {2}.*Ada Obi.*\nbola@ona\.test {2}.*never here$/);
  expect(await run("disable", ["--email", "Bola@ona.test"])).toBe(
    "bola@ona.test can no longer use the back office and was signed out.",
  );
  expect(await run("list")).not.toContain("bola");
  await expect(run("disable", ["--email", "bola@ona.test"])).rejects.toThrow("not an admin user");
  await expect(run("disable", ["--email", "ada@ona.test"])).rejects.toThrow("last super admin");
});

test("[RUN-16] failed jobs are shown, tried again, or dropped for good", async () => {
  const [one, two] = [await addFailed(), await addFailed()];
  expect(await run("jobs")).toMatch(
    new RegExp(`${one} {2}pictures {2}failed, 350 times, given up {2}the bucket is away`),
  );
  expect(await run("jobs", ["--drop", one])).toContain(`Dropped the job ${one}`);
  await expect(run("jobs", ["--drop", one])).rejects.toThrow("There is no failed job");
  expect(await run("jobs", ["--retry", two])).toBe("1 failed job will be tried again now.");
  await expect(run("jobs", ["--retry", randomUUID()])).rejects.toThrow("There is no failed job");
  expect(() => CARE_COMMANDS["jobs"]!.prepare(["--retry", "x"], "/")).toThrow(
    "--retry must be the id of a job, or all",
  );
});

test("[RUN-16] check tries the database, the bucket and the mail server, and says what is wrong without a password", async () => {
  expect(await run("check", [], { S3_URL: s3.url })).toMatch(
    /^ok {4}database: PostgreSQL[\s\S]*ok {4}migrations: all applied[\s\S]*ok {4}file store: wrote, read and deleted a file in bucket ona/m,
  );
  expect(s3.objects.size).toBe(0);
  s3.failing.add("PUT");
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => void lines.push(line);
  const failed = run("check", [], {
    S3_URL: s3.url,
    SMTP_URL: "smtp://me:my-password@127.0.0.1:1",
    BACKUP_TO: "/dev/null/backups",
  });
  await expect(failed).rejects.toThrow("3 of 9 checks failed.");
  console.log = log;
  expect(lines.join("\n")).toMatch(/WRONG mail server: 127\.0\.0\.1:1: nothing answers there/);
  expect(lines.join("\n")).toMatch(/WRONG file store/);
  expect(lines.join("\n")).toMatch(/WRONG backups: /);
  expect(lines.join("\n")).not.toMatch(/my-password|test%2Fsecret/);
});

test("[RUN-16] send-mail hands one mail to the mail server, and says why where it cannot", async () => {
  const sink = await openMailSink();
  const to = ["--to", "operator@example.com"];
  const sent = { to: "operator@example.com", subject: expect.stringContaining("a mail to try") as string };
  expect(await run("send-mail", to, { SMTP_URL: sink.url })).toBe(
    "The mail server took a mail for operator@example.com.",
  );
  expect(sink.received).toMatchObject([sent]);
  await sink.close();
  await expect(run("send-mail", to, { SMTP_URL: sink.url })).rejects.toThrow(
    /^The mail server 127\.0\.0\.1:\d+ did not take the mail: nothing answers there/,
  );
  await expect(run("send-mail", to)).rejects.toThrow("SMTP_URL is not set");
  expect(() => CARE_COMMANDS["send-mail"]!.prepare(["--to", "nobody"], "/")).toThrow(
    "--to must be an email address",
  );
});

test("[RUN-16] check refuses a sender that is only an example where there is a real mail server", async () => {
  const sink = await openMailSink();
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => void lines.push(line);
  const env = { SMTP_URL: sink.url, S3_URL: s3.url };
  s3.failing.clear();
  await expect(run("check", [], env)).rejects.toThrow("1 of 9 checks failed.");
  console.log = log;
  expect(lines.join("\n")).toMatch(
    /WRONG mail server: mails would be from \S+\.example, which is only an example/,
  );
  expect(await run("check", [], { ...env, MAIL_FROM: "no-reply@ona.test" })).toContain(
    "mails are from no-reply",
  );
  await sink.close();
});
