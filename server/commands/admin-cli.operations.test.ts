/**
 * Every command of `npm run admin --` runs with right input, and is refused with wrong input. Starting a process takes
 * a second of processor time, so only commands that read a password, and a few others, run in a process of their own.
 */
import { randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { setAdmin } from "../../app/people/staff/first-admin.server.ts";
import { openDatabase } from "../../app/platform/db/client.server.ts";
import { openFiles } from "../../app/platform/files/files.server.ts";
import { runAdmin, type How } from "../../test/fixtures/admin-process.ts";
import { runCommandHere } from "../../test/fixtures/command-here.ts";
import { openTestDatabase } from "../../test/fixtures/database.ts";
import { openMailSink } from "../../test/fixtures/smtp.ts";
import { makeStore } from "../../test/fixtures/stores.ts";
import { ONLY_LONG, testWhere } from "../../test/fixtures/test-where.ts";
import { COMMANDS } from "./admin-commands.ts";
import { VERSION } from "../version.ts";

const SECRET = "a-secret-for-tests-of-enough-length";
const first = await openTestDatabase();
const second = await openTestDatabase();
const box = await openTestDatabase();
const { db, close } = openDatabase(first.connectionString, () => {}, { max: 1 });
const sink = await openMailSink();
const folder = fs.mkdtempSync(join(tmpdir(), "ona-commands-"));
// The unprivileged user who runs an embedded database must be able to enter this folder.
fs.chmodSync(folder, 0o711);
const dataDir = join(folder, "data");
fs.mkdirSync(dataDir);
const settings = { DATABASE_URL: first.connectionString, DATA_DIR: dataDir, APP_SECRET: SECRET };
afterAll(async () => {
  await sink.close();
  await close();
  await first.drop();
  await second.drop();
  await box.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const tried = new Set<string>();
/** npm runs a command in the project's folder, and passes the caller's folder in these variables. */
const CALLER = { INIT_CWD: folder, npm_lifecycle_event: "admin" };

/** Runs a command in its own process; returns its exit code and output. The output must never contain a stack. */
async function admin(line: string, how: How = {}) {
  const [name = "", ...args] = line.split(" ");
  tried.add(name);
  const given = args.map((word) => word.replaceAll("+", " "));
  const { code, out, errors } = await runAdmin([name, ...given], settings, {
    ...how,
    env: { ...CALLER, ...how.env },
  });
  expect(errors).not.toMatch(/^\s+at /m);
  return { code, said: `${out.toString()}${errors}`.trim() };
}

function inThisProcess(args: string[], env: Record<string, string> = {}) {
  tried.add(args[0] ?? "");
  return runCommandHere(args, { ...settings, ...CALLER, ...env });
}

async function addFailedJob(): Promise<string> {
  const id = randomUUID();
  await db.execute(sql`insert into pgboss.job (id, name, data, state, retry_count, output)
    values (${id}::uuid, 'pictures', '{"remove":[]}', 'failed', 350, '{"message":"the bucket is away"}')`);
  return id;
}

const CREATE = "create --email ada@ona.test --name Ada+Obi --role super_admin";
const ada = { input: "a-long-one\n" };

test("[RUN-16] each command does its work", { timeout: 180_000 }, async () => {
  const done = (said: string | RegExp) => ({ code: 0, said: expect.stringMatching(said) as string });
  expect(await inThisProcess(["--version"])).toEqual({ code: 0, said: VERSION });
  expect(await inThisProcess(["--help"])).toEqual(done(/unlock-site[\s\S]*upgrade-database/));
  expect(await inThisProcess(["migrate"])).toEqual(done("The database is up to date."));
  expect(await admin(CREATE, ada)).toEqual(done(/^Created the admin user ada@ona.test/));
  const bola = { email: "bola@ona.test", name: "Bola", password: "a-long-one", role: "support" as const };
  expect(await setAdmin(db, bola, new Date())).toMatchObject({ ok: true });
  expect(await admin("reset-password --email ada@ona.test", ada)).toEqual(done(/^Changed the password/));
  expect(await inThisProcess(["reset-two-step", "--email", "ada@ona.test"])).toMatchObject({
    code: 1,
    said: expect.stringContaining("ada@ona.test has no two-step sign-in.") as string,
  });
  expect(await inThisProcess(["list"])).toEqual(done(/ada@ona\.test .*Ada Obi.*\nbola@ona\.test/));
  expect(await inThisProcess(["disable", "--email", "bola@ona.test"])).toEqual(
    done(/can no longer use the back office/),
  );
  for (const imageKey of [`${randomUUID()}.webp`, `${randomUUID()}.webp`]) {
    await openFiles({ dataDir, s3Url: null }).put(imageKey, Buffer.from("a picture"), "image/webp");
    await makeStore({ db, now: () => new Date() }, null, { imageKey });
  }
  // seed.operations.test.ts tests the rows that it adds to a database without stores.
  expect(await inThisProcess(["seed"])).toEqual(done(/^Nothing was added/));
  expect(await inThisProcess(["unlock-site"])).toEqual(done("The site was not locked."));
  expect(await inThisProcess(["erase-phone", "--phone", "0803 123 4567"])).toEqual(done(/^Erased 0 texts/));
  expect(await inThisProcess(["jobs", "--drop", await addFailedJob()])).toEqual(done(/^Dropped the job/));
  await addFailedJob();
  expect(await inThisProcess(["jobs"])).toEqual(done(/pictures: .*1 given up/));
  expect(await inThisProcess(["jobs", "--retry", "all"])).toEqual(
    done("1 failed job will be tried again now."),
  );
  const mail = { SMTP_URL: sink.url, MAIL_FROM: "no-reply@ona.test" };
  expect(await inThisProcess(["send-mail", "--to", "you@ona.test"], mail)).toEqual(
    done(/took a mail for you@ona.test/),
  );
  expect(sink.received).toHaveLength(1);
  expect(await inThisProcess(["check"], mail)).toEqual(done(/^ok {4}version[\s\S]*ok {4}database/));
  expect(await inThisProcess(["sandbox"])).toMatchObject({
    code: 1,
    said: expect.stringContaining("There is no sandbox: set SANDBOX_DATABASE_URL") as string,
  });
  const sandbox = { SANDBOX_DATABASE_URL: box.connectionString };
  expect(await inThisProcess(["sandbox"], sandbox)).toEqual(done(/^The sandbox is ready, with \d+ hub/));
  expect(await inThisProcess(["backup", "one.backup"])).toEqual(
    done(/^Wrote \d+ rows of .* and 2 pictures to/),
  );
  expect(await inThisProcess(["verify", "one.backup"])).toEqual(done(/one\.backup is complete/));
  const elsewhere = { DATABASE_URL: second.connectionString, DATA_DIR: join(folder, "restored") };
  expect(await inThisProcess(["restore", "one.backup"], elsewhere)).toEqual(done(/^Restored \d+ rows/));
  const company = { SANDBOX_DATABASE_URL: second.connectionString };
  expect(await inThisProcess(["sandbox"], company)).toMatchObject({
    code: 1,
    said: expect.stringContaining("is a database of a company") as string,
  });
});

testWhere(ONLY_LONG)(
  "[RUN-16] an embedded database is made by a command that may, and is not upgraded where it is new",
  async () => {
    const env = { DATABASE_URL: "", DATA_DIR: join(folder, "embedded") };
    const none = await inThisProcess(["upgrade-database"], env);
    expect(none).toEqual({
      code: 1,
      said: `There is no database in DATA_DIR ${env.DATA_DIR}. Nothing was created.`,
    });
    expect(await admin(CREATE, { ...ada, env })).toMatchObject({ code: 0 });
    const { code, said } = await admin("upgrade-database", { env });
    expect(said).toMatch(/^The database is already on PostgreSQL \d+\. There is nothing to do\.$/);
    expect(code).toBe(0);
  },
);

const MAIL_AWAY = { SMTP_URL: "smtps://me:my-password@127.0.0.1:1" };
const WRONG: [line: string, code: number, says: string | RegExp, env?: Record<string, string>][] = [
  ["", 2, "npm run admin -- COMMAND"],
  ["disable", 2, "--email must be an email address. See npm run admin -- --help"],
  ["crate", 2, "There is no command 'crate'. See npm run admin -- --help"],
  ["list --all yes", 2, "Unknown option '--all'"],
  ["list", 1, "PORT must be a port number", { PORT: "many" }],
  [
    "create --email ada --role boss",
    2,
    /--email must be an email address; --name is missing; --role must be/,
  ],
  ["disable --email nobody@ona.test", 1, "nobody@ona.test is not an admin user."],
  ["erase-phone", 2, "--phone is missing"],
  ["erase-phone --phone x", 1, "--phone must be a phone number"],
  ["unlock-site now", 2, "Unexpected argument 'now'"],
  ["seed --stores 3", 2, "Unknown option '--stores'"],
  ["jobs --retry x", 2, "--retry must be the id of a job, or all"],
  ["jobs --drop 0b7e2c1a-9a3f-4a53-8f0e-6f1d2c3b4a59", 1, "There is no failed job"],
  ["send-mail --to you", 2, "--to must be an email address"],
  ["send-mail --to you@ona.test", 1, "SMTP_URL is not set"],
  [
    "send-mail --to you@ona.test",
    1,
    "The mail server 127.0.0.1:1 did not take the mail: nothing answers there",
    MAIL_AWAY,
  ],
  ["check", 1, /WRONG mail server: 127\.0\.0\.1:1: nothing answers there/, MAIL_AWAY],
  ["backup", 2, "Name one FILE"],
  [
    "backup /nowhere/one.backup",
    1,
    "The backup cannot be written to /nowhere: there is no such file or folder",
  ],
  ["restore /nowhere/one.backup", 1, "There is no file /nowhere/one.backup"],
  ["restore /", 1, "/ cannot be read: it is a folder"],
  ["verify /etc/hostname", 1, "/etc/hostname is not a backup"],
  ["migrate --grant", 2, "--grant"],
  ["migrate --grant nobody_there", 1, "nobody_there"],
  ["upgrade-database", 1, "DATABASE_URL names a PostgreSQL of your own"],
  [
    "list",
    1,
    "the database at DATABASE_URL cannot be used",
    { DATABASE_URL: "postgres://ona:x@127.0.0.1:1/ona" },
  ],
];

/** These commands read a password from standard input before they refuse, so each needs its own process. */
const PROCESSES: [line: string, code: number, says: string][] = [
  ["create --email c@ona.test --name C --role support", 1, "A password needs at least 6 characters"],
  ["reset-password --email nobody@ona.test", 1, "nobody@ona.test is not an admin user."],
];

test.each(PROCESSES)("[RUN-16] '%s' ends with %i and says why, as a process", async (line, code, says) => {
  const ended = await admin(line, { input: line.includes(" C ") ? "\n" : ada.input });
  expect(ended.said).toContain(says);
  expect(ended.code).toBe(code);
});

test.each(WRONG)("[RUN-16] '%s' ends with %i and says why", async (line, code, says, env = {}) => {
  const ended = await inThisProcess(line.split(" "), env);
  expect(ended.said).toMatch(says);
  expect(ended.code).toBe(code);
  expect(ended.said).not.toMatch(/my-password|^\s+at /m);
});

test("[RUN-16] no command is left out here", () => {
  expect(Object.keys(COMMANDS).filter((name) => !tried.has(name))).toEqual([]);
});
