/** The daily backup, into a folder and into a bucket. */
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestS3 } from "../../test/fixtures/s3.ts";
import { openTestServices, type TestServices } from "../../test/fixtures/services.ts";
import { measures } from "../../test/fixtures/metric-values.ts";
import { readBackupFile, verifyBackup } from "./backup-format.ts";
import { createMetrics } from "../observe/metrics.ts";
import { backUpWhenDue } from "./scheduled-backups.ts";
import { testWhere } from "../../test/fixtures/test-where.ts";

const HOUR = 3_600_000;
let opened: TestServices;
let folder: string;
beforeAll(async () => {
  opened = await openTestServices();
  folder = mkdtempSync(join(tmpdir(), "ona-backups-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await opened.close();
});

/** Sets the clock. BACKUP_AT is in Lagos time, an hour ahead of these UTC times. */
const at = (text: string) => opened.clock.set(new Date(text));
const errors: string[] = [];
const look = (to: string, keep = 2) => {
  const { now, log, backups } = opened.services;
  const error = (_details: object, message: string) => void errors.push(message);
  return backUpWhenDue({
    plan: { to, atMinutes: 150, keep },
    source: { connectionString: opened.connectionString, uploads: null, secret: opened.services.secret },
    services: { now, backups, log: { ...log, error } },
  });
};
const state = () => opened.services.backups;

/** After a failed backup, expects one log line of level `error` and the metric 1. Otherwise expects no line and 0. */
async function expectTold(failed: boolean): Promise<void> {
  const metrics = createMetrics({ ...measures, backups: state }, () => {});
  const text = await metrics.registry.metrics();
  metrics.stop();
  expect(text).toContain(`ona_backup_failed ${failed ? 1 : 0}\n`);
  expect(errors.splice(0)).toEqual(
    failed ? ["backup failed; it is tried again in 30 minutes, and older backups are kept"] : [],
  );
}

test("[RUN-13] one backup a day from the set time on, whole, and the newest are kept", async () => {
  const place = join(folder, "made");
  at("2026-11-21T01:29:00Z");
  await look(place);
  expect(readdirSync(place)).toEqual([]);
  for (const day of ["21", "22", "23"]) {
    at(`2026-11-${day}T01:30:00Z`);
    // Two processes check at the same time. The third check comes later, when today's backup exists.
    await Promise.all([look(place), look(place)]);
    await look(place);
  }
  expect(readdirSync(place)).toEqual(["ona-2026-11-22.backup", "ona-2026-11-23.backup"]);
  const { counts } = await verifyBackup(readBackupFile(join(place, "ona-2026-11-23.backup")));
  expect(counts.rows["site_lock_config"]).toBe(1);
  expect(state()).toMatchObject({ count: 2, error: null });
});

test("[RUN-13] a place that cannot be written fails with a reason, and is tried again after half an hour", async () => {
  const place = join(folder, "a-file");
  writeFileSync(place, "");
  at("2026-11-25T09:00:00Z");
  await look(place);
  expect(state().error).toMatch(/EEXIST|ENOTDIR/);
  await expectTold(true);
  expect(state().failedAt).toEqual(new Date("2026-11-25T09:00:00Z"));
  await look(join(folder, "missing", "place"));
  expect(readdirSync(folder)).not.toContain("missing");
  errors.splice(0);
});

test("[RUN-13] a file that cannot be opened is a failed backup, not the end of the process", async () => {
  const place = join(folder, "closed");
  at("2026-11-25T12:00:00Z");
  await look(place);
  at("2026-11-26T08:00:00Z");
  symlinkSync(join(folder, "nowhere", "file"), join(place, ".ona-2026-11-26.new.part"));
  await look(place);
  expect(state().error).toContain("ENOENT");
  errors.splice(0);
  expect(readdirSync(place)).toContain("ona-2026-11-25.backup");
});

test("[RUN-13] a bucket that answers 500 loses no older backup, and gets the new one when it is back", async () => {
  const s3 = await startTestS3("backups");
  try {
    at("2026-11-26T09:00:00Z");
    opened.clock.pass(HOUR);
    await look(s3.url, 1);
    expect([...s3.objects.keys()]).toEqual(["uploads/ona-2026-11-26.backup"]);
    at("2026-11-27T09:00:00Z");
    s3.failing.add("PUT");
    await look(s3.url, 1);
    expect([...s3.objects.keys()]).toEqual(["uploads/ona-2026-11-26.backup"]);
    expect(state().error).toBe("Error: the bucket answered 500 InternalError");
    await expectTold(true);
    s3.failing.clear();
    await look(s3.url, 1);
    expect(s3.objects.size, "not before half an hour has passed").toBe(1);
    opened.clock.pass(HOUR);
    await look(s3.url, 1);
    expect([...s3.objects.keys()]).toEqual(["uploads/ona-2026-11-27.backup"]);
    expect(state().error).toBeNull();
    await expectTold(false);
  } finally {
    await s3.close();
  }
});

testWhere(process.platform === "linux" ? null : "/dev/full is only on Linux")(
  "[RUN-13] a place that is full keeps its older backups and no part of the new one",
  async () => {
    const place = join(folder, "full");
    at("2026-11-29T09:00:00Z");
    await look(place);
    at("2026-11-30T09:00:00Z");
    symlinkSync("/dev/full", join(place, ".ona-2026-11-30.new.part"));
    await look(place);
    expect(state().error).toContain("ENOSPC");
    await expectTold(true);
    expect(readdirSync(place)).toEqual(["ona-2026-11-29.backup"]);
    opened.clock.pass(HOUR);
    await look(place);
    expect(readdirSync(place)).toEqual(["ona-2026-11-29.backup", "ona-2026-11-30.backup"]);
    expect(state().error).toBeNull();
  },
);
