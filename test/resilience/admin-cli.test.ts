/**
 * The files that `npm run admin -- backup` and `verify` write and read: standard output, relative paths, and files that
 * exist already.
 */
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBackup, verifyBackup } from "../../server/backup/backup-format.ts";
import { type How, runAdmin } from "../fixtures/admin-process.ts";
import { openTestDatabase, type TestDatabase } from "../fixtures/database.ts";
import { needsProgram, testWhere } from "../fixtures/test-where.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = fs.mkdtempSync(join(tmpdir(), "ona-cli-"));
});
afterAll(async () => {
  await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const admin = (args: string[], how?: How) =>
  runAdmin(
    args,
    {
      DATABASE_URL: database.connectionString,
      DATA_DIR: join(folder, "data"),
      APP_SECRET: "a-secret-for-tests-of-enough-length",
    },
    how,
  );

test("backup - writes the backup to standard output and its words to standard error", async () => {
  const { code, out, errors } = await admin(["backup", "-"]);
  expect(errors).toMatch(/^Wrote \d+ rows? of \d+ tables?, .* to standard output\.\n$/);
  expect(code).toBe(0);
  const { header } = await verifyBackup(readBackup(Readable.from([out]), "The backup"));
  expect(header.pictures).toBe("inside");
});

test.each([["list"], ["check"], ["jobs"], ["backup", "-"], ["disable", "--email", "a@ona.test"]])(
  "%s names a wrong DATA_DIR and makes nothing there",
  async (...args) => {
    const wrong = join(folder, "wrong");
    const { code, out, errors } = await admin(args, { env: { DATABASE_URL: "", DATA_DIR: wrong } });
    expect(code).toBe(1);
    expect(`${out.toString()}${errors}`).toContain(wrong);
    expect(fs.existsSync(wrong)).toBe(false);
  },
);

describe("a FILE", () => {
  test("is looked for in the folder where npm was called, else in the one where the command was", async () => {
    const [called, other] = ["called", "other"].map((name) => join(folder, name)) as [string, string];
    for (const path of [called, other]) fs.mkdirSync(path);
    const asNpm = { INIT_CWD: called, npm_lifecycle_event: "admin" };
    expect(await admin(["backup", "one.gz"], { env: asNpm })).toMatchObject({ code: 0 });
    expect(fs.existsSync(join(called, "one.gz"))).toBe(true);
    expect((await admin(["verify", "one.gz"], { env: asNpm })).out.toString()).toContain("is complete");
    // INIT_CWD is the folder of an npm script that called this one. The command must ignore that folder.
    const inside = { cwd: other, env: { INIT_CWD: called, npm_lifecycle_event: "test" } };
    expect(await admin(["backup", "two.gz"], inside)).toMatchObject({ code: 0 });
    expect(fs.readdirSync(other)).toEqual(["two.gz"]);
  });

  test("that is there already is written over with --force only, where nobody can be asked", async () => {
    const file = join(folder, "there.gz");
    fs.writeFileSync(file, "precious");
    const refused = await admin(["backup", file]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.errors).toContain(`${file} already exists. --force overwrites it.`);
    expect(fs.readFileSync(file, "utf8")).toBe("precious");
    expect(await admin(["backup", file, "--force"])).toMatchObject({ code: 0 });
    expect((await admin(["verify", file])).out.toString()).toContain("is complete");
  });

  testWhere(needsProgram("/usr/bin/script", "bsdutils"))(
    "that is there already is asked about at a terminal",
    async () => {
      const file = join(folder, "asked.gz");
      fs.writeFileSync(file, "precious");
      const no = await admin(["backup", file], { terminal: true, answer: "no\n" });
      expect(no.out.toString()).toContain("Nothing was written.");
      expect(fs.readFileSync(file, "utf8")).toBe("precious");
      const yes = await admin(["backup", file], { terminal: true, answer: "yes\n" });
      expect(yes.out.toString()).toContain("Wrote ");
      const toTerminal = await admin(["backup", "-"], { terminal: true });
      expect(toTerminal.out.toString()).toContain("A backup is binary");
    },
  );
});
